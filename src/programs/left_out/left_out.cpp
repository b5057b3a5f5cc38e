// Takes the place of all programs where the libraries they need are missing.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "programs/programs.h"

namespace stillpoint {

std::optional<int> run_program(const std::vector<std::string>& arguments) {
    constexpr std::string_view kNames[] = {"ablation", "analyse", "annotate",    "board", "datagen", "demo",
                                           "games",    "match",   "perft-suite", "serve", "suite",   "tune"};
    if (arguments.empty() ||
        std::find(std::begin(kNames), std::end(kNames), arguments[0]) == std::end(kNames))
        return std::nullopt;
    std::fprintf(stderr,
                 "%s was left out of this build: install libcli11-dev and nlohmann-json3-dev "
                 "(scripts/setup run) and build again\n",
                 arguments[0].c_str());
    return 2;
}

}  // namespace stillpoint
