#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "gamedata/filters.h"
#include "gamedata/format.h"

namespace stillpoint::spg {

// What is in a file and whether it is sound.
struct VerifyReport {
    FileHeader header;
    std::uint64_t file_bytes = 0;
    std::uint64_t good_bytes = 0;  // in whole blocks, and the header's
    std::uint32_t blocks = 0;
    std::uint64_t games = 0;
    std::uint64_t scored_plies = 0;
    std::uint64_t corrupt_games = 0;  // a bad start or an illegal move
    std::uint64_t odd_endings = 0;    // the final position does not fit the result
    std::string problem;              // damaged or cut-off blocks
    std::string first_corrupt_game;
    std::string first_odd_ending;

    bool sound() const { return problem.empty() && corrupt_games == 0; }
};
// Replays every game. Fails only if the file cannot be read at all.
Result<VerifyReport> verify(const std::string& path);
std::string to_string(const VerifyReport& report);

// Numbers to judge a set of games by. Corrupt games are counted and left out of the rest.
struct Stats {
    std::uint64_t files = 0;
    std::uint64_t unreadable_files = 0;
    std::uint64_t bytes = 0;
    std::uint64_t games = 0;
    std::uint64_t corrupt_games = 0;
    std::uint64_t duplicate_games = 0;  // identical in every byte to an earlier one
    std::uint64_t prefix_plies = 0;
    std::uint64_t scored_plies = 0;
    std::uint64_t longest_game = 0;
    std::array<std::uint64_t, kGameResults> results{};  // by GameResult
    std::array<std::uint64_t, kEndReasons> end_reasons{};
    // What the trainer's usual filters keep, and the first filter that drops each of the others.
    FilterCounts positions;
    // |score| of the scored positions below 100, 200, ... 900 centipawns, and the rest.
    std::array<std::uint64_t, 10> score_histogram{};
    std::array<std::uint64_t, 33> kept_by_pieces{};
    std::vector<std::string> problems;
};
Stats stats(const std::vector<std::string>& paths);
std::string to_string(const Stats& stats);

struct MergeOptions {
    // If false, a file played with other settings than the first one is an error, and so is one whose header,
    // which says the settings, is damaged.
    bool allow_mixed_settings = false;
    bool drop_duplicates = true;
};
struct MergeReport {
    std::uint64_t games = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t corrupt_games = 0;  // left out
    std::vector<std::string> problems;
};
// Writes the good games of all inputs to one new file with the first sound header. `output` must not exist.
Result<MergeReport> merge(const std::vector<std::string>& inputs, const std::string& output,
                          const MergeOptions& options = {});
std::string to_string(const MergeReport& report);

// Games `first` to `first + count - 1` as text, one paragraph each: start, result, moves with scores.
Result<Done> dump(const std::string& path, std::uint64_t first, std::uint64_t count, std::ostream& out);
std::string to_text(const Game& game);

}  // namespace stillpoint::spg
