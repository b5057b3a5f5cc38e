#pragma once

#include <cstdint>

#include "chess/types.h"

// The shape of the network, shared with the trainer: nothing here may change without a new network.
//
//   768 inputs, seen by each side    ->  kHidden neurons a side  ->  one output, of eight
//   (12 pieces x 64 squares)             clipped and squared         (chosen by how many pieces are left)
namespace stillpoint::nnue {

inline constexpr int kInputs = 768;
#ifdef STILLPOINT_HIDDEN
inline constexpr int kHidden = STILLPOINT_HIDDEN;
#else
inline constexpr int kHidden = 256;
#endif
inline constexpr int kOutputBuckets = 8;

// Fixed point: 1.0 is kQa in the first layer and its activations, kQb in the second layer's weights.
inline constexpr int kQa = 255;
inline constexpr int kQb = 64;
// The network's output 1.0 in centipawns.
inline constexpr int kScale = 400;
// Training keeps weights within this, and the arithmetic relies on it: 32 pieces and a bias then fit the
// 16-bit sums of the first layer, and kQa times an output weight fits 16 bits too.
inline constexpr double kMaxWeight = 1.98;
inline constexpr int kLargestFeatureWeight = static_cast<int>(kMaxWeight * kQa + 0.5);
inline constexpr int kLargestOutputWeight = static_cast<int>(kMaxWeight * kQb + 0.5);

static_assert(kHidden > 0 && kHidden % 32 == 0, "the widest vectors hold 32 numbers");
static_assert(33 * kLargestFeatureWeight <= INT16_MAX);
static_assert(kQa * kLargestOutputWeight <= INT16_MAX);

// A side whose own king stands on the files e to h sees the board mirrored, so that its king is always on the
// files a to d: half as much to learn.
constexpr bool is_mirrored(Square own_king) { return file_of(own_king) >= 4; }

// Which input a piece on a square is, from one side's view: its own pieces first, its own first rank at the
// bottom.
constexpr int feature(Color perspective, bool mirrored, Piece piece, Square square) {
    const int whose = color_of(piece) == perspective ? 0 : kPieceTypes;
    const int seen_at = index(relative_square(perspective, square)) ^ (mirrored ? 7 : 0);
    return (whose + index(type_of(piece))) * kSquares + seen_at;
}
constexpr int feature(Color perspective, Square own_king, Piece piece, Square square) {
    return feature(perspective, is_mirrored(own_king), piece, square);
}

// Kings count: there are 2 to 32 pieces.
constexpr int output_bucket(int pieces) { return (pieces - 2) / 4; }
static_assert(output_bucket(2) == 0 && output_bucket(32) == kOutputBuckets - 1);

}  // namespace stillpoint::nnue
