#include "programs/board/engine_process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/lines.h"

extern char** environ;

namespace stillpoint {

namespace {

// A recorded tree is answered in one line.
constexpr std::size_t kLongestLine = std::size_t{64} << 20;
// Lines that wait for an engine that doesn't read.
constexpr std::size_t kMostUnsent = std::size_t{4} << 20;
constexpr auto kFarewell = std::chrono::milliseconds(500);
constexpr int kLookForOutput = 20;  // ms

struct Pipe {
    int read_end = -1;
    int write_end = -1;

    bool open() {
        int ends[2];
        if (::pipe(ends) != 0) return false;
        read_end = ends[0];
        write_end = ends[1];
        // The child gets its ends by dup2, and nothing else: an inherited write end would keep it from ever
        // seeing the end of its input.
        for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
        return true;
    }
};

// In a process group of its own: Ctrl-C in the terminal is for the server, which then ends it properly.
int spawn(const std::string& program, int input, int output, pid_t& process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string name = program;
    char* arguments[] = {name.data(), nullptr};
    const int error = posix_spawn(&process, program.c_str(), &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

}  // namespace

EngineProcess::EngineProcess(std::string program, std::function<void(std::string)> on_line,
                             std::function<void()> on_end)
    : program_(std::move(program)), on_line_(std::move(on_line)), on_end_(std::move(on_end)) {}

EngineProcess::~EngineProcess() { finish(); }

Result<bool> EngineProcess::start() {
    std::lock_guard lock(mutex_);
    return start_locked();
}

Result<bool> EngineProcess::start_locked() {
    if (is_finishing_) return Error{"the engine is being ended"};
    if (has_ended_) reap_locked();
    if (process_ != -1) return true;
    Pipe in, out;
    if (!in.open()) return Error{std::string("no pipe: ") + std::strerror(errno)};
    if (!out.open()) {
        close(in.read_end);
        close(in.write_end);
        return Error{std::string("no pipe: ") + std::strerror(errno)};
    }
    const int error = spawn(program_, in.read_end, out.write_end, process_);
    close(in.read_end);
    close(out.write_end);
    if (error != 0) {
        close(in.write_end);
        close(out.read_end);
        process_ = -1;
        return Error{"can't start " + program_ + ": " + std::strerror(error)};
    }
    to_engine_ = in.write_end;
    from_engine_ = out.read_end;
    fcntl(to_engine_, F_SETFL, O_NONBLOCK);
    unsent_.clear();
    reader_ = std::thread([this] { read_lines(); });
    if (!writer_.joinable()) writer_ = std::thread([this] { write_lines(); });
    return true;
}

void EngineProcess::read_lines() {
    LineReader lines(from_engine_, kLongestLine);
    while (auto line = lines.next()) on_line_(std::move(line->text));
    {
        std::lock_guard lock(mutex_);
        has_ended_ = true;
        if (is_finishing_) return;
    }
    on_end_();
}

// Nobody else writes to the engine, and nobody waits for this: the engine may not read.
void EngineProcess::write_lines() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return !unsent_.empty() || is_finishing_; });
        if (unsent_.empty()) break;
        const ssize_t n = ::write(to_engine_, unsent_.data(), unsent_.size());
        if (n > 0) {
            unsent_.erase(0, static_cast<std::size_t>(n));
        } else if (errno == EAGAIN || errno == EINTR) {
            pollfd pipe{.fd = to_engine_, .events = POLLOUT, .revents = 0};
            lock.unlock();
            poll(&pipe, 1, kLookForOutput);
            lock.lock();
        } else {
            // It has ended, and what it was to hear with it.
            unsent_.clear();
        }
        if (is_finishing_ && has_ended_) break;
    }
    // The end of its input.
    close(to_engine_);
}

// Cleans up after an engine that ended by itself. Its reader has only that left to report.
void EngineProcess::reap_locked() {
    reader_.join();
    close(to_engine_);
    close(from_engine_);
    to_engine_ = from_engine_ = -1;
    waitpid(process_, nullptr, 0);
    process_ = -1;
    has_ended_ = false;
}

Result<bool> EngineProcess::send(std::string_view line) {
    std::lock_guard lock(mutex_);
    if (const auto started = start_locked(); !started) return started;
    if (unsent_.size() + line.size() > kMostUnsent) return Error{"the engine doesn't listen"};
    unsent_ += line;
    unsent_ += '\n';
    changed_.notify_all();
    return true;
}

void EngineProcess::kill() {
    std::lock_guard lock(mutex_);
    if (process_ != -1 && !is_finishing_) ::kill(-process_, SIGKILL);
}

void EngineProcess::finish() {
    {
        std::lock_guard lock(mutex_);
        if (is_finishing_) return;
        is_finishing_ = true;
        if (process_ != -1) unsent_ += "stop\nquit\n";
        changed_.notify_all();
    }
    if (process_ != -1) {
        const auto deadline = std::chrono::steady_clock::now() + kFarewell;
        while (waitpid(process_, nullptr, WNOHANG) == 0) {
            if (std::chrono::steady_clock::now() > deadline) {
                ::kill(process_, SIGKILL);
                waitpid(process_, nullptr, 0);
                break;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        // What it has started may still hold its pipes.
        ::kill(-process_, SIGKILL);
        reader_.join();
        close(from_engine_);
        process_ = -1;
    }
    if (writer_.joinable()) writer_.join();
}

}  // namespace stillpoint
