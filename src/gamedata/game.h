#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "gamedata/packed_board.h"
#include "util/result.h"

namespace stillpoint::spg {

// Unknown: positions that have scores but were not played on from.
enum class GameResult : std::uint8_t { BlackWins, Draw, WhiteWins, Unknown };
inline constexpr int kGameResults = 4;

enum class EndReason : std::uint8_t {
    Mate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
    WinAdjudicated,
    DrawAdjudicated,
    MaxPlies
};
inline constexpr int kEndReasons = 8;
std::string_view to_string(EndReason reason);

// Scores are White's view of the position before the move, in centipawns of the engine that played.
inline constexpr int kMaxStoredScore = 30000;
inline constexpr int kStoredMate = 31000;
// The stored form of an ordinary score, and of a mate in `plies` (negative: White is mated).
constexpr std::int16_t stored_score(int white_cp) {
    return static_cast<std::int16_t>(white_cp > kMaxStoredScore    ? kMaxStoredScore
                                     : white_cp < -kMaxStoredScore ? -kMaxStoredScore
                                                                   : white_cp);
}
constexpr std::int16_t stored_mate(bool white_mates, int plies) {
    const int distance = plies < 0 ? 0 : plies > 999 ? 999 : plies;
    return static_cast<std::int16_t>(white_mates ? kStoredMate - distance : distance - kStoredMate);
}

struct ScoredMove {
    Move move;
    std::int16_t score = 0;  // White's view, before the move
    friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

// One game of self-play: random moves first, without a search, then moves with their scores.
struct Game {
    std::optional<PackedBoard> start;  // nothing: the standard starting position
    bool chess960 = false;
    GameResult result = GameResult::Draw;
    EndReason end_reason = EndReason::MaxPlies;
    std::vector<Move> prefix;
    std::vector<ScoredMove> moves;
    friend bool operator==(const Game&, const Game&) = default;
};

inline constexpr std::size_t kMaxPrefixMoves = 255;
inline constexpr std::size_t kMaxScoredMoves = 65535;

// Sets `game.start` from a position; the standard starting position is left out of the record.
Result<Done> set_start(Game& game, const Position& start);
Result<Position> start_position_of(const Game& game);

// Appends the record's bytes. Fails, appending nothing, if a length does not fit its field.
Result<Done> encode(const Game& game, std::string& out);
// Takes one record off the front of `bytes`. Accepts any bytes; does not check that the moves are legal.
Result<Game> decode(std::string_view& bytes);

// A hash of everything in the record: equal games have equal hashes.
std::uint64_t game_hash(const Game& game);

}  // namespace stillpoint::spg
