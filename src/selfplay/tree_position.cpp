#include "selfplay/tree_position.h"

#include "chess/movegen.h"

namespace stillpoint {

namespace {

constexpr std::uint32_t kMaxPlies = 6;

Move random_known_move(const Player& player, const Position& pos, Rng& rng) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    MoveList known;
    for (Move m : moves) {
        Position next = pos;
        next.make(m);
        if (player.knows(next)) known.push_back(m);
    }
    return known.empty() ? Move::none() : known[rng.below(static_cast<std::uint32_t>(known.size()))];
}

}  // namespace

std::optional<Position> random_tree_position(const Player& player, const Position& root, Rng& rng) {
    Position pos = root;
    const std::uint32_t plies = 1 + rng.below(kMaxPlies);
    for (std::uint32_t i = 0; i < plies; ++i) {
        const Move m = random_known_move(player, pos, rng);
        if (!m) break;
        pos.make(m);
    }
    if (pos.key() == root.key() || !pos.has_legal_move() || pos.is_draw_by_fifty_moves()) return std::nullopt;
    return pos;
}

}  // namespace stillpoint
