#include "pgn/reader.h"

namespace stillpoint::pgn {

std::optional<Game> Reader::next() {
    while (auto raw = splitter_.next()) {
        ParsedGame parsed = parse_game(*raw);
        if (parsed.error) {
            if (on_error_) on_error_(*raw, *parsed.error);
        } else if (!parsed.is_empty()) {
            return std::move(parsed.game);
        }
    }
    return std::nullopt;
}

}  // namespace stillpoint::pgn
