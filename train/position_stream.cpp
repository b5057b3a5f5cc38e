#include "train/position_stream.h"

#include "util/check.h"

namespace stillpoint::train {

namespace {

constexpr std::uint64_t kChunkOrderSalt = 0x43484E4B, kBlockOrderSalt = 0x424C4F4B;
constexpr std::uint64_t kBlocksPerChunk = PositionFile::kChunk / RecordStore::kBlock;

}  // namespace

std::uint64_t PositionStream::window_for(std::uint64_t memory) {
    return memory / (kWindows * PositionFile::kChunkBytes) * PositionFile::kChunk;
}

std::uint64_t PositionStream::memory_for(std::uint64_t window) {
    return kWindows * PositionFile::kChunkBytes *
           ((window + PositionFile::kChunk - 1) / PositionFile::kChunk);
}

PositionStream::PositionStream(PositionFile file, std::uint64_t window, std::uint64_t seed)
    : file_(std::move(file)),
      window_chunks_(window / PositionFile::kChunk),
      window_blocks_(window_chunks_ * kBlocksPerChunk),
      seed_(seed) {
    STILLPOINT_ASSERT(window_chunks_ > 0);
}

PositionStream::~PositionStream() { release(); }

void PositionStream::release() {
    given_up_ = true;
    for (Window& window : windows_) {
        if (window.reading.valid()) window.reading.wait();
        window = {};
    }
    given_up_ = false;
}

Result<spg::Done> PositionStream::make_ready(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t from = first / window_blocks_, to = (first + count - 1) / window_blocks_;
    for (std::uint64_t number = from; number <= to; ++number) {
        start_reading(number);
        Window& window = place_of(number);
        if (!window.reading.valid()) continue;
        if (auto done = window.reading.get(); !done) {
            window.number.reset();
            return done;
        }
    }
    start_reading(from + 1);
    return spg::Done{};
}

const Record* PositionStream::block(std::uint64_t number) const {
    const Window& window = windows_[number / window_blocks_ % kWindows];
    return &window.records[(*window.order)(number % window_blocks_) * RecordStore::kBlock];
}

// Unless it is there or on its way.
void PositionStream::start_reading(std::uint64_t number) {
    Window& window = place_of(number);
    if (window.number == number) return;
    if (window.reading.valid()) window.reading.wait();
    window.number = number;
    window.order.emplace(window_blocks_, seed_ ^ kBlockOrderSalt, number);
    if (!window.records)
        window.records = std::make_unique_for_overwrite<Record[]>(window_chunks_ * PositionFile::kChunk);
    window.reading = std::async(
        std::launch::async, [this, number, records = window.records.get()] { return read(number, records); });
}

Result<spg::Done> PositionStream::read(std::uint64_t number, Record* records) const {
    std::ifstream stream(file_.path(), std::ios::binary);
    for (std::uint64_t i = 0; i < window_chunks_ && !given_up_; ++i) {
        const std::uint64_t chunk = number * window_chunks_ + i;
        const Permutation order(file_.chunks(), seed_ ^ kChunkOrderSalt, chunk / file_.chunks());
        if (auto done = file_.read(stream, order(chunk % file_.chunks()), records + i * PositionFile::kChunk);
            !done)
            return done;
    }
    return spg::Done{};
}

}  // namespace stillpoint::train
