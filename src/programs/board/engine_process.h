#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <sys/types.h>

#include "util/result.h"

namespace stillpoint {

// A UCI engine as a process of its own, lines in and lines out. Unlike an Engine object, it is exactly what
// any chess program would talk to, it can be another program, and the server survives its
// crash.
class EngineProcess {
public:
    // `on_line` and `on_end` are called by a thread of this object; on_end only if finish() was not called.
    EngineProcess(std::string program, std::function<void(std::string)> on_line,
                  std::function<void()> on_end);
    ~EngineProcess();
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    // Starts it unless it is running.
    Result<bool> start();
    // One command, without line end, for which it doesn't wait. Starts the engine again if it had ended. An
    // error if the engine has left too many commands unread.
    Result<bool> send(std::string_view line);
    // Ends an engine that doesn't obey. The next command starts it again.
    void kill();
    // Asks it to quit, and kills it if it doesn't: that takes less than a second.
    void finish();

private:
    void read_lines();
    void write_lines();
    Result<bool> start_locked();
    void reap_locked();

    const std::string program_;
    const std::function<void(std::string)> on_line_;
    const std::function<void()> on_end_;
    std::mutex mutex_;  // for all below
    pid_t process_ = -1;
    int to_engine_ = -1;
    int from_engine_ = -1;
    bool has_ended_ = false;  // by itself; still to be reaped
    bool is_finishing_ = false;
    std::string unsent_;  // lines for the engine, which may not read them
    std::condition_variable changed_;
    std::thread reader_;
    std::thread writer_;
};

}  // namespace stillpoint
