#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tablebase/make/cells.h"
#include "tablebase/make/ending.h"
#include "tablebase/make/results.h"
#include "tablebase/wdl.h"
#include "util/result.h"

namespace stillpoint::tablebase {

// What is known of a position with one side to move.
class Verdict {
public:
    enum class Kind : std::uint8_t { Draw, Win, Loss, Impossible };

    constexpr Verdict() = default;
    explicit constexpr Verdict(std::uint16_t bits) : bits_(bits) {}
    constexpr std::uint16_t bits() const { return bits_; }

    constexpr Kind kind() const { return static_cast<Kind>(bits_ >> kKindAt & 3); }
    bool is_possible() const { return kind() != Kind::Impossible; }
    // Half-moves to the next capture, pawn move or mate: 0 if mated. More than a hundred if the fifty-move
    // rule saves the loser; that a zeroing move leads to such a win counts as 101. Means nothing for a draw.
    constexpr int distance() const { return bits_ & kMostDistance; }
    Wdl wdl() const {
        if (kind() == Kind::Win) return distance() <= kLastWithinRule ? Wdl::Win : Wdl::CursedWin;
        if (kind() == Kind::Loss) return distance() <= kLastWithinRule ? Wdl::Loss : Wdl::BlessedLoss;
        return Wdl::Draw;
    }
    // Whether the win is one of captures or pawn moves.
    bool wins_by_zeroing() const { return (bits_ & kZeroing) != 0; }
    // The result of the best capture.
    std::optional<Wdl> best_capture() const {
        const int code = bits_ >> kCaptureAt & 7;
        return code == 0 ? std::nullopt : std::optional(static_cast<Wdl>(code - 3));
    }

    static constexpr int kMostDistance = 1023;
    static constexpr int kLastWithinRule = 100, kFirstBeyondRule = 101;

private:
    friend class Solver;
    static constexpr int kKindAt = 10, kCaptureAt = 12;
    static constexpr std::uint16_t kZeroing = 0x8000;

    std::uint16_t bits_ = 0;
};

// All positions of an ending, solved.
class SolvedEnding {
public:
    SolvedEnding(const Ending& ending, Cells white, Cells black)
        : ending_(ending), cells_{{std::move(white), std::move(black)}} {}

    const Ending& ending() const { return ending_; }
    Verdict at(Color to_move, std::uint64_t index) const {
        return Verdict(cells_[to_move][index].load(std::memory_order_relaxed));
    }
    Results results() const;

private:
    friend class Solver;
    Ending ending_;
    ByColor<Cells> cells_;
};

struct SolverOptions {
    int threads = 1;
    // Gives the results of an ending with one capture or promotion more.
    std::function<SharedResults(const Material&)> results;
    // Called now and then with the part done; returning false gives up.
    std::function<bool(double)> progress;
    // Where to keep the positions, if not in memory.
    std::string swap_folder;
};

// The endings that captures and promotions lead to, spelt as files are; two kings alone are not among them.
std::vector<Material> next_endings(const Material& material);

// Solves backwards from mates and from the results of zeroing moves.
Result<std::unique_ptr<SolvedEnding>> solve(const Ending& ending, const SolverOptions& options);

}  // namespace stillpoint::tablebase
