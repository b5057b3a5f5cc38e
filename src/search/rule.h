#pragma once

#include <cstdint>
#include <string_view>

#include "util/containers.h"

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

// What the figures of a rule count (Finding in trace_listener.h).
enum class RuleUnit : std::uint8_t {
    Evaluation,  // search units
    Moves,       // moves of the node so far
    History,     // what histories add up to
    Exchange,    // material, a pawn as 100
    Count
};

// What a rule is called, and why it ends a node or skips a move in the words of a player: a clause about the
// side to move there, or about the move.
struct RuleText {
    Rule value;
    std::string_view name;
    std::string_view reason;
    RuleUnit unit = RuleUnit::Evaluation;
};
inline constexpr RuleText kRuleTexts[] = {
    {Rule::None, "none", ""},
    {Rule::UpcomingRepetition, "upcoming repetition", "a repetition is at hand, which is enough"},
    {Rule::RuleDraw, "draw by rule", "the game is drawn there by rule"},
    {Rule::MaxPly, "maximum ply", "the search can't look any further"},
    {Rule::MateDistance, "mate distance", "a shorter mate is already known elsewhere"},
    {Rule::TableCutoff, "table cut-off", "an earlier search had settled the position"},
    {Rule::TablebaseHit, "tablebase", "the tablebases know the result"},
    {Rule::Razoring, "razoring", "the position is so bad that only captures were looked at"},
    {Rule::ReverseFutility, "reverse futility",
     "the side to move stands so well that no further proof was asked for"},
    {Rule::NullMove, "null move", "the side to move could even have passed"},
    {Rule::ProbCut, "ProbCut", "a capture wins so much that a shallow look was enough"},
    {Rule::SmallProbCut, "small ProbCut", "an earlier search found it far better than needed"},
    {Rule::LateMovePruning, "late-move pruning", "enough quiet moves had been tried", RuleUnit::Moves},
    {Rule::QuietFutility, "quiet futility", "a quiet move can't make up for the bad evaluation"},
    {Rule::NoisyFutility, "noisy futility",
     "what it captures is not enough to make up for the bad evaluation"},
    {Rule::HistoryPruning, "history pruning", "such moves had failed too often before", RuleUnit::History},
    {Rule::SeePruning, "SEE pruning", "it loses material in the exchange", RuleUnit::Exchange},
    {Rule::MultiCut, "multi-cut", "more than one move is good enough there"},
    {Rule::StandPat, "stand pat", "the side to move is content without capturing anything"},
    {Rule::DeltaPruning, "delta pruning", "not even winning a queen would help"},
    {Rule::QuiescenceMoveCount, "quiescence move count", "enough captures had been tried", RuleUnit::Moves},
    {Rule::QuiescenceFutility, "quiescence futility", "what it captures is not enough"},
    {Rule::QuiescenceSeeFutility, "quiescence SEE futility", "the exchange doesn't win what is missing",
     RuleUnit::Exchange},
    {Rule::QuiescenceHistory, "quiescence history", "such evasions had failed too often before",
     RuleUnit::History},
    {Rule::QuiescenceSee, "quiescence SEE", "the exchange loses material", RuleUnit::Exchange},
};
static_assert(names_every<Rule>(kRuleTexts));
constexpr std::string_view name_of(Rule r) { return kRuleTexts[static_cast<std::size_t>(r)].name; }
constexpr std::string_view reason_of(Rule r) { return kRuleTexts[static_cast<std::size_t>(r)].reason; }
constexpr RuleUnit unit_of(Rule r) { return kRuleTexts[static_cast<std::size_t>(r)].unit; }

}  // namespace stillpoint
