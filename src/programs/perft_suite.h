#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint perft-suite FILE...: checks every count of EPD files whose lines read "FEN ;D1 n ;D2 n ...".
// Returns 1 if one is wrong.
int perft_suite_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
