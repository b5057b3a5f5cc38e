#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

#include <httplib.h>

namespace stillpoint {

// The library's server with limits on what a connection may cost. The library gives each connection a thread
// for as long as bytes trickle in; here a request has to be there in time and within its size, and when
// connections are waiting for a thread, those that keep one without need lose it. All of them come from
// 127.0.0.1, so there are no peers to tell apart and to give shares to, and nothing is compressed for them.
class GuardedServer : public httplib::Server {
public:
    struct Limits {
        std::size_t connections = 32;                  // at once, each in a thread of its own; others wait
        std::size_t request_bytes = 0;                 // head and body together, whatever the encoding
        std::chrono::milliseconds request_time{5000};  // from its first byte to its last
        std::chrono::milliseconds idle_time{5000};     // between requests, and for a reader to go on reading
        std::chrono::milliseconds crowded_time{250};   // for all of these while others wait
    };
    explicit GuardedServer(Limits limits);

    // Ends all connections too, in less than a tenth of a second.
    void stop();

    // Whether the request that this thread is answering was cut off because it is too large.
    static bool request_is_too_large();

private:
    class Connection;
    class Queue;

    bool process_and_close_socket(socket_t socket) override;

    const Limits limits_;
    std::atomic<int> waiting_{0};  // connections without a thread
    std::atomic<bool> stopping_{false};
};

}  // namespace stillpoint
