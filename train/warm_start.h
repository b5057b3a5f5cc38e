#pragma once

#include <string>

#include "nnue/network_file.h"
#include "train/trainer.h"

namespace stillpoint::train {

// A network to go on from. Fails unless it has `hidden` neurons, which must be as many as this build's engine
// has: the file is read by the engine's reader.
Result<nnue::NetworkPointer> load_start(const std::string& path, int hidden);

// Puts the network's weights in the place of the random ones. Inputs it knows count as seen: they are
// exported although the games at hand may not show them.
void start_from(const nnue::Network& network, TrainingState& state);

}  // namespace stillpoint::train
