#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "chess/move.h"
#include "search/score.h"

namespace stillpoint {

// Everything that can end a node early or keep a move from being searched, each under its own name.
enum class Rule : std::uint8_t {
    None,
    UpcomingRepetition,
    RuleDraw,
    MaxPly,
    MateDistance,
    TableCutoff,
    TablebaseHit,
    Razoring,
    ReverseFutility,
    NullMove,
    ProbCut,
    SmallProbCut,
    LateMovePruning,
    QuietFutility,
    NoisyFutility,
    HistoryPruning,
    SeePruning,
    MultiCut,
    BetaCutoff,
    StandPat,
    DeltaPruning,
    QuiescenceMoveCount,
    QuiescenceFutility,
    QuiescenceSeeFutility,
    QuiescenceHistory,
    QuiescenceSee,
    Count
};
inline constexpr std::size_t kRules = static_cast<std::size_t>(Rule::Count);

inline constexpr std::array<std::string_view, kRules> kRuleNames = {
    "none",
    "upcoming repetition",
    "draw by rule",
    "maximum ply",
    "mate distance",
    "table cut-off",
    "tablebase",
    "razoring",
    "reverse futility",
    "null move",
    "ProbCut",
    "small ProbCut",
    "late-move pruning",
    "quiet futility",
    "noisy futility",
    "history pruning",
    "SEE pruning",
    "multi-cut",
    "beta cut-off",
    "stand pat",
    "delta pruning",
    "quiescence move count",
    "quiescence futility",
    "quiescence SEE futility",
    "quiescence history",
    "quiescence SEE",
};
constexpr std::string_view name_of(Rule r) { return kRuleNames[static_cast<std::size_t>(r)]; }

// Events of the search that are counted but are no rules.
enum class Event : std::uint8_t {
    Node,  // main-search nodes entered
    TableProbe,
    TableHit,
    Reduced,          // moves searched with a reduction
    ReducedResearch,  // ... and searched again deeper
    PvResearch,
    FailHigh,
    FailHighFirst,  // fail-highs by the first move
    SingularTest,
    Extended,
    NegativelyExtended,
    QuiescenceEntry,  // calls from the main search
    QuiescenceNode,
    QuiescenceInCheck,
    Count
};
inline constexpr std::size_t kEvents = static_cast<std::size_t>(Event::Count);

// The search is compiled against one trace type. This one, the shipped engine's, does nothing and costs
// nothing.
struct NoTrace {
    static constexpr bool kEnabled = false;
    void clear() {}
    void event(Event) {}
    void tried(Rule) {}
    void applied(Rule) {}
    void quiescence_depth(int) {}
    void iteration(int, std::uint64_t) {}
};

// Counts what happens, for the lab build's `stats`.
struct CountTrace {
    static constexpr bool kEnabled = true;
    void clear() { *this = CountTrace{}; }
    void event(Event e) { ++events[static_cast<std::size_t>(e)]; }
    // A rule's condition was looked at where it could apply; a rule cut a node or skipped a move.
    void tried(Rule r) { ++tries[static_cast<std::size_t>(r)]; }
    void applied(Rule r) { ++applications[static_cast<std::size_t>(r)]; }
    void quiescence_depth(int depth) {
        quiescence_depth_sum += static_cast<std::uint64_t>(depth);
        quiescence_depth_max = std::max(quiescence_depth_max, depth);
    }
    void iteration(int depth, std::uint64_t nodes) {
        last_iteration_depth = depth;
        previous_iteration_nodes = last_iteration_nodes;
        last_iteration_nodes = nodes;
    }

    // Takes another thread's counts into this one's.
    void add(const CountTrace& other) {
        for (std::size_t i = 0; i < kEvents; ++i) events[i] += other.events[i];
        for (std::size_t i = 0; i < kRules; ++i) {
            tries[i] += other.tries[i];
            applications[i] += other.applications[i];
        }
        quiescence_depth_sum += other.quiescence_depth_sum;
        quiescence_depth_max = std::max(quiescence_depth_max, other.quiescence_depth_max);
    }

    std::array<std::uint64_t, kEvents> events{};
    std::array<std::uint64_t, kRules> tries{};
    std::array<std::uint64_t, kRules> applications{};
    std::uint64_t quiescence_depth_sum = 0;
    int quiescence_depth_max = 0;
    // Nodes up to the end of an iteration.
    int last_iteration_depth = 0;
    std::uint64_t last_iteration_nodes = 0;
    std::uint64_t previous_iteration_nodes = 0;
};

#ifdef STILLPOINT_LAB
using ActiveTrace = CountTrace;
#else
using ActiveTrace = NoTrace;
#endif

}  // namespace stillpoint
