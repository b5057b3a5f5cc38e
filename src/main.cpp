#include <csignal>
#include <string>
#include <vector>

#include "tools/bench.h"
#include "tools/datagen.h"
#include "uci/uci.h"

int main(int argc, char* argv[]) {
    using namespace stillpoint;
    // A reader that goes away shows up as a failed write.
    std::signal(SIGPIPE, SIG_IGN);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments[0] == "datagen")
        return datagen_main({arguments.begin() + 1, arguments.end()});
    Uci uci(STILLPOINT_VERSION);
    uci.add_command("bench", "[hash threads limit file type]: fixed searches, prints their node count",
                    [](Uci& u, const Words& words) { bench_command(u.engine(), words); });
    if (arguments.empty())
        uci.loop();
    else
        uci.run_arguments(arguments);
    return 0;
}
