#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The programs `stillpoint NAME --options`. Each is a file or a folder of this room.
namespace stillpoint {

struct ProgramInfo {
    std::string_view name;
    std::string_view help;
};
inline constexpr ProgramInfo kPrograms[] = {
    {"analyse", "show what the engine thinks of positions"},
    {"annotate", "review the games of a PGN file"},
    {"board", "show the board in the browser"},
    {"demo", "analyse a position worth looking at, for a little while"},
    {"suite", "solve test positions"},
    {"serve", "answer analysis jobs, one JSON object a line"},
    {"match", "play two settings of this engine against each other"},
    {"tune", "tune search parameters by self-play"},
    {"ablation", "measure what each technique of the search is worth"},
    {"datagen", "play games against itself and write them as training data"},
    {"games", "verify, summarise, merge and dump files of self-play games"},
    {"tables", "make, verify and describe Syzygy endgame tables"},
    {"perft-suite", "check the move counts of EPD files"},
};

// Runs a program and returns its exit code; nothing if there is none of that name. Anything else on the
// command line is a UCI command.
using Arguments = std::vector<std::string>;
std::optional<int> run_program(const Arguments& arguments);

// The programs themselves. They take the arguments after the name and return the exit code.
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
