#include "train/micro_batch.h"

#include <algorithm>

#include "util/check.h"

namespace stillpoint::train {

static_assert(2 * kMicroBatch - 1 <= UINT16_MAX);
static_assert(nnue::output_bucket(5) == 0 && nnue::output_bucket(6) == 1,
              "bucket_begin assumes steps of four");

MicroBatch::MicroBatch(const ModelShape& shape)
    : king_map_(shape.king_map()),
      records_(kMicroBatch),
      features_(kMicroBatch * kFeatureStride),
      seats_(kMicroBatch * kFeatureStride),
      seats_begin_(static_cast<std::size_t>(shape.inputs()) + 1),
      uses_(static_cast<std::size_t>(shape.inputs())) {}

void MicroBatch::fill(std::span<const Record* const> records) {
    STILLPOINT_ASSERT(records.size() <= static_cast<std::size_t>(kMicroBatch));
    size_ = static_cast<int>(records.size());
    std::array<int, kMaxPieces + 2> next{};
    for (const Record* r : records) ++next[static_cast<std::size_t>(r->piece_count()) + 1];
    for (std::size_t n = 1; n < next.size(); ++n) next[n] += next[n - 1];
    begin_ = next;

    std::fill(uses_.begin(), uses_.end(), 0);
    for (const Record* r : records) {
        const auto i = static_cast<std::size_t>(next[static_cast<std::size_t>(r->piece_count())]++);
        records_[i] = r;
        std::uint16_t* out = features_.data() + i * kFeatureStride;
        for_each_feature(*r, king_map_, [&](std::uint16_t own, std::uint16_t theirs) {
            *out++ = own;
            *out++ = theirs;
            ++uses_[own];
            ++uses_[theirs];
        });
    }

    std::uint32_t sum = 0;
    for (std::size_t f = 0; f < uses_.size(); ++f) {
        seats_begin_[f] = sum;
        sum += uses_[f];
        uses_[f] = seats_begin_[f];
    }
    seats_begin_.back() = sum;
    for (int i = 0; i < size_; ++i) {
        const std::uint16_t* f = features(i);
        const int pieces = records_[static_cast<std::size_t>(i)]->piece_count();
        for (int n = 0; n < pieces; ++n) {
            seats_[uses_[f[2 * n]]++] = static_cast<Seat>(2 * i);
            seats_[uses_[f[2 * n + 1]]++] = static_cast<Seat>(2 * i + 1);
        }
    }
}

}  // namespace stillpoint::train
