#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>

#include "train/position_file.h"
#include "train/position_source.h"

namespace stillpoint::train {

// Training positions that memory cannot hold: a window of them is there at a time, while the next one is read
// in the background. Each epoch takes the chunks of the file in a new order, so that the windows always hold
// other positions, and a window's blocks come in random order as they do in memory.
class PositionStream : public PositionSource {
public:
    // The positions of a window, whole chunks, if all windows together may take so many bytes; and the other
    // way round.
    static std::uint64_t window_for(std::uint64_t memory);
    static std::uint64_t memory_for(std::uint64_t window);

    // What is made ready at once must not be more than a window.
    PositionStream(PositionFile file, std::uint64_t window, std::uint64_t seed);
    ~PositionStream() override;
    PositionStream(const PositionStream&) = delete;
    PositionStream& operator=(const PositionStream&) = delete;

    Result<spg::Done> make_ready(std::uint64_t first, std::uint64_t count) override;
    const Record* block(std::uint64_t number) const override;

    // Gives the windows' memory back, even while one is being read.
    void release();

private:
    static constexpr std::uint64_t kWindows = 2;
    struct Window {
        std::optional<std::uint64_t> number{};  // which one this is, or is about to be
        std::unique_ptr<Record[]> records{};
        std::optional<Permutation> order{};
        std::future<Result<spg::Done>> reading{};
    };
    Window& place_of(std::uint64_t number) { return windows_[number % kWindows]; }
    void start_reading(std::uint64_t number);
    Result<spg::Done> read(std::uint64_t number, Record* records) const;

    const PositionFile file_;
    const std::uint64_t window_chunks_;
    const std::uint64_t window_blocks_;
    const std::uint64_t seed_;
    std::atomic<bool> given_up_ = false;
    std::array<Window, kWindows> windows_;
};

}  // namespace stillpoint::train
