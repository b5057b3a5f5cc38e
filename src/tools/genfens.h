#pragma once

#include <string_view>
#include <vector>

#include "nnue/network.h"
#include "tools/print.h"
#include "util/result.h"

namespace stillpoint {

// genfens N seed S book <None|FILE> [plies P] [frc PERCENT] [nodes N] [max SCORE]: openings for games that
// OpenBench plays to make training data. Prints N lines `info string genfens <FEN>`: random moves from the
// start or from random lines of the book, never a game that is as good as decided. The same seed gives the
// same lines. Without the network: the plain evaluation.
Result<bool> genfens_command(const std::vector<std::string_view>& words, const nnue::Network* network,
                             const Print& print);

}  // namespace stillpoint
