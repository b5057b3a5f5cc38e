#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "pgn/parser.h"
#include "pgn/splitter.h"
#include "pgn/writer.h"
#include "tests/fuzz/invariants.h"

// Any bytes as a PGN file: what can be read can be written, and reads the same again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stillpoint;
    const std::string text(data, data + size);
    std::istringstream in(text);
    pgn::Splitter splitter(in, 100000);
    std::uint64_t games = 0;
    while (const auto raw = splitter.next()) {
        fuzz::require(raw->number == ++games, "games are numbered", text);
        fuzz::require(raw->end <= size && raw->line >= 1, "places are in the file", text);
        const pgn::ParsedGame parsed = pgn::parse_game(*raw);
        for (const pgn::Problem& problem : parsed.warnings) {
            fuzz::require_good_error(problem.message);
            fuzz::require(problem.line >= raw->line, "problems are within the game", text);
        }
        if (parsed.error) {
            fuzz::require_good_error(parsed.error->message);
            continue;
        }
        const std::string written = pgn::write_game(parsed.game);
        std::istringstream again(written);
        pgn::Splitter second(again, 10000000);
        const auto copy = second.next();
        fuzz::require(copy.has_value(), "something was written", written);
        const pgn::ParsedGame reread = pgn::parse_game(*copy);
        fuzz::require(!reread.error && reread.warnings.empty(), "what is written can be read", written);
        fuzz::require(reread.game.main == parsed.game.main, "moves and comments survive", written);
        fuzz::require(reread.game.result == parsed.game.result, "the result survives", written);
        fuzz::require(pgn::write_game(reread.game) == written, "writing is stable", written);
        fuzz::require(!second.next().has_value(), "one game is written as one", written);
    }
    return 0;
}
