#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "nnue/network.h"
#include "search/solo_search.h"

namespace stillpoint {

struct AnalysedLine {
    Score score = 0;  // from the side to move
    Bound bound = Bound::Exact;
    int depth = 0;
    int selective_depth = 0;
    std::vector<Move> pv;
};

// What a search has to say about a position.
struct Analysis {
    std::vector<AnalysedLine> lines;  // best first; empty only where there is no legal move
    Score score = 0;                  // of the best line, or of the end of the game
    int depth = 0;
    int selective_depth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t tablebase_hits = 0;
    Milliseconds time = 0;
    int hashfull = 0;

    Move best_move() const { return lines.empty() ? Move::none() : lines[0].pv[0]; }

    // Adds one report of a running search.
    void update(const SearchInfo& info, const Position& root);
};

// The answer for positions without a legal move; nothing for all others.
std::optional<Analysis> analysis_of_finished_game(const Position& pos);

// A single-threaded searcher for programs. Many of them share one network.
class Searcher {
public:
    Searcher(const nnue::Network* network, std::size_t hash_mebibytes)
        : search_({.network = network, .hash_mebibytes = hash_mebibytes}) {}
    // In a table that others may search in at the same time.
    Searcher(const nnue::Network* network, Table& shared) : search_({.network = network}, shared) {}

    // Forgets everything: the next result then depends on nothing but the task. Not with a shared table.
    void forget() { search_.clear(); }
    // The limits must be bounded. `on_progress` is called from within the search; it may be empty.
    Analysis analyse(const Position& pos, const SoloTask& task,
                     const std::function<void(const Analysis&)>& on_progress = {});
    // From any thread: ends the running search, if there is one.
    void stop() { search_.stop(); }

private:
    SoloSearch search_;
};

}  // namespace stillpoint
