#include "nnue/accumulator.h"

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
    const View view = view_of(side, pos.king_square(side));
    while (ply < top_) step(++ply, side, view, weights);
}

// From the sums one ply before to those of this ply.
void AccumulatorStack::step(int ply, Color side, View view, const Weights& weights) {
    const PieceChanges& changes = plies_[ply].changes;
    const auto row = [&](Piece piece, Square square) -> layers::Row {
        return weights.features[feature(side, view, piece, square)];
    };
    const layers::Row before = sums(ply - 1, side);
    std::int16_t* const after = sums(ply, side);
    plies_[ply].known[index(side)] = true;
    const auto& [piece, from, to] = changes.items[0];
    if (changes.size == 1)  // a quiet move
        return layers::update<Native, 1, 1>(before, after, {row(piece, to)}, {row(piece, from)});
    const auto& [second, second_from, second_to] = changes.items[1];
    if (second_to == Square::None)  // a capture
        return layers::update<Native, 1, 2>(before, after, {row(piece, to)},
                                            {row(piece, from), row(second, second_from)});
    if (second_from != Square::None)  // castling
        return layers::update<Native, 2, 2>(before, after, {row(piece, to), row(second, second_to)},
                                            {row(piece, from), row(second, second_from)});
    // A promotion, capturing or not
    if (changes.size == 2)
        return layers::update<Native, 1, 1>(before, after, {row(second, second_to)}, {row(piece, from)});
    const auto& [third, third_from, third_to] = changes.items[2];
    layers::update<Native, 1, 2>(before, after, {row(second, second_to)},
                                 {row(piece, from), row(third, third_from)});
}

void AccumulatorStack::keep_up(const Position& pos, const Network& network) {
    STILLPOINT_ASSERT(top_ > 0);
    for (Color side : {Color::White, Color::Black})
        if (plies_[top_ - 1].known[index(side)] && !changes_view(plies_[top_].changes, side))
            step(top_, side, view_of(side, pos.king_square(side)), network.weights);
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
