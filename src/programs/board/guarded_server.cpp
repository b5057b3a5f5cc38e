#include "programs/board/guarded_server.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace stillpoint {

namespace {

using std::chrono::milliseconds, std::chrono::steady_clock;

// How soon a waiting connection notices that it is no longer welcome.
constexpr int kLookForClient = 20;  // ms

thread_local bool t_request_is_too_large = false;

}  // namespace

// A connection as the library reads and writes it.
class GuardedServer::Connection : public httplib::Stream {
public:
    Connection(const GuardedServer& server, socket_t socket) : server_(server), socket_(socket) {}
    ~Connection() override {
        ::shutdown(socket_, SHUT_RDWR);
        ::close(socket_);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Waits for a request to begin. False: there is none to come.
    bool await_request() {
        budget_ = server_.limits_.request_bytes;
        t_request_is_too_large = false;
        if (!has_buffered() && (!wait(POLLIN, steady_clock::now(), server_.limits_.idle_time) || !fill()))
            return false;
        request_began_ = steady_clock::now();
        return true;
    }

    bool is_readable() const override { return has_buffered() || is_ready(POLLIN); }
    bool is_writable() const override { return is_ready(POLLOUT) && !server_.stopping_; }

    ssize_t read(char* to, std::size_t size) override {
        if (budget_ == 0) t_request_is_too_large = true;
        if (t_request_is_too_large) return -1;
        if (!has_buffered() && (!wait(POLLIN, request_began_, server_.limits_.request_time) || !fill()))
            return -1;
        const std::size_t n = std::min({size, end_ - begin_, budget_});
        std::copy_n(buffer_.data() + begin_, n, to);
        begin_ += n;
        budget_ -= n;
        return static_cast<ssize_t>(n);
    }

    ssize_t write(const char* from, std::size_t size) override {
        for (bool waited = false;; waited = true) {
            const ssize_t n = ::send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n >= 0) {
                if (!waited) blocked_ = {};
                return n;
            }
            if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) return -1;
            // A reader that takes little by little is as slow as one that takes nothing.
            const auto began = steady_clock::now();
            if (!wait(POLLOUT, began - blocked_, server_.limits_.idle_time)) return -1;
            blocked_ += steady_clock::now() - began;
        }
    }

    void get_remote_ip_and_port(std::string& ip, int& port) const override { ip.clear(), port = 0; }
    void get_local_ip_and_port(std::string& ip, int& port) const override { ip.clear(), port = 0; }
    socket_t socket() const override { return socket_; }

private:
    bool has_buffered() const { return begin_ < end_; }

    bool is_ready(short event) const {
        pollfd one{.fd = socket_, .events = event, .revents = 0};
        return poll(&one, 1, 0) > 0;
    }

    // Until the socket is ready, or the time that began then is used up.
    bool wait(short event, steady_clock::time_point began, milliseconds allowed) const {
        while (!server_.stopping_) {
            pollfd one{.fd = socket_, .events = event, .revents = 0};
            const int ready = poll(&one, 1, kLookForClient);
            if (ready > 0) return true;
            if (ready < 0 && errno != EINTR) return false;
            const bool crowded = server_.waiting_ > 0;
            const auto limit = crowded ? std::min(allowed, server_.limits_.crowded_time) : allowed;
            if (steady_clock::now() - began >= limit) return false;
        }
        return false;
    }

    bool fill() {
        const ssize_t n = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
        if (n <= 0) return false;
        begin_ = 0;
        end_ = static_cast<std::size_t>(n);
        return true;
    }

    const GuardedServer& server_;
    const socket_t socket_;
    std::array<char, 16384> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t budget_ = 0;  // bytes the request may still have
    steady_clock::time_point request_began_;
    steady_clock::duration blocked_{};  // time spent on waiting for the reader
};

// Counts who waits for a thread.
class GuardedServer::Queue : public httplib::TaskQueue {
public:
    explicit Queue(GuardedServer& server) : server_(server), pool_(server.limits_.connections) {}

    // Some versions of the library want to know whether there was room.
    using Taken = decltype(std::declval<httplib::TaskQueue&>().enqueue(std::function<void()>()));
    Taken enqueue(std::function<void()> task) override {
        ++server_.waiting_;
        return Taken(pool_.enqueue([this, task = std::move(task)] {
            --server_.waiting_;
            task();
        }));
    }
    void shutdown() override { pool_.shutdown(); }

private:
    GuardedServer& server_;
    httplib::ThreadPool pool_;
};

GuardedServer::GuardedServer(Limits limits) : limits_(limits) {
    new_task_queue = [this] { return new Queue(*this); };
}

void GuardedServer::stop() {
    stopping_ = true;
    httplib::Server::stop();
}

bool GuardedServer::request_is_too_large() { return t_request_is_too_large; }

bool GuardedServer::process_and_close_socket(socket_t socket) {
    // Whoever reads is on this machine: to compress for them (some versions of the library do it with
    // Brotli's slowest level, each time) only costs time. It compresses for those who say that they take it.
    const auto take_plain = [](httplib::Request& request) { request.headers.erase("Accept-Encoding"); };
    Connection connection(*this, socket);
    bool closed = false;
    for (std::size_t left = keep_alive_max_count_; left > 0 && !closed && !stopping_; --left)
        if (!connection.await_request() || !process_request(connection, left == 1, closed, take_plain)) break;
    return true;
}

}  // namespace stillpoint
