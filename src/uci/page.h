#pragma once

#include <memory>

#include "uci/uci.h"

namespace stillpoint {

// In a browser nothing can wait for lines: main returns, and the page calls stillpoint_command once per line.
// This keeps `uci` alive for it.
void serve_page(std::unique_ptr<Uci> uci);

}  // namespace stillpoint
