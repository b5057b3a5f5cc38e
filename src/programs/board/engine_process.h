#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <sys/types.h>

#include "util/result.h"

namespace stillpoint {

// A UCI engine as a process of its own, lines in and lines out. A process rather than an Engine object: the
// page then speaks to exactly what any chess program would, a lab build brings its commands along, and
// whatever happens to it leaves the server standing.
class EngineProcess {
public:
    // `on_line` and `on_end` are called by a thread of this object; on_end only if nobody asked for the end.
    EngineProcess(std::string program, std::function<void(std::string)> on_line,
                  std::function<void()> on_end);
    ~EngineProcess();
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    // Starts it unless it runs; true if it does then.
    Result<bool> start();
    // One command, without line end. Starts the engine again if it had ended.
    Result<bool> send(std::string_view line);
    // Asks it to leave, and ends it if it doesn't.
    void finish();

private:
    void read_lines();
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
    std::thread reader_;
};

}  // namespace stillpoint
