#pragma once

#include <cstdint>
#include <string>

#include "analysis/game_review.h"
#include "pgn/game.h"

// The HTML report in three pieces, so that it can be written while games are still being reviewed: head, one
// section per game, tail. It is a single file without scripts that needs no other, and can be printed.
namespace stillpoint {

std::string report_head(const std::string& title);
// `number` tells the games of a report apart.
std::string report_section(const pgn::Game& game, const GameReview& review, int number);
// The game's line in the table of contents.
std::string report_row(const pgn::Game& game, const GameReview& review, int number);
struct ReportEnd {
    std::string rows;            // of all games; the table is shown above them if there are several
    std::uint64_t games = 0;     // in the report
    std::uint64_t left_out = 0;  // games that are only in the PGN file
    std::string engine;          // whose review it is
};
std::string report_tail(const ReportEnd& end);

}  // namespace stillpoint
