#pragma once

#include <array>
#include <cstdint>

#include "search/histories.h"
#include "search/tuning.h"
#include "util/rng.h"

namespace stillpoint {

// The way into the histories for tests that need them in a state no search can be made to reach on purpose.
class HistoriesTestAccess {
public:
    // visit(entry, name) for every learned number but those that stand in for moves never made.
    template <class SomeHistories, class Visit>
    static void for_each(SomeHistories& h, Visit visit) {
        const auto squares_of = [&](auto& table, const char* name) {
            for (auto& squares : table)
                for (auto& entry : squares) visit(entry, name);
        };
        squares_of(h.butterfly_, "butterfly");
        squares_of(h.piece_to_, "piece-to");
        squares_of(h.low_ply_, "low ply");
        for (auto& squares : h.capture_) squares_of(squares, "capture");
        for (auto& table : h.pawn_) squares_of(table, "pawn");
        for (auto& by_capture : h.continuation_)
            for (auto& tables : by_capture)
                for (auto& squares : tables)
                    for (auto& table : squares) squares_of(table, "continuation");
    }

    static auto& countermoves(Histories& h) { return h.countermove_; }
};

namespace test {

// Every number anything within its range.
inline void randomise(Histories& histories, std::uint64_t seed) {
    Rng rng(seed);
    histories.clear();
    HistoriesTestAccess::for_each(histories, [&](auto& entry, const char*) {
        const int limit = entry.limit();
        entry = static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
    });
}

// A node with a line of moves before it, for asking and teaching histories.
class HistoryNode {
public:
    HistoryNode(Histories& histories, const Position& pos, const Tuning& tuning, int ply = 3)
        : view{{pos, &stack_[kStackBefore]}, tuning}, histories_(histories) {
        int ago = 0;
        for (StackEntry& entry : stack_) {
            // Different tables for different plies.
            entry.ply = ply - kStackBefore + ago;
            entry.moved_piece = static_cast<Piece>(ago % kPieces);
            entry.current_move = Move(static_cast<Square>(ago), static_cast<Square>(ago + 8));
            entry.continuation = &histories.after(false, false, entry.moved_piece, entry.current_move.to());
            ++ago;
        }
        view.ss->in_check = pos.in_check();
    }
    HistoryNode(const HistoryNode&) = delete;
    HistoryNode& operator=(const HistoryNode&) = delete;

    Move* killers() { return view.ss->killers; }
    void set_countermove(Move m) {
        const StackEntry& before = *(view.ss - 1);
        HistoriesTestAccess::countermoves(histories_)[before.moved_piece][before.current_move.to()] = m;
    }

private:
    std::array<StackEntry, kStackBefore + 1> stack_{};

public:
    const TunedNode<Tuning> view;

private:
    Histories& histories_;
};

}  // namespace test

}  // namespace stillpoint
