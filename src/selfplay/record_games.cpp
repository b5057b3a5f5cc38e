#include "selfplay/record_games.h"

#include <cstdio>
#include <memory>

#include "gamedata/writer.h"
#include "selfplay/game_file.h"

namespace stillpoint {

Result<spg::Done> record_games(MatchSettings& match, const PlayerConfig& player, const std::string& path) {
    auto opened = spg::GameWriter::open(
        path, game_file_header(player, match.adjudication, match.seed, match.fischer_percent > 0));
    if (!opened) return Error{opened.error()};
    match.on_game = [writer = std::make_shared<spg::GameWriter>(std::move(*opened)), path](
                        const Opening& opening, const PlayedGame& played) {
        const auto game = to_record(opening, played);
        if (auto added = game ? writer->add(*game) : Result<spg::Done>(Error{game.error()}); !added)
            std::fprintf(stderr, "game not written to '%s': %s\n", path.c_str(), added.error().c_str());
    };
    return spg::Done{};
}

}  // namespace stillpoint
