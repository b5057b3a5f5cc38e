#include "chess/recent_history.h"

#include <algorithm>
#include <vector>

namespace stillpoint {

Position with_recent_history(Position pos) {
    constexpr int kFiftyMoves = 100;  // half-moves
    std::vector<Move> moves;
    for (int plies = std::min(pos.halfmove_clock(), kFiftyMoves); plies > 0 && pos.last_move().is_real();
         --plies) {
        moves.push_back(pos.last_move());
        pos.undo();
    }
    pos.forget_history();
    Position recent = pos;  // a copy takes no more memory than it needs
    for (; !moves.empty(); moves.pop_back()) recent.make(moves.back());
    return recent;
}

}  // namespace stillpoint
