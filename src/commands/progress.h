#pragma once

#include <cstddef>
#include <string>

#include "util/progress.h"

namespace stillpoint {

// For commands that go through a file of positions.
inline void show_positions(ProgressBar& bar, std::size_t done, std::size_t all) {
    bar.show(static_cast<double>(done) / static_cast<double>(all),
             std::to_string(done) + "/" + std::to_string(all) + " positions");
}

}  // namespace stillpoint
