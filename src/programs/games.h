#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// Looks after files of self-play games: verify, stats, merge, dump, and the fit of the win/draw/loss model.
int games_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
