#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/tablebase/with_tables.h"

// Two endgames solved from scratch, with nothing of the engine but its names for squares, to check the whole
// way from a position to a table and back.
namespace stillpoint::tablebase {
namespace {

using TablebaseSolver = WithTables;

bool are_neighbours(int a, int b) {
    return a != b && std::abs(a % 8 - b % 8) <= 1 && std::abs(a / 8 - b / 8) <= 1;
}

const std::vector<int>& neighbours(int square) {
    static const auto all = [] {
        std::array<std::vector<int>, 64> lists;
        for (int from = 0; from < 64; ++from)
            for (int to = 0; to < 64; ++to)
                if (are_neighbours(from, to)) lists[static_cast<std::size_t>(from)].push_back(to);
        return lists;
    }();
    return all[static_cast<std::size_t>(square)];
}

Position build(int white_king, int black_king, int piece, char letter, bool white_to_move) {
    std::string board(64, '.');
    const auto put = [&](int s, char c) { board[static_cast<std::size_t>(s ^ 56)] = c; };
    put(white_king, 'K');
    put(black_king, 'k');
    put(piece, letter);
    return position(board_to_fen(board) + (white_to_move ? " w - - 0 1" : " b - - 0 1"));
}

// ---- king and rook against king: distance to mate, which is the distance to zeroing here
// -------------------

bool rook_attacks(int rook, int target, int blocker) {
    if (rook == target || (rook % 8 != target % 8 && rook / 8 != target / 8)) return false;
    const int step = rook / 8 == target / 8 ? (target > rook ? 1 : -1) : (target > rook ? 8 : -8);
    for (int s = rook + step; s != target; s += step)
        if (s == blocker) return false;
    return true;
}

class RookEnding {
public:
    RookEnding() : to_move_{std::vector<int>(kSize, kUnknown), std::vector<int>(kSize, kUnknown)} {
        for (int distance = 0, idle = 0; idle < 3; ++distance) idle = pass(distance) ? 0 : idle + 1;
    }

    static constexpr int kUnknown = -1;  // at the end: a draw

    static bool is_legal(int wk, int bk, int r, bool white) {
        if (wk == bk || wk == r || bk == r || are_neighbours(wk, bk)) return false;
        return !white || !rook_attacks(r, bk, wk);
    }
    int distance(int wk, int bk, int r, bool white) const {
        return to_move_[white][static_cast<std::size_t>(id(wk, bk, r))];
    }

private:
    static constexpr int kSize = 64 * 64 * 64;
    static int id(int wk, int bk, int r) { return (wk * 64 + bk) * 64 + r; }

    // Finds all positions decided in exactly this many half-moves.
    bool pass(int distance) {
        bool found = false;
        const bool white = distance % 2 == 1;
        std::vector<int>& values = to_move_[white];
        for (int wk = 0; wk < 64; ++wk)
            for (int bk = 0; bk < 64; ++bk)
                for (int r = 0; r < 64; ++r) {
                    int& value = values[static_cast<std::size_t>(id(wk, bk, r))];
                    if (value != kUnknown || !is_legal(wk, bk, r, white)) continue;
                    if (white ? white_wins_in(wk, bk, r, distance) : black_loses_in(wk, bk, r, distance)) {
                        value = distance;
                        found = true;
                    }
                }
        return found;
    }

    bool white_wins_in(int wk, int bk, int r, int distance) const {
        for (int to : neighbours(wk))
            if (to != r && is_legal(to, bk, r, false) && this->distance(to, bk, r, false) == distance - 1)
                return true;
        constexpr std::array<std::pair<int, int>, 4> kDirections{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
        for (const auto& [files, ranks] : kDirections)
            for (int f = r % 8 + files, k = r / 8 + ranks; f >= 0 && f < 8 && k >= 0 && k < 8;
                 f += files, k += ranks) {
                const int to = k * 8 + f;
                if (to == wk || to == bk) break;
                if (this->distance(wk, bk, to, false) == distance - 1) return true;
            }
        return false;
    }

    // All moves lose, and the longest takes this many; mate counts zero.
    bool black_loses_in(int wk, int bk, int r, int distance) const {
        int longest = rook_attacks(r, bk, wk) ? 0 : kUnknown;
        for (int to : neighbours(bk)) {
            if (are_neighbours(to, wk) || to == wk) continue;
            if (to == r) return false;  // takes the rook
            if (rook_attacks(r, to, wk)) continue;
            const int next = this->distance(wk, to, r, true);
            if (next == kUnknown) return false;
            longest = std::max(longest, next + 1);
        }
        return longest == distance;
    }

    std::array<std::vector<int>, 2> to_move_;  // by whether White is to move
};

TEST_F(TablebaseSolver, KingAndRookAgainstKing) {
    const RookEnding solved;
    int longest = 0;
    Rng rng(31);
    for (int i = 0; i < 8000; ++i) {
        const int wk = static_cast<int>(rng.below(64)), bk = static_cast<int>(rng.below(64));
        const int r = static_cast<int>(rng.below(64));
        const bool white = rng.below(2) == 1;
        if (!RookEnding::is_legal(wk, bk, r, white)) continue;
        const Position pos = build(wk, bk, r, 'R', white);
        const int distance = solved.distance(wk, bk, r, white);
        const Wdl expected = distance == RookEnding::kUnknown ? Wdl::Draw : white ? Wdl::Win : Wdl::Loss;
        ASSERT_EQ(probe_wdl(pos), expected) << to_fen(pos);
        const auto report = probe(pos);
        ASSERT_TRUE(report && report->dtz);
        if (distance == RookEnding::kUnknown) {
            ASSERT_EQ(*report->dtz, 0) << to_fen(pos);
            continue;
        }
        longest = std::max(longest, distance);
        // Tables may give one half-move less than the truth, never more.
        ASSERT_LE(std::abs(*report->dtz), distance) << to_fen(pos);
        ASSERT_GE(std::abs(*report->dtz), distance - 1) << to_fen(pos);
    }
    EXPECT_GE(longest, 31);  // mate in 16 is the longest there is
    EXPECT_LE(longest, 32);
}

// ---- king and pawn against king: every position
// --------------------------------------------------------------

class PawnEnding {
public:
    PawnEnding() : won_{std::vector<bool>(kSize), std::vector<bool>(kSize)} {
        for (bool changed = true; changed;) {
            changed = false;
            for (int wk = 0; wk < 64; ++wk)
                for (int bk = 0; bk < 64; ++bk)
                    for (int p = 8; p < 56; ++p)
                        for (bool white : {false, true}) {
                            const auto at = static_cast<std::size_t>(id(wk, bk, p));
                            if (won_[white][at] || !is_legal(wk, bk, p, white)) continue;
                            if (!(white ? white_wins(wk, bk, p) : black_loses(wk, bk, p))) continue;
                            won_[white][at] = changed = true;
                        }
        }
    }

