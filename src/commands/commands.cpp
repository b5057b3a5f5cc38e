#include "commands/commands.h"

#include "lab/stats.h"
#include "search/trace.h"
#include "selfplay/spsa.h"

namespace stillpoint {

namespace {

bool wants_json(const Words& words) { return !words.empty() && words[0] == "json"; }

// An answer is printed as it is, in as many lines as it has; only an error is a note.
void print(Uci& u, const Result<std::string>& answer) {
    answer ? u.output().line(*answer) : u.report(answer);
}

// Commands that ask about the search need a build that listens to it.
void add_lab_command(Uci& uci, const std::string& name, const std::string& help,
                     const std::function<Result<std::string>(Uci&, const Words&)>& answer) {
    uci.add_command(name, help + " (lab build)", [name, answer](Uci& u, const Words& words) {
        if constexpr (!ActiveTrace::kEnabled)
            u.output().note(name + ": only the lab build can look into its search (make lab)");
        else
            print(u, answer(u, words));
    });
}

}  // namespace

Result<std::optional<int>> take_depth(Words& words, int min, int max) {
    if (words.size() < 2 || words[words.size() - 2] != "depth") return std::optional<int>();
    const auto depth = parse_number<int>(words.back(), min, max);
    if (!depth)
        return Error{"depth must be a number from " + std::to_string(min) + " to " + std::to_string(max)};
    words.resize(words.size() - 2);
    return depth;
}

void add_commands(Uci& uci) {
    uci.add_command("bench", "[hash threads limit file type]: fixed searches, prints their node count",
                    [](Uci& u, const Words& words) {
                        if (const auto done = bench(u.engine(), words); !done) u.report(Error{done.error()});
                    });
    uci.add_command("speedtest", "[threads hash seconds]: how fast this machine is",
                    [](Uci& u, const Words& words) { print(u, speedtest(u.engine(), words)); });
    uci.add_command("genfens", "N seed S book <None|FILE> [plies P] [frc PERCENT]: random openings",
                    [](Uci& u, const Words& words) {
                        const auto print = [&u](std::string_view line) { u.output().line(line); };
                        if (const auto done = genfens(words, u.engine().network(), print); !done)
                            u.report(Error{done.error()});
                    });
    uci.add_command(
        "eval", "[json]: what the static evaluation says, piece by piece",
        [](Uci& u, const Words& words) {
            u.output().line(wants_json(words) ? eval_json(u.engine()) : eval_text(u.engine()));
        },
        Uci::When::AnyTime);
    uci.add_command("probe", "[json]: what the tablebases say", [](Uci& u, const Words& words) {
        const Position& pos = u.engine().position();
        print(u, wants_json(words) ? probe_json(pos, u.format().castling) : probe_text(pos));
    });
    uci.add_command(
        "compiler", "how this program was built",
        [](Uci& u, const Words&) { u.output().line(compiler_text()); }, Uci::When::AnyTime);
    uci.add_command("spsa", "the search's parameters for OpenBench (tune build)", [](Uci& u, const Words&) {
        const auto lines = openbench_inputs(u.engine().settings().tuning);
        for (const std::string& line : lines) u.output().line(line);
        if (lines.empty())
            u.output().note(
                "parameters are constants in this build; `make tune` makes one where they can change");
    });
    uci.add_command(
        "export_net", "[FILE]: write the network in use to a file",
        [](Uci& u, const Words& words) { u.report(export_network(u.engine(), u.line_from(words, 0))); });

    add_lab_command(uci, "stats", "[json]: what happened in the last search", [](Uci& u, const Words& words) {
        return lab::stats_report(u.engine(), wants_json(words));
    });
    add_lab_command(uci, "why",
                    "<move> [<move> ...] [depth N] [json]: what the search does with a line of moves",
                    [](Uci& u, const Words& words) { return why(u.engine(), words); });
    add_lab_command(
        uci, "horizon",
        "[depth N] | suite FILE [depth N]: what a search that doesn't play out captures gets wrong",
        [](Uci& u, const Words& words) { return horizon(u.engine(), words); });
    add_lab_command(
        uci, "trace",
        "depth N [nodes M] file F | show F [path] | export F json [path] [depth N]: a search's tree",
        [](Uci& u, const Words& words) {
            return trace(u.engine(), words, u.format().castling == CastlingNotation::KingTakesRook);
        });
}

}  // namespace stillpoint
