#include "nnue/accumulator.h"

#include "nnue/evaluate.h"
#include "nnue/layers.h"
#include "util/check.h"

namespace stillpoint::nnue {

namespace {

using Native = simd::native::Ops;

// Whether the move makes the side see the whole board differently.
bool changes_view(const PieceChanges& changes, Color side) {
    for (const PieceChange& change : changes)
        if (change.piece == make_piece(side, PieceType::King))
            return view_of(side, change.from) != view_of(side, change.to);
    return false;
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

void AccumulatorStack::push(const PieceChanges& changes) {
    STILLPOINT_ASSERT(top_ + 1 < kMaxPlies);
    Ply& ply = plies_[++top_];
    ply.changes = changes;
    ply.known[0] = ply.known[1] = false;
}

void AccumulatorStack::pop() {
    STILLPOINT_ASSERT(top_ > 0);
    --top_;
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
    layers::Row added[2], subtracted[2];
    int adds = 0, subs = 0;
    for (const auto& [piece, from, to] : plies_[ply].changes) {
        if (from != Square::None) subtracted[subs++] = weights.features[feature(side, view, piece, from)];
        if (to != Square::None) added[adds++] = weights.features[feature(side, view, piece, to)];
    }

    const layers::Row before = sums(ply - 1, side);
    std::int16_t* const after = sums(ply, side);
    if (subs == 1)  // a quiet move or promotion
        layers::update<Native, 1, 1>(before, after, {added[0]}, {subtracted[0]});
    else if (adds == 1)  // a capture, promoting or not
        layers::update<Native, 1, 2>(before, after, {added[0]}, {subtracted[0], subtracted[1]});
    else  // castling
        layers::update<Native, 2, 2>(before, after, {added[0], added[1]}, {subtracted[0], subtracted[1]});
    plies_[ply].known[index(side)] = true;
}

int AccumulatorStack::evaluate(const Position& pos, const Network& network) {
    const Color us = pos.side_to_move();
    const int bucket = output_bucket(pos.piece_count());
    const std::int64_t sum = layers::output<Native>(values(us, pos, network), values(~us, pos, network),
                                                    network.weights.output[bucket]);
    const int eval = layers::centipawns(sum, network.weights.output_bias[bucket]);
    // Costly even for a checking build, so only some of the positions are checked.
    STILLPOINT_ASSERT((pos.key() & 15) != 0 || eval == evaluate_from_scratch(pos, network));
    return eval;
}

}  // namespace stillpoint::nnue
