#include "lab/reasons.h"

#include "lab/names.h"

namespace stillpoint::lab {

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
    if (largest->name == "history of the move") return "such moves had failed here before";
    return largest->name;
}

std::string figures_of(const Finding& finding, const ScoreScale& scale) {
    if (finding.limit == kNoFigure) return "";
    const auto text = [&](int figure) {
        return unit_of(finding.rule) == RuleUnit::Evaluation ? in_centipawns(figure, scale)
                                                             : std::to_string(figure);
    };
    if (finding.figure == kNoFigure) return "exchange below " + text(finding.limit);
    return text(finding.figure) + " against " + text(finding.limit);
}

}  // namespace stillpoint::lab
