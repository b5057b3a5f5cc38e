#pragma once

#include <string>

#include "nnue/network_file.h"
#include "train/trainer.h"

namespace stillpoint::train {

// Loads a network to start from. Fails unless it has `hidden` neurons, which must be this build's kHidden:
// the file is read by the engine's reader.
Result<nnue::NetworkPointer> load_start(const std::string& path, int hidden);

// Replaces the random weights by the network's. Inputs it knows count as seen: they are exported even if the
// games at hand never show them.
void start_from(const nnue::Network& network, TrainingState& state);

}  // namespace stillpoint::train
