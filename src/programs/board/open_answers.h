#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>

namespace stillpoint {

// What the engine still owes: the end of its searches, and readiness. A page that takes over must not get
// the answers that its predecessor was waiting for.
class OpenAnswers {
public:
    void asked(std::string_view command);
    void answered(std::string_view line);
    // The engine has ended, or nobody will wait any more.
    void forget();

    bool any() const;
    // Waits until nothing is owed; false if that takes longer than `patience`.
    bool settle(std::chrono::milliseconds patience);

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    int searches_ = 0;
    int questions_ = 0;
};

}  // namespace stillpoint
