#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nnue/architecture.h"
#include "train/model.h"
#include "train/record.h"

namespace stillpoint::train {

// Positions worked on together: enough that a feature occurs several times and its gradient is written once,
// few enough that their activations stay in the cache.
inline constexpr int kMicroBatch = 512;
inline constexpr int kMaxPieces = 32;

// Positions split into features, in the order that the passes over the network need.
class MicroBatch {
public:
    // A position's place in the lists below: 2 * position + side (0: to move, 1: the other).
    using Seat = std::uint16_t;

    explicit MicroBatch(const ModelShape& shape);

    // Sorts the positions by their number of pieces and lists their features. At most kMicroBatch records.
    void fill(std::span<const Record* const> records);

    int size() const { return size_; }
    const Record& record(int i) const { return *records_[static_cast<std::size_t>(i)]; }
    // Positions with n pieces are those from begin(n) to begin(n + 1): loops over pieces then always have the
    // same length, which a processor can predict, and each output bucket is contiguous.
    int begin(int pieces) const { return begin_[static_cast<std::size_t>(pieces)]; }
    int bucket_begin(int bucket) const {
        return bucket < nnue::kOutputBuckets ? begin(4 * bucket + 2) : size_;
    }

    // The features of position i, as pairs: side to move, other side.
    const std::uint16_t* features(int i) const {
        return features_.data() + static_cast<std::size_t>(i) * kFeatureStride;
    }
    // The seats that have this feature.
    std::span<const Seat> seats(int feature) const {
        const auto f = static_cast<std::size_t>(feature);
        return {seats_.data() + seats_begin_[f], seats_begin_[f + 1] - seats_begin_[f]};
    }

private:
    static constexpr std::size_t kFeatureStride = 2 * kMaxPieces;

    const nnue::KingMap& king_map_;
    int size_ = 0;
    std::array<int, kMaxPieces + 2> begin_{};
    std::vector<const Record*> records_;
    std::vector<std::uint16_t> features_;
    std::vector<Seat> seats_;
    std::vector<std::uint32_t> seats_begin_;  // by feature, and the end
    std::vector<std::uint32_t> uses_;         // by feature; scratch for fill()
};

}  // namespace stillpoint::train
