#pragma once

#include <memory>

#include "uci/uci.h"

namespace stillpoint {

// In a browser nobody can wait for lines: main returns, and the page calls stillpoint_command with one line
// after the other. This keeps the protocol alive for it.
void serve_page(std::unique_ptr<Uci> uci);

}  // namespace stillpoint
