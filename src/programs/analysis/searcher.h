#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "nnue/network.h"
#include "search/context.h"
#include "search/table.h"
#include "search/worker.h"

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

    // Takes over one report of a running search.
    void update(const SearchInfo& info, const Position& root);
};

// The answer for positions without a legal move; nothing for all others.
std::optional<Analysis> analysis_of_finished_game(const Position& pos);

struct SearchTask {
    Limits limits;  // must be bounded
    int multi_pv = 1;
    // Set by another thread to end the search early; call Searcher::stop() afterwards.
    const std::atomic<bool>* cancelled = nullptr;
    // Called from within the search; may be empty.
    std::function<void(const Analysis&)> on_progress;
};

// A single-threaded searcher for programs. Many of them share one network.
class Searcher {
public:
    // With a table of its own.
    Searcher(const nnue::Network* network, std::size_t hash_mebibytes);
    // With one that others may search in at the same time.
    Searcher(const nnue::Network* network, Table& shared);

    // Forgets everything: the next result then depends on nothing but the task. Not with a shared table.
    void forget();
    Analysis analyse(const Position& pos, const SearchTask& task);
    // From any thread: ends the search that runs, if there is one.
    void stop();

private:
    const nnue::Network* network_;
    Table own_table_;
    Table* const table_;
    std::unique_ptr<Worker> worker_;
    std::mutex mutex_;
    SearchContext* running_ = nullptr;
};

}  // namespace stillpoint
