#include <filesystem>

#include "analysis/suite_run.h"
#include "chess/fen.h"
#include "programs/command_line.h"
#include "programs/json.h"
#include "programs/programs.h"
#include "util/input_file.h"
#include "util/interrupt.h"
#include "util/machine.h"
#include "util/progress.h"

namespace stillpoint {

namespace {

constexpr Milliseconds kDefaultTime = 1000;

Json totals_json(const SuiteTotals& t) {
    return {{"positions", t.positions},   {"solved", t.solved}, {"points", t.points},
            {"max_points", t.max_points}, {"nodes", t.nodes},   {"time", t.time}};
}

Json position_json(const SuitePosition& p, const SuiteAnswer& a) {
    Json entry;
    entry["id"] = p.id;
    entry["fen"] = to_fen(p.position);
    entry["move"] = to_uci(a.move, CastlingNotation::KingTwoSquares);
    entry["san"] = to_san(p.position, a.move);
    entry["score"] = score_json(a.score, p.position);
    entry["solved"] = a.verdict.solved;
    entry["points"] = a.verdict.points;
    entry["found_after"] = a.found_after ? Json(*a.found_after) : Json(nullptr);
    entry["depth"] = a.depth;
    entry["nodes"] = a.nodes;
    entry["time"] = a.time;
    return entry;
}

Json suite_json(const SuiteResult& result) {
    Json object;
    object["suite"] = result.name;
    object.update(totals_json(add_up(result.positions, result.answers)));
    Json list = Json::array();
    for (std::size_t i = 0; i < result.answers.size(); ++i)
        if (result.answers[i].move) list.push_back(position_json(result.positions[i], result.answers[i]));
    object["results"] = std::move(list);
    return object;
}

}  // namespace

int suite_main(const Arguments& arguments) {
    CLI::App app{"Solves test positions (EPD or TSV) and counts what was right."};
    std::vector<std::string> files;
    CommonOptions common;
    int jobs = available_cores();
    bool json = false, list = false, quiet = false;
    app.add_option("FILE", files, "EPD or TSV files; - is standard input")->required();
    common.add_to(app, "MiB for each position in progress", 16);
    app.add_option("--jobs,-j", jobs, "positions at once, one thread each; default: as many as cores")
        ->check(kJobRange);
    app.add_flag("--json", json, "one JSON object per suite");
    app.add_flag("--list", list, "list the positions that were not solved");
    app.add_flag("--quiet,-q", quiet, "no progress bar");
    if (const auto code = parse_command_line(app, arguments)) return *code;

    Limits defaults;
    defaults.move_time = kDefaultTime;
    const auto limits = common.limits(defaults);
    if (!limits) return refuse("suite", limits.error());
    if (const auto fits = check_memory(static_cast<std::uint64_t>(common.hash), jobs); !fits)
        return refuse("suite", fits.error());
    const auto network = common.load_files();
    if (!network) return refuse("suite", network.error());

    std::vector<SuiteResult> results;
    std::size_t total = 0;
    bool complete = true;
    for (const std::string& name : files) {
        const auto report = [&](int line, const std::string& message) {
            complete = false;
            std::fprintf(stderr, "suite: %s:%d: %s\n", name.c_str(), line, message.c_str());
        };
        auto file = open_input(name);
        if (!file) return refuse("suite", file.error());
        SuiteResult result;
        result.name = name == "-" ? name : std::filesystem::path(name).stem().string();
        result.positions = read_suite(*file, report);
        if (result.positions.empty()) {
            complete = false;
            fail("suite", "no position in '" + name + "'");
        }
        total += result.positions.size();
        results.push_back(std::move(result));
    }

    if (total == 0) return kFailed;

    catch_interrupts();
    std::size_t before = 0;
    {
        ProgressBar bar(quiet);
        for (SuiteResult& result : results) {
            if (was_interrupted()) break;
            const SuiteSettings settings{*limits, jobs, common.hash, network->get()};
            result.answers = run_suite(result.positions, settings, [&](std::size_t done) {
                const std::size_t all = before + done;
                bar.show(static_cast<double>(all) / static_cast<double>(total),
                         std::to_string(all) + "/" + std::to_string(total) + " positions, " + result.name);
            });
            before += result.positions.size();
        }
    }
    if (json)
        for (const SuiteResult& result : results) std::puts(one_line(suite_json(result)).c_str());
    else
        std::fputs(suite_table(results, list).c_str(), stdout);
    return was_interrupted() ? kInterrupted : complete ? kDone : kFailed;
}

}  // namespace stillpoint
