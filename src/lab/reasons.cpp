#include "lab/reasons.h"

#include "lab/names.h"

namespace stillpoint::lab {

std::string_view reason_of(Rule rule) {
    switch (rule) {
        case Rule::UpcomingRepetition: return "a repetition is at hand, which is enough";
        case Rule::RuleDraw: return "the game is drawn there by rule";
        case Rule::MaxPly: return "the search can't look any further";
        case Rule::MateDistance: return "a shorter mate is already known elsewhere";
        case Rule::TableCutoff: return "an earlier search had settled the position";
        case Rule::TablebaseHit: return "the tablebases know the result";
        case Rule::Razoring: return "the position is so bad that only captures were looked at";
        case Rule::ReverseFutility:
            return "the side to move stands so well that no further proof was asked for";
        case Rule::NullMove: return "the side to move could even have passed";
        case Rule::ProbCut: return "a capture wins so much that a shallow look was enough";
        case Rule::SmallProbCut: return "an earlier search found it far better than needed";
        case Rule::MultiCut: return "more than one move is good enough there";
        case Rule::StandPat: return "the side to move is content without capturing anything";
        case Rule::DeltaPruning: return "not even winning a queen would help";
        case Rule::LateMovePruning: return "enough quiet moves had been tried";
        case Rule::QuietFutility: return "a quiet move can't make up for the bad evaluation";
        case Rule::NoisyFutility: return "what it captures is not enough to make up for the bad evaluation";
        case Rule::HistoryPruning: return "such moves had failed too often before";
        case Rule::SeePruning: return "it loses material in the exchange";
        case Rule::QuiescenceMoveCount: return "enough captures had been tried";
        case Rule::QuiescenceFutility: return "what it captures is not enough";
        case Rule::QuiescenceSeeFutility: return "the exchange doesn't win what is missing";
        case Rule::QuiescenceHistory: return "such evasions had failed too often before";
        case Rule::QuiescenceSee: return "the exchange loses material";
        default: return "";
    }
}

std::string_view reason_for_place(PickStage stage) {
    switch (stage) {
        case PickStage::MainTable:
        case PickStage::EvasionTable:
        case PickStage::QuiescenceTable: return "an earlier search liked it best";
        case PickStage::GoodNoisy: return "it captures without losing material";
        case PickStage::FirstKiller:
        case PickStage::SecondKiller: return "it was good in a sister position";
        case PickStage::Countermove: return "it has answered the last move before";
        case PickStage::BadNoisy: return "the capture seems to lose material";
        case PickStage::BadQuiet: return "such quiet moves had failed before";
        default: return "";
    }
}

int plies_reduced(const MoveFate& fate) {
    if (fate.attempts.empty() || fate.attempts.front()->entry.quiescence) return 0;
    const NodeEntry& first = fate.attempts.front()->entry;
    return first.purpose == Purpose::Reduced || first.purpose == Purpose::ZeroWindow
               ? fate.new_depth - first.depth
               : 0;
}

std::string reason_for_reduction(const MoveFate& fate) {
    if (plies_reduced(fate) <= 0) return "";
    const Term* largest = nullptr;
    for (const Term& term : fate.reduction_terms)
        if (term.amount > 0 && (!largest || term.amount > largest->amount)) largest = &term;
    if (!largest || fate.base >= largest->amount) return "it came late";
    if (largest->name == "record of the move") return "such moves had failed here before";
    return largest->name;
}

std::string figures_of(const Finding& finding) {
    if (finding.limit == kNoFigure) return "";
    if (finding.figure == kNoFigure) return "exchange below " + std::to_string(finding.limit);
    return in_centipawns(finding.figure) + " against " + in_centipawns(finding.limit);
}

}  // namespace stillpoint::lab
