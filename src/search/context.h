#pragma once

#include <functional>
#include <vector>

#include "chess/position.h"
#include "search/clock.h"
#include "search/ending.h"
#include "search/eval_noise.h"
#include "search/limits.h"
#include "search/peers.h"
#include "search/root_move.h"
#include "search/table.h"
#include "search/tuning.h"

namespace stillpoint {

class Worker;

// How tablebases take part in a search; filled in by the engine.
struct TablebaseSettings {
    int max_pieces = 0;  // 0: no probing
    int min_depth = 1;
    bool fifty_move_rule = true;
    bool root_in_tablebase = false;  // the root moves are already ranked
};

// One line of thought as it is reported while searching.
struct SearchInfo {
    int depth = 0;
    int selective_depth = 0;
    int multi_pv = 1;
    Score score = 0;
    Bound bound = Bound::Exact;
    std::uint64_t nodes = 0;
    std::uint64_t tablebase_hits = 0;
    Milliseconds time = 0;
    int hashfull = 0;
    std::vector<Move> pv;
};

struct CurrentMoveInfo {
    int depth = 0;
    Move move;
    int number = 0;
};

// Everything the workers of one search share. Built by the one who starts the search.
struct SearchContext {
    Table* table = nullptr;
    Tuning tuning;
    Limits limits;
    ClockPlan clock;
    int multi_pv = 1;
    TablebaseSettings tablebases;
    EvalNoise eval_noise;  // for limited strength
    bool alone = false;    // the first worker searches without the others
    bool open = false;     // searched by the open policy even if nothing is changed: counted, for `stats`

    Ending ending{limits, clock};

    std::vector<const Worker*> workers;
    Peers* peers = nullptr;          // other processes that take part, if there are any
    int number_of_first_worker = 0;  // among those of all processes

    // Called by the first worker only; may be empty.
    std::function<void(const SearchInfo&)> on_info;
    std::function<void(const CurrentMoveInfo&)> on_current_move;

    std::uint64_t total_nodes() const;
    std::uint64_t total_tablebase_hits() const;
    double total_best_move_changes() const;
    // Of all tables together, in thousandths.
    int hashfull() const;
    // By the clock, or by nodes if the limits say so.
    Milliseconds elapsed() const;
};

}  // namespace stillpoint
