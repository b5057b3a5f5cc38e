#pragma once

#include <array>

#include "chess/position.h"
#include "search/history.h"
#include "search/stack.h"

namespace stillpoint {

// Systematic errors of the static evaluation, learned by parts of the position and by pairs of earlier moves.
class Corrections {
public:
    void clear();

    // What to add to the evaluation, in centipawns.
    template <class SomeTuning>
    int of(const TunedNode<SomeTuning>& node) const;
    template <class SomeTuning>
    void learn(const TunedNode<SomeTuning>& node, int bonus);
    // How much one result may teach.
    static constexpr int kMaxBonus = kCorrectionLimit / 4;

    // Fetch what of() will read after a move: the first before it is made at the node, the second after.
    void prefetch_continuations(const StackEntry* ss, Piece piece, Square to) const;
    void prefetch(const Position& pos) const;
    // The table of errors after a move, to be kept on the stack; `no_continuation` stands in for moves that
    // were never made.
    ContinuationCorrection& after(Piece piece, Square to) { return continuation_[piece][to]; }
    ContinuationCorrection& no_continuation() { return no_continuation_; }

private:
    static constexpr std::size_t kSlots = 16384;
    using Slots = std::array<History<kCorrectionLimit>, kSlots>;
    static std::size_t slot(Key key) { return key & (kSlots - 1); }

    ByColor<Slots> pawn_;
    ByColor<Slots> minor_;
    ByColor<ByColor<Slots>> non_pawn_;  // [side to move][whose pieces]
    ByPiece<BySquare<ContinuationCorrection>> continuation_;
    ContinuationCorrection no_continuation_;
};

}  // namespace stillpoint
