// From the command line to a program, or to the UCI loop.
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "programs/programs.h"
#include "uci/uci.h"
#ifdef __EMSCRIPTEN__
#include "uci/page.h"
#endif

int main(int argc, char* argv[]) {
    using namespace stillpoint;
    // A reader that goes away shows up as a failed write, and so does a limit on the size of files.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (const auto code = run_program(arguments)) return *code;
    auto uci = std::make_unique<Uci>(STILLPOINT_VERSION);
    add_commands(*uci);
#ifdef __EMSCRIPTEN__
    serve_page(std::move(uci));
#else
    arguments.empty() ? uci->loop() : uci->run_arguments(arguments);
#endif
    return 0;
}
