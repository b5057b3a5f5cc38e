#include "selfplay/game_file.h"

#include <cstdio>
#include <ctime>
#include <memory>

#include "gamedata/writer.h"

namespace stillpoint {

spg::FileHeader game_file_header(const PlayerConfig& player, const Adjudication& rules, std::uint64_t seed,
                                 bool chess960) {
    spg::FileHeader h;
    h.chess960 = chess960;
    h.seed = seed;
    h.unix_time = static_cast<std::uint64_t>(std::time(nullptr));
    h.net_crc32c = player.network ? player.network->checksum : 0;
    if (player.clock.start == 0) {
        h.soft_nodes = static_cast<std::uint32_t>(player.soft_nodes);
        h.hard_nodes = static_cast<std::uint32_t>(player.hard_nodes);
    }
    h.win_adjudication_cp = static_cast<std::uint16_t>(rules.win_score);
    h.win_adjudication_plies = static_cast<std::uint8_t>(rules.win_plies);
    h.draw_adjudication_plies = static_cast<std::uint8_t>(rules.draw_plies);
    h.draw_adjudication_cp = static_cast<std::uint16_t>(rules.draw_score);
    h.draw_adjudication_min_ply = static_cast<std::uint16_t>(rules.draw_min_ply);
    h.eval_scale = player.network ? 400 : 0;
    return h;
}

Result<spg::Game> to_record(const Opening& opening, const PlayedGame& played) {
    spg::Game game;
    if (auto set = spg::set_start(game, opening.start); !set) return Error{set.error()};
    game.chess960 = opening.chess960;
    game.result = played.result;
    game.end_reason = played.reason;
    game.prefix = opening.moves;
    game.moves = played.moves;
    return game;
}

Result<spg::Done> record_games(MatchSettings& match, const PlayerConfig& player, const std::string& path) {
    auto opened = spg::GameWriter::open(
        path, game_file_header(player, match.adjudication, match.seed, match.openings.fischer_percent > 0));
    if (!opened) return Error{opened.error()};
    if (!opened->notice().empty()) std::fprintf(stderr, "match: %s\n", opened->notice().c_str());
    match.on_game = [writer = std::make_shared<spg::GameWriter>(std::move(*opened)), path](
                        const Opening& opening, const PlayedGame& played) {
        const auto game = to_record(opening, played);
        if (auto added = game ? writer->add(*game) : Result<spg::Done>(Error{game.error()}); !added)
            std::fprintf(stderr, "game not written to '%s': %s\n", path.c_str(), added.error().c_str());
    };
    return spg::Done{};
}

}  // namespace stillpoint
