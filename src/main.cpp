#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "lab/stats.h"
#include "tools/ablation.h"
#include "tools/analyse/analyse.h"
#include "tools/annotate/annotate.h"
#include "tools/bench.h"
#include "tools/datagen.h"
#include "tools/match_command.h"
#include "tools/perft_suite.h"
#include "tools/serve/serve.h"
#include "tools/spsa.h"
#include "tools/suite/suite.h"
#include "uci/uci.h"

namespace {

// Programs of their own: `stillpoint NAME --options`. Everything else on the command line is a UCI command.
struct Program {
    std::string_view name;
    int (*run)(const std::vector<std::string>& arguments);
};
constexpr Program kPrograms[] = {
    {"ablation", stillpoint::ablation_main},
    {"demo", stillpoint::demo_main},
    {"datagen", stillpoint::datagen_main},
    {"match", stillpoint::match_main},
    {"perft-suite", stillpoint::perft_suite_main},
    {"analyse", stillpoint::analyse_main},
    {"annotate", stillpoint::annotate_main},
    {"serve", stillpoint::serve_main},
    {"suite", stillpoint::suite_main},
    {"tune", stillpoint::spsa_main},
};

}  // namespace

int main(int argc, char* argv[]) {
    using namespace stillpoint;
    // A reader that goes away shows up as a failed write.
    std::signal(SIGPIPE, SIG_IGN);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    for (const Program& program : kPrograms)
        if (!arguments.empty() && arguments[0] == program.name)
            return program.run({arguments.begin() + 1, arguments.end()});
    Uci uci(STILLPOINT_VERSION);
    uci.add_command("bench", "[hash threads limit file type]: fixed searches, prints their node count",
                    [](Uci& u, const Words& words) { bench_command(u.engine(), words); });
    uci.add_command("stats", "[json]: what happened in the last search (lab build)",
                    [](Uci& u, const Words& words) {
                        u.engine().wait();
                        u.output().line(stats_report(u.engine(), !words.empty() && words[0] == "json"));
                    });
    if (arguments.empty())
        uci.loop();
    else
        uci.run_arguments(arguments);
    return 0;
}
