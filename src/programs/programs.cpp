#include "programs/programs.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "programs/command_line.h"

namespace stillpoint {

namespace {

struct Program {
    const char* name;
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

// What was to be printed and couldn't be is not done. A reader that went away needs no word.
int with_output(const Program& program, int code) {
    errno = 0;
    if ((std::fflush(stdout) == 0 && std::ferror(stdout) == 0) || code != kDone) return code;
    if (errno == 0 || errno == EPIPE) return kFailed;
    return fail(program.name, std::string("can't write the output: ") + std::strerror(errno));
}

}  // namespace

std::optional<int> run_program(const std::vector<std::string>& arguments) {
    if (arguments.empty()) return std::nullopt;
    for (std::size_t i = 0; i < std::size(kMains); ++i)
        if (arguments[0] == kMains[i].name)
            return with_output(kMains[i],
                               kMains[i].run({&kPrograms[i], {arguments.begin() + 1, arguments.end()}, {}}));
    return std::nullopt;
}

std::vector<ProgramPage> program_pages() {
    std::vector<ProgramPage> pages;
    for (std::size_t i = 0; i < std::size(kMains); ++i) {
        ProgramPage page{.name = std::string(kPrograms[i].name),
                         .help = std::string(kPrograms[i].help),
                         .footer = {},
                         .options = {},
                         .commands = {}};
        kMains[i].run({&kPrograms[i], {}, [&](const CLI::App& app) { page = describe(app); }});
        page.name = kPrograms[i].name;
        pages.push_back(std::move(page));
    }
    return pages;
}

}  // namespace stillpoint
