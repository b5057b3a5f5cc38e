#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

// The programs `stillpoint NAME --options`. Each is a file or a folder of this room.
namespace stillpoint {

struct ProgramInfo {
    std::string_view name;
    std::string_view help;
    std::string_view example;  // what follows "stillpoint "
};
inline constexpr ProgramInfo kPrograms[] = {
    {"analyse", "show what the engine thinks of positions", "analyse game.pgn --at 24w --time 10"},
    {"annotate", "review the games of a PGN file", "annotate games.pgn -o commented.pgn --html report.html"},
    {"board", "show the board in the browser", "board"},
    {"demo", "analyse a position worth looking at, for a little while", "demo"},
    {"suite", "solve test positions", "suite positions.epd --time 2s --list"},
    {"serve", "answer analysis jobs, one JSON object a line", "serve --nodes 50000 < jobs.jsonl"},
    {"match", "play two settings of this engine against each other",
     "match --a nodes=2000 --b nodes=1000 --pairs 50 --threads 2"},
    {"tune", "tune search parameters by self-play", "tune rfp_ lmr_ --iterations 1000 --threads 2"},
    {"ablation", "measure what each technique of the search is worth", "ablation --out report --pairs 50"},
    {"datagen", "play games against itself and write them as training data",
     "datagen --out games --games 1000 --threads 2"},
    {"games", "verify, summarise, merge and dump files of self-play games", "games stats games"},
    {"tables", "make, verify and describe Syzygy endgame tables", "tables make --men 3 --out tables"},
    {"perft-suite", "check the move counts of EPD files", "perft-suite positions.epd --max-nodes 10000000"},
};

// What a program is started with.
struct Arguments {
    const ProgramInfo* program = nullptr;
    std::vector<std::string> words;  // after its name
    // Instead of being run, the program hands over what it would read.
    std::function<void(const CLI::App&)> describe;
};

// Runs a program and returns its exit code; nothing if there is none of that name.
std::optional<int> run_program(const std::vector<std::string>& arguments);

// What a program takes, for lists of it. Commands are programs within the program.
struct OptionInfo {
    std::vector<std::string> names;  // "--time", "-t"; none: a word without a name
    std::string value;               // what stands for its value; empty: it has none
    std::string help;
};
struct ProgramPage {
    std::string name, help, footer;
    std::vector<OptionInfo> options;
    std::vector<ProgramPage> commands;
};
// All programs, in the order of the list. Without options where the programs were left out of the build.
std::vector<ProgramPage> program_pages();

// The programs themselves. They return the exit code.
int ablation_main(const Arguments& arguments);
int analyse_main(const Arguments& arguments);
int annotate_main(const Arguments& arguments);
int board_main(const Arguments& arguments);
int datagen_main(const Arguments& arguments);
int demo_main(const Arguments& arguments);
int games_main(const Arguments& arguments);
int match_main(const Arguments& arguments);
int perft_suite_main(const Arguments& arguments);
int serve_main(const Arguments& arguments);
int suite_main(const Arguments& arguments);
int tables_main(const Arguments& arguments);
int tune_main(const Arguments& arguments);

}  // namespace stillpoint
