#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gamedata/writer.h"
#include "selfplay/game.h"
#include "selfplay/openings.h"
#include "util/rng.h"
#include "util/stopwatch.h"

// Training data: games the engine plays against itself, written to files.
namespace stillpoint {

struct DatagenSettings {
    std::string folder;  // must exist
    int threads = 2;
    std::uint64_t games = 0;  // 0: until stopped
    double minutes = 0;       // 0: until stopped
    std::uint64_t soft_nodes = 800;
    std::uint64_t hard_nodes = 6400;
    int random_plies = 8;  // one more in half of the games
    int fischer_percent = 10;
    int max_opening_score = 600;
    int win_score = Adjudication{}.win_score;
    int play_on_percent = 10;  // games that are never adjudicated
    int tree_percent = 0;      // moves after which a position from the search tree is scored as well
    std::uint64_t seed = 0;
    std::size_t hash = 1;  // a whole game of short searches fits, and the processor's cache holds it
};

// The line that says in the folder's manifest how its games were made.
std::string manifest_line(const DatagenSettings& settings, const nnue::Network* network,
                          const std::string& version);

// Plays games on several threads, each with a file of its own, until there are enough, the time is up, or the
// program is interrupted.
class Datagen {
public:
    // A null network means the plain evaluation.
    Datagen(const DatagenSettings& settings, const nnue::Network* network)
        : settings_(settings), network_(network) {}

    // What one thread does; each is called with a number of its own, from 0 on.
    void run(int thread);

    // From any thread: "games 12  positions 1034 ...". Kept are those that the trainer's usual filters let
    // pass.
    std::string progress() const;
    // How much of what was asked for is done, from 0 to 1; nothing if it has no end.
    std::optional<double> part_done() const;
    // What went wrong; empty if nothing did.
    std::string failure() const;

private:
    void play_games(int thread);
    bool is_finished() const;
    void fail(const std::string& message);
    Adjudication rules(bool play_on) const;
    Result<spg::Done> play(spg::GameWriter& writer, Player& player, const Opening& opening, Rng& rng);
    std::optional<spg::Game> score_in_tree(Player& player, const Position& root, bool chess960, Rng& rng);
    Result<spg::Done> write(spg::GameWriter& writer, const spg::Game& game);

    const DatagenSettings settings_;
    const nnue::Network* const network_;
    const Stopwatch watch_;
    std::atomic<std::uint64_t> games_{0}, positions_{0}, kept_{0}, white_{0}, black_{0}, nodes_{0};
    std::atomic<bool> failed_{false};
    mutable std::mutex mutex_;
    std::string failure_;
};

// A position from inside the tree of the player's last search of `root`: a few plies of random moves to
// positions that are in its table. Walks that end where the game is over, back at the root, or at a position
// that the trainer's filters would drop are tried again a few times; then there is none.
std::optional<Position> random_tree_position(const Player& player, const Position& root, Rng& rng);

}  // namespace stillpoint
