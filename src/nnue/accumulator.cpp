#include "nnue/accumulator.h"

#include <utility>

#include "nnue/evaluate.h"
#include "nnue/layers.h"
#include "util/check.h"

namespace stillpoint::nnue {

namespace {

using Native = simd::native::Ops;

// Whether the move makes the side see the whole board differently. A king that moves comes first.
bool changes_view(const PieceChanges& changes, Color side) {
    const auto& [piece, from, to] = changes.items[0];
    return piece == make_piece(side, PieceType::King) && view_of(side, from) != view_of(side, to);
}

}  // namespace

// Default-initialised on purpose: sums are written before they are read.
AccumulatorStack::AccumulatorStack() : plies_(new Ply[kMaxPlies]), sums_(new Sums[2 * kMaxPlies]) {
    plies_[0].known[0] = plies_[0].known[1] = false;
}

void AccumulatorStack::reset() {
    top_ = 0;
    plies_[0].known[0] = plies_[0].known[1] = false;
}

void AccumulatorStack::bring_up_to_date(Color side, const Position& pos, const Weights& weights) {
    int ply = top_;
    while (!plies_[ply].known[index(side)]) {
        // Earlier sums belong to another view, or are not known at all.
        if (ply == 0 || changes_view(plies_[ply].changes, side)) {
            cache_.refresh(side, pos, weights, sums(top_, side));
            plies_[top_].known[index(side)] = true;
            return;
        }
        --ply;
    }
    while (ply < top_) step(++ply, std::array{side}, pos, weights);
}

// From the sums one ply before to those of this ply. Several sides share the look at what kind of move it
// was.
template <std::size_t kSides>
void AccumulatorStack::step(int ply, const std::array<Color, kSides>& sides, const Position& pos,
                            const Weights& weights) {
    const PieceChanges& changes = plies_[ply].changes;
    // `rows` says, for a side's inputs, which rows come and which go.
    const auto update = [&](auto rows) {
        for (Color side : sides) {
            const Inputs inputs(side, view_of(side, pos.king_square(side)));
            const auto [added, gone] = rows([&](Piece piece, Square square) -> layers::Row {
                return weights.features[inputs.of(piece, square)];
            });
            layers::update<Native>(sums(ply - 1, side), sums(ply, side), added, gone);
            plies_[ply].known[index(side)] = true;
        }
    };
    const PieceChange& first = changes.items[0];
    const auto put = [](const PieceChange& c, auto row) { return row(c.piece, c.to); };
    const auto take = [](const PieceChange& c, auto row) { return row(c.piece, c.from); };
    if (changes.size == 1)  // a quiet move
        return update(
            [&](auto row) { return std::pair(std::array{put(first, row)}, std::array{take(first, row)}); });
    const PieceChange& second = changes.items[1];
    if (second.to == Square::None)  // a capture
        return update([&](auto row) {
            return std::pair(std::array{put(first, row)}, std::array{take(first, row), take(second, row)});
        });
    if (second.from != Square::None)  // castling
        return update([&](auto row) {
            return std::pair(std::array{put(first, row), put(second, row)},
                             std::array{take(first, row), take(second, row)});
        });
    // A promotion, capturing or not
    if (changes.size == 2)
        return update(
            [&](auto row) { return std::pair(std::array{put(second, row)}, std::array{take(first, row)}); });
    const PieceChange& third = changes.items[2];
    update([&](auto row) {
        return std::pair(std::array{put(second, row)}, std::array{take(first, row), take(third, row)});
    });
}

void AccumulatorStack::keep_up(const Position& pos, const Network& network) {
    STILLPOINT_ASSERT(top_ > 0);
    const auto is_near = [&](Color side) {
        return plies_[top_ - 1].known[index(side)] && !changes_view(plies_[top_].changes, side);
    };
    const bool white = is_near(Color::White), black = is_near(Color::Black);
    if (white && black)
        step(top_, std::array{Color::White, Color::Black}, pos, network.weights);
    else if (white || black)
        step(top_, std::array{white ? Color::White : Color::Black}, pos, network.weights);
}

int AccumulatorStack::evaluate(const Position& pos, const Network& network) {
    const Color us = pos.side_to_move();
    const int bucket = output_bucket(pos.piece_count());
    const int eval = layers::evaluate<Native>(values(us, pos, network), values(~us, pos, network),
                                              network.weights.head, bucket);
    // Costly even for a checking build, so only some of the positions are checked.
    STILLPOINT_ASSERT((pos.key() & 15) != 0 || eval == evaluate_from_scratch(pos, network));
    return eval;
}

}  // namespace stillpoint::nnue
