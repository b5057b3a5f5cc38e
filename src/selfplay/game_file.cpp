#include "selfplay/game_file.h"

#include <ctime>

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

}  // namespace stillpoint
