#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cluster/link.h"

namespace stillpoint::cluster {

// Links between threads of one process, with the faults of a real network on demand.
class MemoryNetwork {
public:
    explicit MemoryNetwork(int size) : mailboxes_(static_cast<std::size_t>(size)) {}

    LinkMaker maker(int rank) {
        return [this, rank]() -> Result<std::unique_ptr<Link>> {
            return std::unique_ptr<Link>(std::make_unique<MemoryLink>(*this, rank));
        };
    }

    // One way.
    void set_delay(std::chrono::milliseconds delay) {
        std::lock_guard lock(mutex_);
        delay_ = delay;
    }
    // From now on nothing reaches this rank and nothing comes from it.
    void cut(int rank, bool is_cut = true) {
        std::lock_guard lock(mutex_);
        mailboxes_[static_cast<std::size_t>(rank)].is_cut = is_cut;
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Mailbox {
        std::deque<std::pair<Clock::time_point, Letter>> letters;
        bool is_cut = false;
    };

    class MemoryLink final : public Link {
    public:
        MemoryLink(MemoryNetwork& network, int rank) : network_(network), rank_(rank) {}
        int rank() const override { return rank_; }
        int size() const override { return static_cast<int>(network_.mailboxes_.size()); }
        void send(int to, std::string text) override {
            std::lock_guard lock(network_.mutex_);
            Mailbox& box = network_.mailboxes_[static_cast<std::size_t>(to)];
            if (box.is_cut || network_.mailboxes_[static_cast<std::size_t>(rank_)].is_cut) return;
            box.letters.emplace_back(Clock::now() + network_.delay_, Letter{rank_, std::move(text)});
        }
        std::size_t unsent(int) const override { return 0; }
        std::optional<Letter> receive() override {
            std::lock_guard lock(network_.mutex_);
            auto& letters = network_.mailboxes_[static_cast<std::size_t>(rank_)].letters;
            if (letters.empty() || letters.front().first > Clock::now()) return std::nullopt;
            Letter letter = std::move(letters.front().second);
            letters.pop_front();
            return letter;
        }
        void close() override {}

    private:
        MemoryNetwork& network_;
        const int rank_;
    };

    std::mutex mutex_;
    std::chrono::milliseconds delay_{0};
    std::vector<Mailbox> mailboxes_;
};

}  // namespace stillpoint::cluster
