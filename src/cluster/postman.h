#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "cluster/link.h"
#include "cluster/traffic_valve.h"
#include "cluster/wire.h"

namespace stillpoint::cluster {

// The one thread of a process that uses the link: searches and users never wait for a network.
class Postman {
public:
    // Makes the link, in its own thread, and returns when that is done.
    static Result<std::unique_ptr<Postman>> start(LinkMaker make_link);
    // If it has not left yet, it is left alone: the link may hang.
    ~Postman();
    Postman(const Postman&) = delete;
    Postman& operator=(const Postman&) = delete;

    int rank() const;
    int size() const;

    // What its thread calls; neither may wait. Letters that come before these are set are kept.
    struct Duties {
        std::function<void(Kind kind, int from, Reader& letter)> on_letter;
        std::function<void(Microseconds now)> on_turn;  // about every millisecond
    };
    void set_duties(Duties duties);

    // From any thread; leaves at once.
    void send(int to, std::string text);
    void send_to_others(const std::string& text);
    // Only within the duties, for what is not worth waiting: a slow receiver doesn't get it.
    void offer(int to, const std::string& text);

    // When its thread last came round: long ago means that the link hangs.
    Microseconds last_turn() const;

    // Nothing more is received, and no duty called; what was to be sent leaves. `in_order`: everybody leaves,
    // so that the link can be closed too. False if that took too long: the process should then just end.
    bool leave(bool in_order);

    // By a clock that never jumps.
    static Microseconds now();

private:
    struct State;
    explicit Postman(std::shared_ptr<State> state) : state_(std::move(state)) {}
    static void run(const std::shared_ptr<State>& state, const LinkMaker& make_link);

    std::shared_ptr<State> state_;  // its thread may outlive this
    std::thread thread_;
};

}  // namespace stillpoint::cluster
