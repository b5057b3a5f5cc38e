#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

}  // namespace stillpoint
