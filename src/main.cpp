#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "programs/programs.h"
#include "tools/bench.h"
#include "tools/build_info.h"
#include "tools/eval_report.h"
#include "tools/genfens.h"
#include "tools/network_export.h"
#include "tools/probe_report.h"
#include "tools/speedtest.h"
#include "tools/spsa_inputs.h"
#include "uci/uci.h"
#ifdef __EMSCRIPTEN__
#include "wasm/page.h"
#else
#include "lab/horizon_command.h"
#include "lab/stats.h"
#include "lab/trace_command.h"
#include "lab/why_command.h"
#endif

namespace {

// Commands that use the engine; the text protocol doesn't know them.
void add_tools(stillpoint::Uci& uci) {
    using namespace stillpoint;
    const auto print_to = [](Uci& u) { return [&u](std::string_view line) { u.output().line(line); }; };
    const auto fail = [](Uci& u, const std::string& message) { u.output().note("error: " + message); };
    uci.add_command("bench", "[hash threads limit file type]: fixed searches, prints their node count",
                    [=](Uci& u, const Words& words) {
                        if (const auto done = bench_command(u.engine(), words); !done) fail(u, done.error());
                    });
    uci.add_command("speedtest", "[threads hash seconds]: how fast this machine is",
                    [=](Uci& u, const Words& words) {
                        const auto done = speedtest_command(u.engine(), words);
                        done ? u.output().line(*done) : fail(u, done.error());
                    });
    uci.add_command("genfens", "N seed S book <None|FILE> [plies P] [frc PERCENT]: random openings",
                    [=](Uci& u, const Words& words) {
                        const auto done = genfens_command(words, u.engine().network(), print_to(u));
                        if (!done) fail(u, done.error());
                    });
    uci.add_command(
        "eval", "[json]: what the static evaluation says, piece by piece",
        [](Uci& u, const Words& words) {
            const bool json = !words.empty() && words[0] == "json";
            u.output().line(json ? eval_json(u.engine()) : eval_text(u.engine()));
        },
        Uci::When::AnyTime);
    uci.add_command("probe", "[json]: what the tablebases say", [=](Uci& u, const Words& words) {
        const bool json = !words.empty() && words[0] == "json";
        const auto done =
            json ? probe_json(u.engine().position(), u.format().castling) : probe_text(u.engine().position());
        done ? u.output().line(*done) : fail(u, done.error());
    });
    uci.add_command(
        "compiler", "how this program was built",
        [](Uci& u, const Words&) { u.output().line(compiler_text()); }, Uci::When::AnyTime);
    uci.add_command("spsa", "the search's parameters for OpenBench (tune build)", [](Uci& u, const Words&) {
        const auto lines = spsa_inputs(u.engine().settings().tuning);
        for (const std::string& line : lines) u.output().line(line);
        if (lines.empty())
            u.output().note("parameters are constants in this build: use the one of `make tune`");
    });
    uci.add_command(
        "export_net", "[FILE]: write the network in use to a file",
        [](Uci& u, const Words& words) { u.report(export_network(u.engine(), u.line_from(words, 0))); });
}

// Questions about the search. What needs to listen to it says so in the shipped build. A page that asks them
// has a native engine, and the one it downloads is smaller without.
#ifndef __EMSCRIPTEN__
void add_lab(stillpoint::Uci& uci) {
    using namespace stillpoint;
    using Answer = std::function<Result<std::string>(Uci&, const Words&)>;
    const auto add = [&](std::string name, std::string help, Answer answer) {
        uci.add_command(name, help + " (lab build)", [name, answer](Uci& u, const Words& words) {
            if constexpr (!ActiveTrace::kEnabled) {
                u.output().note(name + ": the search can only be looked into in the lab build (make lab)");
                return;
            }
            const auto text = answer(u, words);
            text ? u.output().line(*text) : u.output().note("error: " + text.error());
        });
    };
    add("stats", "[json]: what happened in the last search", [](Uci& u, const Words& words) {
        return stats_report(u.engine(), !words.empty() && words[0] == "json");
    });
    add("why", "<move> [<move> ...] [depth N] [json]: what the search does with a line of moves",
        [](Uci& u, const Words& words) { return lab::why_command(u.engine(), words); });
    add("horizon",
        "[depth N] | suite FILE [depth N]: what a search that doesn't play out captures gets wrong",
        [](Uci& u, const Words& words) { return lab::horizon_command(u.engine(), words); });
    add("trace", "depth N [nodes M] file F | show F [path] | export F json [path] [depth N]: a search's tree",
        [](Uci& u, const Words& words) {
            const bool chess960 = u.format().castling == CastlingNotation::KingTakesRook;
            return lab::trace_command(u.engine(), words, chess960);
        });
}
#endif

}  // namespace

int main(int argc, char* argv[]) {
    using namespace stillpoint;
    // A reader that goes away shows up as a failed write, and so does a limit on the size of files.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (const auto code = run_program(arguments)) return *code;
    auto owner = std::make_unique<Uci>(STILLPOINT_VERSION);
    Uci& uci = *owner;
    add_tools(uci);
#ifdef __EMSCRIPTEN__
    serve_page(std::move(owner));
#else
    add_lab(uci);
    if (arguments.empty())
        uci.loop();
    else
        uci.run_arguments(arguments);
#endif
    return 0;
}
