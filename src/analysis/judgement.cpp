#include "analysis/judgement.h"

#include <algorithm>
#include <cmath>

namespace stillpoint {

Judgement judge_loss(double loss, const Thresholds& thresholds) {
    if (loss >= thresholds.blunder) return Judgement::Blunder;
    if (loss >= thresholds.mistake) return Judgement::Mistake;
    if (loss >= thresholds.inaccuracy) return Judgement::Inaccuracy;
    return Judgement::None;
}

int nag_of(Judgement judgement) {
    switch (judgement) {
        case Judgement::Inaccuracy: return 6;
        case Judgement::Mistake: return 2;
        case Judgement::Blunder: return 4;
        case Judgement::None: break;
    }
    return 0;
}

std::string_view name_of(Judgement judgement) {
    switch (judgement) {
        case Judgement::Inaccuracy: return "inaccuracy";
        case Judgement::Mistake: return "mistake";
        case Judgement::Blunder: return "blunder";
        case Judgement::None: break;
    }
    return "";
}

double move_accuracy(double loss) { return 100.0 * std::exp(-4.0 * std::clamp(loss, 0.0, 1.0)); }

}  // namespace stillpoint
