#include "selfplay/game.h"

#include <cstdlib>

namespace stillpoint {

namespace {

spg::GameResult win_for(Color c) {
    return c == Color::White ? spg::GameResult::WhiteWins : spg::GameResult::BlackWins;
}

std::int16_t stored(Score score, Color us) {
    const int sign = us == Color::White ? 1 : -1;
    if (is_mate(score)) return spg::stored_mate(us == Color::White, kMateScore - score);
    if (is_mated(score)) return spg::stored_mate(us != Color::White, kMateScore + score);
    return spg::stored_score(sign * score);
}

// Fills in result and reason if the game is over by the rules of chess.
bool is_over(const Position& pos, PlayedGame& game) {
    if (!pos.has_legal_move()) {
        game.result = pos.in_check() ? win_for(~pos.side_to_move()) : spg::GameResult::Draw;
        game.reason = pos.in_check() ? spg::EndReason::Mate : spg::EndReason::Stalemate;
        return true;
    }
    game.result = spg::GameResult::Draw;
    if (pos.has_insufficient_material()) {
        game.reason = spg::EndReason::Material;
        return true;
    }
    if (pos.is_draw_by_fifty_moves()) {
        game.reason = spg::EndReason::FiftyMoves;
        return true;
    }
    game.reason = spg::EndReason::Repetition;
    return pos.times_seen_before() >= 2;
}

}  // namespace

spg::ScoredMove scored_move(const Player::Thought& thought, Color side) {
    return {thought.move, stored(thought.score, side)};
}

PlayedGame play_game(Player& white, Player& black, const Position& start, const Adjudication& rules,
                     const AfterThought& after_thought) {
    PlayedGame game;
    Position pos = start;
    white.new_game(start.key());
    if (&white != &black) black.new_game(~start.key());
    int winning = 0, drawish = 0;
    Color winner = Color::White;
    while (!is_over(pos, game)) {
        if (static_cast<int>(game.moves.size()) >= rules.max_plies) {
            game.result = spg::GameResult::Draw;
            game.reason = spg::EndReason::MaxPlies;
            break;
        }
        const Color us = pos.side_to_move();
        Player& player = us == Color::White ? white : black;
        const Player::Thought thought = player.think(pos);
        game.nodes += thought.nodes;
        game.moves.push_back(scored_move(thought, us));
        if (after_thought) after_thought(player, pos, thought);

        const Color leader = thought.score > 0 ? us : ~us;
        const bool decided = std::abs(thought.score) >= rules.win_score;
        winning = decided && (winning == 0 || leader == winner) ? winning + 1 : decided ? 1 : 0;
        winner = leader;
        drawish = std::abs(thought.score) <= rules.draw_score && pos.game_ply() >= rules.draw_min_ply
                      ? drawish + 1
                      : 0;
        pos.make(thought.move);
        if (rules.win_plies > 0 && winning >= rules.win_plies) {
            game.result = win_for(winner);
            game.reason = spg::EndReason::WinAdjudicated;
            break;
        }
        if (rules.draw_plies > 0 && drawish >= rules.draw_plies) {
            game.result = spg::GameResult::Draw;
            game.reason = spg::EndReason::DrawAdjudicated;
            break;
        }
    }
    return game;
}

}  // namespace stillpoint
