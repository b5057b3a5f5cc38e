#include "lab/ordering_terms.h"

#include "search/move_picker.h"
#include "search/ordering.h"
#include "search/tuning.h"

namespace stillpoint::lab {

std::vector<Term> ordering_terms(const MoveConsidered& move) {
    if (!is_sorted(move.stage)) return {};
    std::vector<Term> terms;
    const auto note = [&](const char* name, int amount) {
        if (amount != 0) terms.push_back({name, amount});
    };
    if (move.stage == PickStage::Evasion)
        order::evasion_score(*move.node, *move.histories, move.move, note);
    else if (move.stage == PickStage::GoodQuiet || move.stage == PickStage::BadQuiet)
        order::QuietOrder<Tuning>(*move.node, *move.histories).score(move.move, note);
    else
        order::noisy_score(*move.node, *move.histories, move.move, note);
    int rest = move.score;
    for (const Term& term : terms) rest -= term.amount;
    note("learned since, rounding", rest);
    return terms;
}

}  // namespace stillpoint::lab
