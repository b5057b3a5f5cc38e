#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "pgn/game.h"
#include "pgn/splitter.h"

namespace stillpoint::pgn {

// Something in a game that had to be repaired, left out or refused.
struct Problem {
    std::uint64_t line = 0;  // of the file
    std::string message;
};

struct ParsedGame {
    Game game;
    // Set if the game can't be used: its moves can't be followed to the end.
    std::optional<Problem> error;
    // What was left out of a game that can be used.
    std::vector<Problem> warnings;
    // The text ends with one; otherwise game.result is what the tag says.
    bool has_result = false;
    // Neither tags nor moves nor a result: stray text between games.
    bool is_empty() const { return game.tags.empty() && game.main.moves.empty() && !has_result && !error; }
};

// Reads the text of a game as leniently as its meaning allows. Move numbers are ignored; variations that
// can't be followed are cut where they fail; moves of the game itself must all be legal. Only the very last
// word of a file may be incomplete.
ParsedGame parse_game(const RawGame& raw);

// Reads the games of a stream one by one, in constant memory. Unreadable ones are reported and skipped.
class Reader {
public:
    using Report = std::function<void(const RawGame&, const Problem&)>;
    explicit Reader(std::istream& in, Report on_error = {}) : splitter_(in), on_error_(std::move(on_error)) {}

    std::optional<Game> next();

private:
    Splitter splitter_;
    Report on_error_;
};

}  // namespace stillpoint::pgn
