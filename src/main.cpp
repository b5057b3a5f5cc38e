// From the command line to a program, or to the UCI loop.
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "programs/programs.h"
#include "uci/uci.h"
#ifdef __EMSCRIPTEN__
#include "uci/page.h"
#endif

namespace {

int run(const std::vector<std::string>& arguments) {
    using namespace stillpoint;
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

}  // namespace

int main(int argc, char* argv[]) {
    // A reader that goes away shows up as a failed write, and so does a limit on the size of files.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::bad_alloc&) {
        std::fputs("stillpoint: not enough memory\n", stderr);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "stillpoint: %s\n", e.what());
    }
    return 1;
}
