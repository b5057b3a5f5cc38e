// Starts the program; src/cli decides what its command line means. A page in the browser has none.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#ifdef __EMSCRIPTEN__
#include "commands/commands.h"
#include "uci/page.h"
#else
#include <fcntl.h>
#include <unistd.h>

#include "cli/cli.h"
#endif

namespace {

// The first file opened would take the number of a standard stream that was closed, and what is printed would
// go into it. Reading from these finds the end, and writing to them fails, as before.
void fill_closed_streams() {
#ifndef __EMSCRIPTEN__
    int file = STDIN_FILENO;
    while (file >= STDIN_FILENO && file <= STDERR_FILENO) file = open("/dev/null", O_RDONLY);
    if (file >= 0) close(file);
#endif
}

int run([[maybe_unused]] const std::vector<std::string>& arguments) {
    using namespace stillpoint;
#ifdef __EMSCRIPTEN__
    auto uci = std::make_unique<Uci>(STILLPOINT_VERSION);
    add_commands(*uci);
    serve_page(std::move(uci));
    return 0;
#else
    return run_command_line(arguments);
#endif
}

}  // namespace

int main(int argc, char* argv[]) {
    // A reader that goes away shows up as a failed write, and so does a limit on the size of files.
#ifdef SIGPIPE  // Windows has neither
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
#endif
    fill_closed_streams();
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::bad_alloc&) {
        std::fputs("stillpoint: not enough memory\n", stderr);
    } catch (const std::system_error& e) {
        const bool was_thread = e.code() == std::errc::resource_unavailable_try_again;
        std::fprintf(stderr, "stillpoint: %s%s\n", was_thread ? "can't start a thread: " : "", e.what());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "stillpoint: %s\n", e.what());
    }
    return 1;
}
