#include "programs/board/places.h"

#include <array>
#include <cstdlib>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern char** environ;

namespace stillpoint {

namespace {

bool is_set(const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
}

#ifdef __APPLE__
constexpr const char* kOpener = "open";
#else
constexpr const char* kOpener = "xdg-open";
#endif

}  // namespace

bool has_page(const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(folder / "index.html", ignored);
}

std::string find_page(const std::string& own_program) {
    const std::filesystem::path folder = std::filesystem::path(own_program).parent_path();
    const std::array candidates = {folder / "web/app/dist", folder / "../share/stillpoint/board"};
    for (const auto& candidate : candidates)
        if (has_page(candidate)) return candidate.lexically_normal().string();
    return {};
}

ScratchFolder::ScratchFolder() {
    // Not TMPDIR: the engine's commands have no way to write a space.
    std::string pattern = "/tmp/stillpoint-board-XXXXXX";
    if (mkdtemp(pattern.data())) path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

bool has_desktop() {
#ifdef __APPLE__
    return !is_set("SSH_CONNECTION");
#else
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

void open_in_browser(const std::string& address) {
    std::string program = kOpener, argument = address;
    char* arguments[] = {program.data(), argument.data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // Browsers write messages to the terminal they are started from.
    for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    pid_t ignored = 0;
    static_cast<void>(posix_spawnp(&ignored, kOpener, &actions, nullptr, arguments, environ));
    posix_spawn_file_actions_destroy(&actions);
}

}  // namespace stillpoint
