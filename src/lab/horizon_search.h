#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "nnue/network.h"
#include "search/solo_search.h"
#include "search/tuning.h"

namespace stillpoint::lab {

// What a search of fixed depth does at its horizon. Apart from the last all are the same alpha-beta search of
// all moves, without pruning, reductions and extensions.
enum class Horizon {
    Plain,     // the evaluation, whatever is going on
    Captures,  // captures, promotions and answers to checks are played out, all of them
    Full,      // the engine's quiescence: of these only what can matter
    Engine,    // the engine's whole search
    Count
};
inline constexpr std::size_t kHorizons = static_cast<std::size_t>(Horizon::Count);
std::string_view name_of(Horizon horizon);

// The lab build's switches set accordingly; elsewhere there is only the engine as it is.
Tuning tuning_of(Horizon horizon);

struct HorizonResult {
    int depth = 0;
    Score score = 0;
    std::uint64_t nodes = 0;  // of all iterations up to this one
    std::vector<Move> line;
};

// A searcher with a small table of its own that starts from nothing each time.
class HorizonSearcher {
public:
    HorizonSearcher(Horizon horizon, const nnue::Network* network);

    // One result for each depth, in order. Stops earlier if the node limit is reached.
    std::vector<HorizonResult> search(const Position& pos, int depth,
                                      std::optional<std::uint64_t> nodes = std::nullopt,
                                      const std::vector<Move>& only = {});

private:
    SoloSearch search_;
};

}  // namespace stillpoint::lab
