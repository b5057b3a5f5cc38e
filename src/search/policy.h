#pragma once

#include "search/trace.h"
#include "search/tuning.h"

namespace stillpoint {

// The search is compiled twice, with the same nodes for the same settings. Plain plays: its tuning is
// constant and nothing is traced. Open explains, tunes and measures: everything can be changed, counted and
// listened to.
struct Plain {
    static constexpr bool kOpen = false;
    using Tuning = FixedTuning;
};
struct Open {
    static constexpr bool kOpen = true;
    using Tuning = stillpoint::Tuning;
};

}  // namespace stillpoint