    static bool pawn_attacks(int p, int s) { return s / 8 == p / 8 + 1 && std::abs(s % 8 - p % 8) == 1; }
    static bool is_legal(int wk, int bk, int p, bool white) {
        if (wk == bk || wk == p || bk == p || are_neighbours(wk, bk)) return false;
        return !white || !pawn_attacks(p, bk);
    }
    bool is_won(int wk, int bk, int p, bool white) const {
        return won_[white][static_cast<std::size_t>(id(wk, bk, p))];
    }

private:
    static constexpr int kSize = 64 * 64 * 64;
    static int id(int wk, int bk, int p) { return (wk * 64 + bk) * 64 + p; }

    // Promotion wins if a queen, or else a rook, is neither lost at once nor gives stalemate.
    static bool promotion_wins(int wk, int bk, int to) {
        if (are_neighbours(bk, to) && !are_neighbours(wk, to)) return false;
        for (bool queen : {true, false}) {
            const auto attacks = [&](int s) {
                if (rook_attacks(to, s, wk)) return true;
                const int files = s % 8 - to % 8, ranks = s / 8 - to / 8;
                if (!queen || s == to || std::abs(files) != std::abs(ranks)) return false;
                const int step = (ranks > 0 ? 8 : -8) + (files > 0 ? 1 : -1);
                for (int between = to + step; between != s; between += step)
                    if (between == wk) return false;
                return true;
            };
            bool can_move = false;
            for (int s : neighbours(bk))
                can_move = can_move || (s != to && !are_neighbours(s, wk) && !attacks(s));
            if (can_move || attacks(bk)) return true;
        }
        return false;
    }

    bool white_wins(int wk, int bk, int p) const {
        for (int to : neighbours(wk))
            if (is_legal(to, bk, p, false) && is_won(to, bk, p, false)) return true;
        const int one = p + 8, two = p + 16;
        if (one == wk || one == bk) return false;
        if (one >= 56) return promotion_wins(wk, bk, one);
        if (is_won(wk, bk, one, false)) return true;
        return p < 16 && two != wk && two != bk && is_won(wk, bk, two, false);
    }

    bool black_loses(int wk, int bk, int p) const {
        bool can_move = false;
        for (int to : neighbours(bk)) {
            if (to == wk || are_neighbours(to, wk) || pawn_attacks(p, to)) continue;
            if (to == p || !is_won(wk, to, p, true)) return false;
            can_move = true;
        }
        return can_move || pawn_attacks(p, bk);
    }

    std::array<std::vector<bool>, 2> won_;
};

TEST_F(TablebaseSolver, KingAndPawnAgainstKing) {
    const PawnEnding solved;
    int checked = 0, won = 0;
    for (int wk = 0; wk < 64; ++wk)
        for (int bk = 0; bk < 64; ++bk)
            for (int p = 8; p < 56; ++p)
                for (bool white : {false, true}) {
                    if (!PawnEnding::is_legal(wk, bk, p, white)) continue;
                    const bool expected = solved.is_won(wk, bk, p, white);
                    const Position pos = build(wk, bk, p, 'P', white);
                    ++checked;
                    won += expected;
                    const Wdl wdl = !expected ? Wdl::Draw : white ? Wdl::Win : Wdl::Loss;
                    ASSERT_EQ(probe_wdl(pos), wdl) << to_fen(pos);
                }
    EXPECT_EQ(checked, 331352);
    EXPECT_EQ(won, 2 * 111282);  // the number known from the bitbases of other engines, for half the board
}

}  // namespace
}  // namespace stillpoint::tablebase
