#pragma once

#include <array>
#include <cstdint>

#include "chess/types.h"

// The shape of the network, shared with the trainer: nothing here may change without a new network.
//
//   768 inputs for each king bucket,  ->  kHidden neurons a side  ->  one output, of eight
//   seen by each side                     clipped and squared         (chosen by how many pieces are left)
//   (12 pieces x 64 squares)
//
// With layers behind the first, those of each output are its own:
//
//   inputs  ->  kHidden neurons a side,  ->  kLayers[0]   ->  kLayers[1]   ->  one output, of eight
//               clipped, multiplied in       clipped and      clipped and
//               pairs: half as many          squared          squared
namespace stillpoint::nnue {

// Inputs of one king bucket: every piece on every square.
inline constexpr int kBoardInputs = kPieces * kSquares;
#ifdef STILLPOINT_KING_BUCKETS
inline constexpr int kKingBuckets = STILLPOINT_KING_BUCKETS;
#else
inline constexpr int kKingBuckets = 1;
#endif
#ifdef STILLPOINT_HIDDEN
inline constexpr int kHidden = STILLPOINT_HIDDEN;
#else
inline constexpr int kHidden = 256;
#endif
// Neurons of the second and third layer; none: {0, 0}.
using Layers = std::array<int, 2>;
#ifdef STILLPOINT_LAYERS
inline constexpr Layers kLayers = {STILLPOINT_LAYERS};
#else
inline constexpr Layers kLayers = {};
#endif
inline constexpr int kInputs = kKingBuckets * kBoardInputs;
inline constexpr int kOutputBuckets = 8;

// What may differ between networks. The engine is compiled for one shape; the trainer makes any.
struct Shape {
    int hidden = kHidden;
    int king_buckets = kKingBuckets;
    Layers layers = kLayers;

