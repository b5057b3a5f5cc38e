#include "programs/programs.h"

#include <string_view>

#include "programs/ablation.h"
#include "programs/analyse/analyse.h"
#include "programs/annotate/annotate.h"
#include "programs/board/board.h"
#include "programs/datagen.h"
#include "programs/games.h"
#include "programs/match_command.h"
#include "programs/perft_suite.h"
#include "programs/serve/serve.h"
#include "programs/spsa.h"
#include "programs/suite/suite.h"

namespace stillpoint {

namespace {

struct Program {
    std::string_view name;
    int (*run)(const std::vector<std::string>& arguments);
};
constexpr Program kPrograms[] = {
    {"ablation", ablation_main}, {"analyse", analyse_main}, {"annotate", annotate_main},
    {"board", board_main},       {"datagen", datagen_main}, {"demo", demo_main},
    {"games", games_main},       {"match", match_main},     {"perft-suite", perft_suite_main},
    {"serve", serve_main},       {"suite", suite_main},     {"tune", spsa_main},
};

}  // namespace

std::optional<int> run_program(const std::vector<std::string>& arguments) {
    for (const Program& program : kPrograms)
        if (!arguments.empty() && arguments[0] == program.name)
            return program.run({arguments.begin() + 1, arguments.end()});
    return std::nullopt;
}

}  // namespace stillpoint
