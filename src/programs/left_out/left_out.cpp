// Takes the place of all programs where the libraries they need are missing.
#include <cstdio>

#include "programs/programs.h"

namespace stillpoint {

std::optional<int> run_program(const std::vector<std::string>& arguments) {
    for (const ProgramInfo& program : kPrograms)
        if (!arguments.empty() && arguments[0] == program.name) {
            std::fprintf(stderr,
                         "%s was left out of this build: install libcli11-dev and nlohmann-json3-dev "
                         "(scripts/setup run) and build again\n",
                         arguments[0].c_str());
            return 2;
        }
    return std::nullopt;
}

std::vector<ProgramPage> program_pages() {
    std::vector<ProgramPage> pages;
    for (const ProgramInfo& program : kPrograms) {
        pages.emplace_back();
        pages.back().name = program.name;
        pages.back().help = program.help;
    }
    return pages;
}

}  // namespace stillpoint
