// Takes the place of all programs where the libraries they need are missing.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "programs/programs.h"

namespace stillpoint {

std::optional<int> run_program(const std::vector<std::string>& arguments) {
    constexpr std::array<std::string_view, 11> kNames = {"ablation", "analyse", "annotate", "board",
                                                         "datagen",  "demo",    "match",    "perft-suite",
                                                         "serve",    "suite",   "tune"};
    if (arguments.empty() || std::find(kNames.begin(), kNames.end(), arguments[0]) == kNames.end())
        return std::nullopt;
    std::fprintf(stderr,
                 "%s was left out of this build: install libcli11-dev and nlohmann-json3-dev "
                 "(scripts/setup run) and build again\n",
                 arguments[0].c_str());
    return 2;
}

}  // namespace stillpoint
