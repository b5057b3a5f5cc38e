#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

namespace stillpoint {

// Makes all tables with three and four pieces in a folder, in the background, by one thread.
class TableMaking {
public:
    enum class State {
        Unavailable,  // no folder for them, or nobody could read them
        Absent,
        Making,
        Failed,
        Ready,
    };
    struct Status {
        State state;
        double part;         // done
        std::string reason;  // of a failure
    };

    // Looks at what is there.
    explicit TableMaking(std::filesystem::path folder);
    ~TableMaking() { stop(); }
    TableMaking(const TableMaking&) = delete;
    TableMaking& operator=(const TableMaking&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    Status status() const;
    // Does nothing if they are there or being made.
    void start();
    // Returns when all is quiet. What was made is kept, and start() goes on from there.
    void stop();

private:
    void make();
    void set(State state, std::string reason = {});

    const std::filesystem::path folder_;
    std::mutex calls_;  // start() and stop() come one at a time
    mutable std::mutex mutex_;
    State state_;
    std::string reason_;
    std::atomic<double> part_ = 0;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

}  // namespace stillpoint
