#pragma once

#include <algorithm>
#include <string>

#include "cluster/exchange.h"
#include "cluster/postman.h"
#include "search/peers.h"

namespace stillpoint::cluster {

inline constexpr std::int64_t kMegabyte = 1'000'000;
inline constexpr std::int64_t kDefaultTraffic = 10;  // megabytes a second, sent by each process
// Without a sign of life for so long, a process counts as lost.
inline constexpr Microseconds kDefaultSilence = 3 * kSecond;
// A longer pause between two turns was our own: the machine slept, or we were stopped.
inline constexpr Microseconds kOwnPause = 500 * kMillisecond;

// What all processes of a search do alike: their results go to all others.
class Member : public Peers {
public:
    explicit Member(Postman& postman) : postman_(postman) {}

    void set_traffic(std::int64_t bytes_per_second) { exchange_.set_limit(bytes_per_second); }
    ExchangeCounts exchanged() const { return exchange_.counts(); }

    void share(int worker, Key key, const TableData& data) override { exchange_.share(worker, key, data); }

protected:
    // A turn of the postman: what was found since the last one leaves.
    void send_entries(Microseconds now) {
        const auto letter = exchange_.collect(postman_.size() - 1, now);
        if (!letter) return;
        for (int to = 0; to < postman_.size(); ++to)
            if (to != postman_.rank()) postman_.offer(to, *letter);
    }

    Postman& postman_;
    Exchange exchange_{kDefaultTraffic * kMegabyte};
};

}  // namespace stillpoint::cluster
