#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "nnue/network.h"
#include "search/solo_search.h"
#include "search/tuning.h"

// The horizon effect: what a search gets wrong that stops in the middle of an exchange.
namespace stillpoint::lab {

// What a search of fixed depth does at its horizon. All but the last are the same alpha-beta search of all
// moves, without pruning, reductions and extensions.
enum class Horizon {
    Plain,     // the evaluation, whatever is going on
    Captures,  // captures, promotions and answers to checks are played out, all of them
    Full,      // the engine's quiescence: only those of them that can matter
    Engine,    // the engine's whole search
    Count
};
inline constexpr std::size_t kHorizons = static_cast<std::size_t>(Horizon::Count);
std::string_view name_of(Horizon horizon);

// The techniques such a search has of those the engine has.
Tuning tuning_of(Horizon horizon, const Tuning& engine);

struct HorizonResult {
    int depth = 0;
    Score score = 0;
    std::uint64_t nodes = 0;  // of all iterations up to this one
    std::vector<Move> line;
};

// A searcher with a small table of its own that starts from nothing each time.
class HorizonSearcher {
public:
    HorizonSearcher(Horizon horizon, const nnue::Network* network, const Tuning& engine = {});

    // One result for each depth, in order. Stops earlier if the node limit is reached.
    std::vector<HorizonResult> search(const Position& pos, int depth,
                                      std::optional<std::uint64_t> nodes = std::nullopt,
                                      const std::vector<Move>& only = {});

private:
    SoloSearch search_;
};

// One position: what the four searches find at depths 1 to `depth`, side by side; what lies behind the plain
// search's horizon that changes its verdict; and whether a search gives checks only to put off a loss.
std::string horizon_report(const Position& pos, int depth, const nnue::Network* network,
                           const Tuning& engine = {});

// Many positions: how often each search blunders.
struct HorizonSuiteSettings {
    int depth = 4;
    std::uint64_t reference_nodes = 20'000;  // for judging each move
    int blunder = 150;                       // centipawns worse than the best move
    std::size_t max_positions = 1000;
    std::function<void(std::size_t done)> on_progress{};
};

// What a kind of search did at one depth, over all positions.
struct HorizonTally {
    int blunders = 0;
    std::uint64_t nodes = 0;
};

struct HorizonSuite {
    std::size_t positions = 0;
    std::vector<std::array<HorizonTally, kHorizons>> depths;  // [depth - 1]
    std::vector<int> only_plain_errs;  // [depth - 1] plain blunders, quiescence does not
    std::vector<int> only_quiet_errs;
};

// Positions must have a legal move.
HorizonSuite run_horizon_suite(const std::vector<Position>& positions, const HorizonSuiteSettings& settings,
                               const nnue::Network* network, const Tuning& engine_tuning = {});
// As a Markdown table.
std::string to_markdown(const HorizonSuite& suite);

}  // namespace stillpoint::lab
