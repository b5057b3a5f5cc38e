#include <gtest/gtest.h>

#include "programs/serve/serve_job.h"
#include "programs/serve/server.h"
#include "util/text.h"

#if __has_include(<nlohmann/json.hpp>)

namespace stillpoint {
namespace {

Limits default_limits() {
    Limits limits;
    limits.nodes = 1000;
    return limits;
}

std::string error_of(const std::string& line) {
    const ServeRequest request = parse_request(line, default_limits());
    const auto* error = std::get_if<ServeError>(&request);
    return error ? one_line(error->id) + " " + error->message : "no error";
}

TEST(ServeJob, ReadsAllFields) {
    const ServeRequest request = parse_request(
        R"({"id":"a","fen":"startpos","moves":["e2e4","e5"],"limits":{"depth":9,"nodes":1e3,"time":50},)"
        R"("multipv":3,"priority":-2,"fresh":true,"chess960":true,"searchmoves":"g1f3 Nc3"})",
        default_limits());
    ASSERT_TRUE(std::holds_alternative<ServeJob>(request));
    const ServeJob& job = std::get<ServeJob>(request);
    EXPECT_EQ(job.id, "a");
    EXPECT_EQ(job.position.game_ply(), 2);
    EXPECT_EQ(job.limits.depth, 9);
    EXPECT_EQ(job.limits.nodes, 1000u);
    EXPECT_EQ(job.limits.move_time, 50);
    EXPECT_EQ(job.limits.search_moves.size(), 2u);
    EXPECT_EQ(job.multi_pv, 3);
    EXPECT_EQ(job.priority, -2);
    EXPECT_TRUE(job.fresh && job.chess960);
}

// An id that can't come back as it was sent is refused.
TEST(ServeJob, IdsComeBackAsTheyWereSent) {
    for (const char* id : {"7", "-7", "18446744073709551615", "-9223372036854775808", "1.5", "\"x\""}) {
        const ServeRequest request =
            parse_request(concat({R"({"id":)", id, R"(,"moves":""})"}), default_limits());
        ASSERT_TRUE(std::holds_alternative<ServeJob>(request)) << id;
        EXPECT_EQ(one_line(std::get<ServeJob>(request).id), id);
    }
    for (const char* id : {"18446744073709551616", "-9223372036854775809", "1e300"})
        EXPECT_EQ(error_of(concat({R"({"id":)", id, R"(,"moves":""})"})),
                  "null 'id' is too large a number; write it as a text");
    EXPECT_EQ(error_of(R"({"id":")" + std::string(2000, 'x') + R"(","moves":""})"), "null 'id' is too long");
}

// A thousand of these wait in a queue.
TEST(ServeJob, ALongGameKeepsLittleOfItsPast) {
    std::string moves;
    for (int i = 0; i < 5000; ++i) moves += "g1f3 g8f6 f3g1 f6g8 ";
    const ServeRequest request = parse_request(R"({"id":1,"moves":")" + moves + R"("})", default_limits());
    ASSERT_TRUE(std::holds_alternative<ServeJob>(request));
    Position pos = std::get<ServeJob>(request).position;
    EXPECT_EQ(pos.game_ply(), 20000);
    EXPECT_TRUE(pos.is_draw_by_repetition(0));
    int past = 0;
    for (; pos.last_move().is_real() && past < 20000; ++past) pos.undo();
    EXPECT_LE(past, 200);
}

TEST(ServeJob, DefaultsApplyWithoutLimits) {
    const ServeRequest request = parse_request(R"({"id":1,"moves":""})", default_limits());
    ASSERT_TRUE(std::holds_alternative<ServeJob>(request));
    EXPECT_EQ(std::get<ServeJob>(request).limits.nodes, 1000u);
}

TEST(ServeJob, ErrorsSayWhatIsWrong) {
    EXPECT_EQ(error_of("{"), "null not JSON: '{'");
    EXPECT_EQ(error_of("[1]"), "null not a JSON object");
    EXPECT_EQ(error_of("{}"), "null 'id' must be a text or a number");
    EXPECT_EQ(error_of(R"({"id":{}})"), "null 'id' must be a text or a number");
    EXPECT_EQ(error_of(R"({"id":1})"), "1 neither 'fen' nor 'moves'");
    EXPECT_EQ(error_of(R"({"id":1,"fen":5})"), "1 'fen' must be a text");
    EXPECT_EQ(error_of(R"({"id":1,"moves":"e2e4 e2e4"})"), "1 after 1.e4: 'e2e4' is not legal here");
    EXPECT_EQ(error_of(R"({"id":1,"moves":"","limits":{"node":1}})"), "1 unknown field 'node' in 'limits'");
    EXPECT_EQ(error_of(R"({"id":1,"moves":"","limits":{"nodes":0}})").substr(0, 20), "1 'nodes' must be fr");
    EXPECT_EQ(error_of(R"({"id":1,"moves":"","limits":{"nodes":1.5}})").substr(0, 23),
              "1 'nodes' must be a who");
    EXPECT_EQ(error_of(R"({"id":1,"moves":"","multipv":"2"})"), "1 'multipv' must be a number");
    EXPECT_EQ(error_of(R"({"id":1,"moves":"","colour":1})"), "1 unknown field 'colour'");
    EXPECT_EQ(error_of(R"({"cancel":[]})"), "null 'cancel' must be a text or a number");
}

// Runs lines through a server and gives back its answers.
std::vector<Json> serve(const std::vector<std::string>& lines, ServeSettings settings = {}) {
    settings.defaults = default_limits();
    settings.hash = 1;
    std::vector<Json> answers;
    Server server(settings, [&](const std::string& line) {
        answers.push_back(Json::parse(line));
        return true;
    });
    for (const std::string& line : lines) server.handle(line);
    server.finish();
    return answers;
}

// Everything but what depends on speed and evaluation.
TEST(Server, GoldenAnswer) {
    auto answers = serve({R"({"id":7,"fen":"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1","limits":{"mate":1}})"});
    ASSERT_EQ(answers.size(), 1u);
    for (const char* field : {"depth", "seldepth", "nodes", "time", "nps", "hashfull"}) answers[0][field] = 0;
    answers[0]["lines"][0]["depth"] = 0;
    EXPECT_EQ(
        one_line(answers[0]),
        R"({"id":7,"fen":"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1","depth":0,"seldepth":0,"score":{"mate":1},)"
        R"("wdl":[1000,0,0],"bestmove":"a1a8","lines":[{"score":{"mate":1},"wdl":[1000,0,0],"depth":0,)"
        R"("moves":["a1a8"],"san":"1. Ra8#"}],"nodes":0,"time":0,"nps":0,"hashfull":0,"tbhits":0})");
}

TEST(Server, GameOverIsAnAnswerToo) {
    const auto answers = serve({R"({"id":"s","fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"})"});
    EXPECT_EQ(answers.at(0)["bestmove"], nullptr);
    EXPECT_EQ(one_line(answers.at(0)["wdl"]), "[0,1000,0]");
}

TEST(Server, PrioritiesGoFirstAndErrorsAreTheirJobsOwn) {
    ServeSettings settings;
    settings.workers = 1;
    std::vector<std::string> lines = {R"({"id":"first","moves":"","limits":{"depth":200},"priority":9})"};
    for (int i = 0; i < 3; ++i)
        lines.push_back(R"({"id":)" + std::to_string(i) + R"(,"moves":"","priority":)" + std::to_string(i) +
                        "}");
    lines.push_back("nonsense");
    lines.push_back(R"({"cancel":"first"})");
    const auto answers = serve(lines, settings);
    ASSERT_EQ(answers.size(), 5u);
    std::vector<std::string> order;
    for (const Json& answer : answers)
        if (!answer.contains("error")) order.push_back(one_line(answer["id"]));
    EXPECT_EQ(order, (std::vector<std::string>{"\"first\"", "2", "1", "0"}));
}

TEST(Server, CancelsWaitingAndRunningJobs) {
    ServeSettings settings;
    settings.workers = 1;
    const auto answers =
        serve({R"({"id":"long","moves":"","limits":{"depth":200}})", R"({"id":"next","moves":""})",
               R"({"cancel":"next"})", R"({"cancel":"long"})", R"({"cancel":"never"})"},
              settings);
    ASSERT_EQ(answers.size(), 3u);
    for (const Json& answer : answers)
        if (answer["id"] == "never")
            EXPECT_EQ(answer["error"], "no such job to cancel");
        else
            EXPECT_EQ(answer["cancelled"], true) << one_line(answer);
}

TEST(Server, AnIdInUseIsRefused) {
    ServeSettings settings;
    settings.workers = 1;
    const auto answers =
        serve({R"({"id":1,"moves":"","limits":{"depth":200}})", R"({"id":1,"moves":""})", R"({"cancel":1})"},
              settings);
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(answers[0]["error"], "a job with this id is not finished yet");
}

TEST(Server, ThreadsAndASmallQueueAnswerEverythingOnce) {
    ServeSettings settings;
    settings.workers = 4;
    settings.queue = 2;
    settings.fresh = true;
    std::vector<std::string> lines;
    for (int i = 0; i < 60; ++i)
        lines.push_back(R"({"id":)" + std::to_string(i) + R"(,"moves":"e2e4","limits":{"nodes":300}})");
    const auto answers = serve(lines, settings);
    std::vector<bool> seen(60);
    for (const Json& answer : answers) {
        EXPECT_FALSE(seen.at(answer["id"].get<std::size_t>()));
        seen[answer["id"].get<std::size_t>()] = true;
        EXPECT_EQ(answer["bestmove"], answers[0]["bestmove"]) << "fresh jobs don't influence each other";
        EXPECT_EQ(answer["nodes"], answers[0]["nodes"]);
    }
    EXPECT_EQ(answers.size(), 60u);
}

TEST(Server, JobsShareATableUnlessTheyAreFresh) {
    ServeSettings settings;
    settings.workers = 1;
    std::vector<std::string> lines;
    for (const char* fresh : {"true", "false", "false", "true"})
        lines.push_back(R"({"id":)" + std::to_string(lines.size()) +
                        R"(,"moves":"e2e4","limits":{"depth":6},"fresh":)" + fresh + "}");
    const auto answers = serve(lines, settings);
    ASSERT_EQ(answers.size(), 4u);
    const auto nodes = [&](std::size_t i) { return answers[i]["nodes"].get<int>(); };
    EXPECT_EQ(nodes(0), nodes(3)) << "whatever came between";
    EXPECT_EQ(nodes(0), nodes(1)) << "the first to use the shared table finds it empty";
    EXPECT_NE(nodes(2), nodes(1)) << "what was learnt shows";
}

TEST(Server, FreshAnswersDependOnNoOtherSetting) {
    const std::vector<std::string> job = {R"({"id":1,"moves":"e2e4","limits":{"nodes":30000},"fresh":true})"};
    ServeSettings few, many;
    few.workers = 1;
    many.workers = 5;
    many.fresh = true;
    EXPECT_EQ(serve(job, few).at(0)["lines"], serve(job, many).at(0)["lines"]);
}

TEST(Server, StopsWhenNobodyListens) {
    ServeSettings settings;
    settings.defaults.depth = 200;
    settings.hash = 1;
    int written = 0;
    Server server(settings, [&](const std::string&) {
        ++written;
        return false;
    });
    server.handle(R"({"id":1,"moves":""})");
    EXPECT_FALSE(server.handle("nonsense"));
    server.finish();
    EXPECT_EQ(written, 1);
}

}  // namespace
}  // namespace stillpoint

#endif
