#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// `stillpoint board`: the page on a local address, with this program as its engine. Runs until Ctrl-C or
// the end of standard input.
int board_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
