#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "pgn/parser.h"
#include "pgn/splitter.h"

namespace stillpoint::pgn {

inline std::vector<RawGame> split_text(const std::string& text, std::size_t max_game = 1 << 20) {
    std::istringstream in(text);
    Splitter splitter(in, max_game);
    std::vector<RawGame> games;
    while (auto game = splitter.next()) games.push_back(std::move(*game));
    return games;
}

inline std::vector<ParsedGame> parse_text(const std::string& text) {
    std::vector<ParsedGame> games;
    for (const RawGame& raw : split_text(text)) games.push_back(parse_game(raw));
    return games;
}

inline ParsedGame parse_one(const std::string& text) { return parse_text(text).at(0); }

}  // namespace stillpoint::pgn
