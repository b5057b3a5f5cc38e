#include "commands/commands.h"

#include "selfplay/spsa.h"

namespace stillpoint {

namespace {

bool wants_json(const Words& words) { return !words.empty() && words[0] == "json"; }

// An answer is printed as it is, in as many lines as it has; only an error is a note.
void print(Uci& u, const Result<std::string>& answer) {
    answer ? u.output().line(*answer) : u.report(answer);
}

}  // namespace

Result<std::vector<Move>> parse_line(const Position& root, const Words& words) {
    Position pos = root;
    std::vector<Move> line;
    std::string before;
    for (std::string_view word : words) {
        const auto move = parse_move(pos, word);
        if (!move)
            return Error{"'" + std::string(word) + "' is not legal" +
                         (before.empty() ? " here" : " after" + before) + ": " + move.error()};
        line.push_back(*move);
        pos.make(*move);
        before += " " + std::string(word);
    }
    return line;
}

void add_commands(Uci& uci) {
    constexpr auto kIdle = Uci::When::Idle;
    constexpr auto kLong = Uci::Work::Long;
    uci.add_command(
        "bench [hash threads limit file type]", "fixed searches, prints their node count",
        [](Uci& u, const Words& words) {
            u.close_user_tables();
            if (const auto done = bench(u.engine(), words); !done) u.report(Error{done.error()});
        },
        kIdle, kLong);
    uci.add_command(
        "speedtest [threads hash seconds]", "how fast this machine is",
        [](Uci& u, const Words& words) { print(u, speedtest(u.engine(), words)); }, kIdle, kLong);
    uci.add_command(
        "genfens N seed S book <None|FILE> [plies P] [frc PERCENT]", "random openings",
        [](Uci& u, const Words& words) {
            const auto show = [&u](std::string_view line) { u.output().line(line); };
            if (const auto done = genfens(words, u.engine().network(), show); !done)
                u.report(Error{done.error()});
        },
        kIdle, kLong);
    uci.add_command(
        "eval [json]", "what the static evaluation says, piece by piece",
        [](Uci& u, const Words& words) {
            if (u.has_position("eval"))
                u.output().line(wants_json(words) ? eval_json(u.engine()) : eval_text(u.engine()));
        },
        Uci::When::AnyTime);
    uci.add_command("probe [json]", "what the tablebases say", [](Uci& u, const Words& words) {
        if (!u.has_position("probe")) return;
        const Position& pos = u.engine().position();
        print(u, wants_json(words) ? probe_json(pos, u.format().castling) : probe_text(pos));
    });
    uci.add_command(
        "compiler", "how this program was built",
        [](Uci& u, const Words&) { u.output().line(compiler_text()); }, Uci::When::AnyTime);
    uci.add_command(
        "version", "name and version, and how this program was built",
        [](Uci& u, const Words&) { u.output().line("Stillpoint " + u.version() + '\n' + compiler_text()); },
        Uci::When::AnyTime);
    uci.add_command("spsa", "the search's parameters for OpenBench", [](Uci& u, const Words&) {
        for (const std::string& line : openbench_inputs(u.engine().settings().tuning)) u.output().line(line);
    });
    uci.add_command(
        "export_net [FILE]", "write the network in use to a file",
        [](Uci& u, const Words& words) { u.report(export_network(u.engine(), u.line_from(words, 0))); },
        kIdle, Uci::Work::MustFinish);

    uci.add_command(
        "stats [json] | steady [suite FILE] [depth N] [json]",
        "what happened in the last search, and how steady searches are",
        [](Uci& u, const Words& words) { print(u, stats(u.engine(), words)); }, kIdle, kLong);
    uci.add_command(
        "why <move> [<move> ...] [depth N] [json]", "what the search does with a line of moves",
        [](Uci& u, const Words& words) {
            if (u.has_position("why")) print(u, why(u.engine(), words));
        },
        kIdle, kLong);
    uci.add_command(
        "horizon [depth N] | suite FILE [depth N]", "what a search that doesn't play out captures gets wrong",
        [](Uci& u, const Words& words) { print(u, horizon(u.engine(), words)); }, kIdle, kLong);
    uci.add_command(
        "audit [RULE ...] [depth N] [positions FILE] [samples M] [hash MB] [json | out FOLDER]",
        "how often each rule of the search is wrong, and what it saves",
        [](Uci& u, const Words& words) { print(u, audit(u.engine(), words)); }, kIdle, kLong);
    uci.add_command(
        "trace depth N [nodes M] file F | show F [path] | export F json [path] [depth N]",
        "record a search's tree, and look into it",
        [](Uci& u, const Words& words) {
            print(u, trace(u.engine(), words, u.format().castling == CastlingNotation::KingTakesRook));
        },
        kIdle, kLong);
    uci.add_command("review [LIMIT] POSITION | start [LIMIT] POSITION | step", "judge the moves of a game",
                    review_command(), kIdle, kLong);
    uci.add_command(
        "explain [json] line MOVES [line MOVES ...]", "say why each line begins as it does",
        [](Uci& u, const Words& words) { print(u, explain(u.engine(), words, u.format().castling)); },
        Uci::When::AnyTime, kLong);
}

}  // namespace stillpoint
