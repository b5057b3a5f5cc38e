#pragma once

#include <vector>

#include "search/tuning.h"

namespace stillpoint::test {

template <class Change>
Tuning tuned(Change change) {
    Tuning t;
    change(t.features);
    return t;
}

inline std::vector<Tuning> picker_tunings() {
    std::vector<Tuning> all = {Tuning{}};
    for (bool refutations : {false, true})
        for (bool checks : {false, true})
            all.push_back(tuned([&](Features& f) {
                f.killers = f.countermove = refutations;
                f.quiescence_checks = f.quiescence_taper = checks;
            }));
    all.push_back(tuned([](Features& f) { f.killers = true, f.countermove = false; }));
    all.push_back(tuned([](Features& f) { f.killers = false, f.countermove = true; }));
    all.push_back(tuned([](Features& f) { f.table_move = false; }));
    all.push_back(tuned([](Features& f) {
        f.butterfly_history = f.piece_to_history = f.continuation_history = f.pawn_history = false;
        f.low_ply_history = f.capture_history = f.threat_ordering = false;
    }));
    return all;
}

}  // namespace stillpoint::test