    constexpr bool is_deep() const { return layers != Layers{}; }
    constexpr int inputs() const { return king_buckets * kBoardInputs; }
    friend bool operator==(const Shape&, const Shape&) = default;
};
inline constexpr Shape kShape{};

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

static_assert(33 * kLargestFeatureWeight <= INT16_MAX);
static_assert(kQa * kLargestOutputWeight <= INT16_MAX);

// The same for the layers behind the first. Two neurons are multiplied into seven bits, so that sums of two
// products with bytes fit 16 bits; all else has more bits than it needs.
namespace deep {
inline constexpr int kPairShift = 9;
inline constexpr int kPair = kQa * kQa >> kPairShift;  // 1.0 after multiplying pairs; weights: kQb
inline constexpr int kSecondSum = kPair * kQb;
inline constexpr int kSquareShift = 13;
inline constexpr int kSecond = kSecondSum * kSecondSum >> kSquareShift;
inline constexpr int kQc = 2048;  // weights of the third layer and the output
inline constexpr int kThirdShift = 11;
inline constexpr int kThirdSum = kSecond * kQc;  // shifted: kSecond again
inline constexpr int kThird = (kThirdSum >> kThirdShift) * (kThirdSum >> kThirdShift) >> kSquareShift;
inline constexpr int kOutput = kThird * kQc;

inline constexpr int kLargestWeight = static_cast<int>(kMaxWeight * kQc + 0.5);
inline constexpr int kLargestSecondBias = static_cast<int>(kMaxWeight * kSecondSum + 0.5);
inline constexpr int kLargestThirdBias = static_cast<int>(kMaxWeight * kThirdSum + 0.5);

inline constexpr int kLayerUnit = 16, kLargestLayer = 64, kNeuronUnit = 64;
static_assert(kPair == 127 && 2 * kPair * kLargestOutputWeight <= INT16_MAX);
static_assert(kSecond <= INT16_MAX && kThird <= INT16_MAX && kLargestWeight <= INT16_MAX);
static_assert(kSecondSum <= 46340, "its square fits 32 bits");
static_assert(std::int64_t{kLargestLayer} * kSecond * kLargestWeight + kLargestThirdBias <= INT32_MAX);
static_assert(std::int64_t{kLargestLayer} * kThird * kLargestWeight <= INT32_MAX);
}  // namespace deep

// What is wrong with a shape's numbers of neurons, or null.
constexpr const char* problem_with_neurons(int hidden, const Layers& layers) {
    if (hidden <= 0 || hidden % 32 != 0 || hidden > 8192)
        return "the hidden layer must be a multiple of 32, at most 8192";
    if (layers == Layers{}) return nullptr;
    for (const int layer : layers)
        if (layer <= 0 || layer % deep::kLayerUnit != 0 || layer > deep::kLargestLayer)
            return "layers behind the first are two, each a multiple of 16, at most 64";
    if (hidden % deep::kNeuronUnit != 0)
        return "with layers behind it, the hidden layer must be a multiple of 64";
    return nullptr;
}
static_assert(problem_with_neurons(kHidden, kLayers) == nullptr);

// A side whose own king stands on the files e to h sees the board mirrored, so that its king is always on the
// files a to d: half as much to learn.
constexpr bool is_mirrored(Square own_king) { return file_of(own_king) >= 4; }

// The king bucket of each of the 32 squares a side's own king can be seen on: a1 to d1, then a2 to d2 and so
// on. Each bucket has weights of its own. Kings are mostly at home, so buckets are narrow there.
using KingMap = std::array<std::uint8_t, 32>;
struct KingMapOfSize {
    int buckets;
    KingMap map;
};
// clang-format off
inline constexpr KingMapOfSize kKingMaps[] = {
    {1, {}},
    {2, {0, 0, 0, 0,  0, 0, 0, 0,  1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1}},
    {4, {0, 0, 1, 1,  2, 2, 2, 2,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3}},
    {8, {0, 1, 2, 3,  4, 4, 5, 5,  6, 6, 6, 6,  6, 6, 6, 6,  7, 7, 7, 7,  7, 7, 7, 7,  7, 7, 7, 7,  7, 7, 7, 7}},
    {16, {0, 1, 2, 3,  4, 5, 6, 7,  8, 8, 9, 9,  10, 10, 11, 11,
          12, 12, 13, 13,  12, 12, 13, 13,  14, 14, 15, 15,  14, 14, 15, 15}},
};
// clang-format on

constexpr bool has_king_map(int buckets) {
    for (const KingMapOfSize& row : kKingMaps)
        if (row.buckets == buckets) return true;
    return false;
}
// There must be one.
constexpr const KingMap& king_map(int buckets) {
    for (const KingMapOfSize& row : kKingMaps)
        if (row.buckets == buckets) return row.map;
    return kKingMaps[0].map;
}
static_assert(has_king_map(kKingBuckets), "there are maps of 1, 2, 4, 8 and 16 king buckets");

// `own_king` is the square as that side sees it, its own first rank at the bottom.
constexpr int king_bucket(const KingMap& map, Square own_king) {
    const int file = is_mirrored(own_king) ? 7 - file_of(own_king) : file_of(own_king);
    return map[static_cast<std::size_t>(4 * rank_of(own_king) + file)];
}

// How a side sees the board: while this stays the same, a move changes only the inputs of its pieces.
struct View {
    bool mirrored = false;
    int bucket = 0;
    friend bool operator==(const View&, const View&) = default;
};
inline constexpr int kViews = 2 * kKingBuckets;
constexpr int index(View view) { return 2 * view.bucket + (view.mirrored ? 1 : 0); }

constexpr View view_of(Color perspective, Square own_king) {
    if constexpr (kKingBuckets == 1) return {is_mirrored(own_king), 0};
    return {is_mirrored(own_king),
            king_bucket(king_map(kKingBuckets), relative_square(perspective, own_king))};
}

// Which input a piece on a square is, from one side's view: its own pieces first, its own first rank at the
// bottom.
class Inputs {
public:
    constexpr Inputs(Color perspective, View view)
        : first_(view.bucket * kBoardInputs),
          side_(index(perspective)),
          flip_((perspective == Color::White ? 0 : 56) ^ (view.mirrored ? 7 : 0)) {}

    constexpr int of(Piece piece, Square square) const {
        const int seen = index(piece) ^ side_;  // the lowest bit: theirs
        return first_ + ((seen & 1) * kPieceTypes + (seen >> 1)) * kSquares + (index(square) ^ flip_);
    }

private:
    int first_;
    int side_;
    int flip_;
};
constexpr int feature(Color perspective, View view, Piece piece, Square square) {
    return Inputs(perspective, view).of(piece, square);
}
constexpr int feature(Color perspective, Square own_king, Piece piece, Square square) {
    return feature(perspective, view_of(perspective, own_king), piece, square);
}

// Kings count: there are 2 to 32 pieces.
constexpr int output_bucket(int pieces) { return (pieces - 2) / 4; }
static_assert(output_bucket(2) == 0 && output_bucket(32) == kOutputBuckets - 1);

}  // namespace stillpoint::nnue
