#pragma once

#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "gamedata/game.h"
#include "util/rng.h"

namespace stillpoint::spg {

// A back rank as Chess960 allows: bishops on both colours, the king between the rooks.
inline std::string random_back_rank(Rng& rng) {
    std::string rank(8, ' ');
    const auto put = [&](char piece, auto allowed) {
        int free = 0;
        for (std::size_t i = 0; i < 8; ++i) free += rank[i] == ' ' && allowed(i);
        int chosen = static_cast<int>(rng.below(static_cast<std::uint32_t>(free)));
        for (std::size_t i = 0; i < 8; ++i)
            if (rank[i] == ' ' && allowed(i) && chosen-- == 0) rank[i] = piece;
    };
    const auto any = [](std::size_t) { return true; };
    put('B', [](std::size_t i) { return i % 2 == 0; });
    put('B', [](std::size_t i) { return i % 2 == 1; });
    put('Q', any);
    put('N', any);
    put('N', any);
    for (char piece : {'R', 'K', 'R'}) rank[rank.find(' ')] = piece;
    return rank;
}

enum class Variant { Standard, Chess960, DoubleChess960 };

inline Position random_start(Variant variant, Rng& rng) {
    if (variant == Variant::Standard) return start_position();
    const std::string white = random_back_rank(rng);
    std::string black = variant == Variant::Chess960 ? white : random_back_rank(rng);
    for (char& c : black) c = static_cast<char>(c - 'A' + 'a');
    return *parse_fen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1");
}

// Random legal moves with random scores, until the game is over or long enough.
inline Game random_game(Variant variant, Rng& rng, int plies = 120) {
    Game game;
    Position pos = random_start(variant, rng);
    if (!set_start(game, pos)) return game;
    game.chess960 = variant != Variant::Standard;
    game.result = static_cast<GameResult>(rng.below(kGameResults));
    game.end_reason = static_cast<EndReason>(rng.below(kEndReasons));
    const int prefix = static_cast<int>(rng.below(10));
    for (int ply = 0; ply < plies; ++ply) {
        MoveList moves;
        generate<GenKind::Legal>(pos, moves);
        if (moves.empty()) break;
        const Move m = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        if (ply < prefix)
            game.prefix.push_back(m);
        else
            game.moves.push_back({m, static_cast<std::int16_t>(static_cast<int>(rng.below(4001)) - 2000)});
        pos.make(m);
    }
    return game;
}

}  // namespace stillpoint::spg
