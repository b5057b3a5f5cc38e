#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "selfplay/player.h"
#include "util/result.h"
#include "util/rng.h"

// Where games begin: random moves from a starting position, or positions of a book.
namespace stillpoint {

struct Opening {
    Position start;           // before the random moves
    std::vector<Move> moves;  // random
    Position position;        // after them
    bool chess960 = false;
};

// Random moves from a starting position: standard, or double Fischer random in a share of the games. The game
// is never over and the side to move never in check.
Opening random_opening(Rng& rng, int plies, int fischer_percent);

// The position of a book's line: a FEN, or the first four fields of an EPD line.
std::optional<Position> book_position(const std::string& line);
// The lines of a book that hold a position. An empty path stands for no book and gives no lines.
Result<std::vector<std::string>> read_book(const std::string& path);

// How a match chooses its openings.
struct OpeningSettings {
    std::vector<std::string> book;  // as read_book returns it; empty: random openings
    int random_plies = 8;
    int fischer_percent = 0;
    int max_score = 200;  // random openings that a short search judges worse than this are not played
};
Opening choose_opening(Rng& rng, Player& judge, const OpeningSettings& settings);

// Openings for training games that other programs play: random moves from the start, or from random lines of
// a book too large to be read as a whole.
struct OpeningListSettings {
    int count = 0;
    std::uint64_t seed = 0;
    std::string book;          // a file; empty: none
    std::optional<int> plies;  // random moves, or one more; none: a default
    int fischer_percent = 0;
    std::uint64_t nodes = 1000;  // for judging an opening
    int max_score = 300;         // worse ones are replaced, as long as better ones can be found
};
// The same settings give the same openings. A null network means the plain evaluation.
Result<bool> list_openings(const OpeningListSettings& settings, const nnue::Network* network,
                           const std::function<void(const Position&)>& on_opening);

}  // namespace stillpoint
