#include <cstdio>
#include <thread>

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "programs/board/board_server.h"
#include "programs/board/page_files.h"
#include "programs/board/places.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "util/interrupt.h"
#include "util/machine.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// The same each time, if possible: browsers keep a page's settings and its offline copy by address.
constexpr int kUsualPort = 7878;
constexpr int kLookForEnd = 100;  // ms

// The end of a terminal or pipe ends the program; /dev/null, which ends at once, must not.
bool input_can_end() {
    struct stat info {};
    if (fstat(STDIN_FILENO, &info) != 0) return false;
    return isatty(STDIN_FILENO) != 0 || S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode);
}

void wait_for_end() {
    char ignored[256];
    bool listens = input_can_end();
    while (!was_interrupted()) {
        if (!listens) {
            std::this_thread::sleep_for(std::chrono::milliseconds(kLookForEnd));
            continue;
        }
        pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        if (poll(&input, 1, kLookForEnd) > 0 && read(STDIN_FILENO, ignored, sizeof ignored) <= 0) return;
    }
}

}  // namespace

int board_main(const Arguments& arguments) {
    CLI::App app{"Shows a board in the browser, with an engine on this machine (docs/web.md)."};
    BoardSettings settings;
    settings.engine = own_program();
    bool stay = false;
    app.add_option("--port", settings.port,
                   "on 127.0.0.1; 0: any that is free; default: " + std::to_string(kUsualPort) +
                       ", or any if that is taken")
        ->check(CLI::Range(0, 65535));
    app.add_option("--page", settings.page, "folder with the page's files; default: those in the program")
        ->type_name(kFolder);
    app.add_option("--engine", settings.engine, "another UCI engine to search with; default: this one")
        ->type_name(kFile);
    app.add_flag("--no-open", stay, "only print the address, even on a desktop");
    if (const auto code = parse_command_line(app, arguments)) return *code;

    if (!settings.page.empty() && !has_page(settings.page))
        return refuse("board", "--page: there is no index.html in " + in_quotes(settings.page));
    if (settings.page.empty()) settings.page = find_page(own_program());
    const bool port_is_free_choice = app.count("--port") == 0;
    if (port_is_free_choice) settings.port = kUsualPort;
    catch_interrupts();
    auto server = std::make_unique<BoardServer>(settings);
    auto address = server->open();
    if (!address && port_is_free_choice) {
        settings.port = 0;
        server = std::make_unique<BoardServer>(settings);
        address = server->open();
    }
    if (!address) return fail("board", address.error());
    std::printf("The board is at %s\nCtrl-C ends it.\n", address->c_str());
    if (settings.page.empty() && page_files().empty())
        std::printf("This program was built without the page: `make board`, then `make`, build both.\n");
    std::fflush(stdout);
    if (!stay && has_desktop()) open_in_browser(*address);

    std::thread serving([&] { server->run(); });
    wait_for_end();
    server->stop();
    serving.join();
    return 0;
}

}  // namespace stillpoint
