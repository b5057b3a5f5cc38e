#include "programs/programs.h"

#include <algorithm>
#include <iterator>

namespace stillpoint {

namespace {

struct Program {
    std::string_view name;
    int (*run)(const Arguments& arguments);
};
constexpr Program kMains[] = {
    {"analyse", analyse_main},
    {"annotate", annotate_main},
    {"board", board_main},
    {"demo", demo_main},
    {"suite", suite_main},
    {"serve", serve_main},
    {"match", match_main},
    {"tune", tune_main},
    {"ablation", ablation_main},
    {"datagen", datagen_main},
    {"games", games_main},
    {"tables", tables_main},
    {"perft-suite", perft_suite_main},
};
static_assert(std::equal(std::begin(kMains), std::end(kMains), std::begin(kPrograms), std::end(kPrograms),
                         [](const Program& p, const ProgramInfo& info) { return p.name == info.name; }),
              "every program of the list has its main, in the same order");

}  // namespace

std::optional<int> run_program(const Arguments& arguments) {
    for (const Program& program : kMains)
        if (!arguments.empty() && arguments[0] == program.name)
            return program.run({arguments.begin() + 1, arguments.end()});
    return std::nullopt;
}

}  // namespace stillpoint
