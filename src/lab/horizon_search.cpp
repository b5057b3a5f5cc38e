#include "lab/horizon_search.h"

namespace stillpoint::lab {

namespace {
constexpr std::size_t kTableMebibytes = 4;
}

std::string_view name_of(Horizon horizon) {
    constexpr std::string_view kNames[] = {"plain", "captures", "quiescence", "engine"};
    static_assert(std::size(kNames) == kHorizons);
    return kNames[static_cast<std::size_t>(horizon)];
}

#ifdef STILLPOINT_LAB
Tuning tuning_of(Horizon horizon) {
    Tuning tuning;
    if (horizon == Horizon::Engine) return tuning;
    const Features engine = tuning.features;
    Features& f = tuning.features;
#define FEATURE(name, on, meaning) f.name = false;
#include "search/features.def"
#undef FEATURE
    // Good ordering changes no result, only the time.
    f.table_move = f.butterfly_history = f.piece_to_history = f.continuation_history = f.pawn_history =
        f.low_ply_history = f.capture_history = f.threat_ordering = true;
    f.quiescence = horizon != Horizon::Plain;
    if (horizon == Horizon::Full) {
        f.quiescence_checks = engine.quiescence_checks;
        f.quiescence_taper = engine.quiescence_taper;
        f.quiescence_futility = engine.quiescence_futility;
        f.quiescence_move_count = engine.quiescence_move_count;
        f.quiescence_history = engine.quiescence_history;
        f.quiescence_see = engine.quiescence_see;
        f.delta_pruning = engine.delta_pruning;
    }
    return tuning;
}
#else
Tuning tuning_of(Horizon) { return {}; }
#endif

HorizonSearcher::HorizonSearcher(Horizon horizon, const nnue::Network* network)
    : search_({.tuning = tuning_of(horizon), .network = network, .hash_mebibytes = kTableMebibytes}) {}

std::vector<HorizonResult> HorizonSearcher::search(const Position& pos, int depth,
                                                   std::optional<std::uint64_t> nodes,
                                                   const std::vector<Move>& only) {
    std::vector<HorizonResult> results;
    SoloTask task;
    task.limits.depth = depth;
    task.limits.nodes = nodes;
    task.limits.search_moves = only;
    task.on_info = [&](const SearchInfo& info) {
        if (info.bound == Bound::Exact) results.push_back({info.depth, info.score, info.nodes, info.pv});
    };
    search_.clear();
    search_.run(pos, task);
    return results;
}

}  // namespace stillpoint::lab
