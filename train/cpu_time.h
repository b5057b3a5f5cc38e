#pragma once

#include <ctime>

namespace stillpoint::train {

// Processor time of all threads so far.
inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace stillpoint::train
