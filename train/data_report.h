#pragma once

#include <string>

#include "train/dataset.h"

namespace stillpoint::train {

// What was loaded and what was left out, with every generation's scale: for the terminal and the manifest.
std::string to_string(const Dataset& data);

}  // namespace stillpoint::train
