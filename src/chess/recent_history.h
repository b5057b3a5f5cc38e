#pragma once

#include "chess/position.h"

namespace stillpoint {

// The position with as much of its past as can still matter: a game without a capture or a pawn move for
// fifty moves is drawn, so nothing older can be repeated. Takes little memory however long the game is.
Position with_recent_history(Position pos);

}  // namespace stillpoint
