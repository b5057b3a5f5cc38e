#pragma once

#include <string>

#include "train/quantise.h"
#include "train/trainer.h"

namespace stillpoint::train {

// A network whose weights a run begins with.
struct StartingPoint {
    QuantisedNet net;
    std::string name;
    std::uint32_t checksum = 0;
};

// Loads a network to start from, whatever shape this build's engine has. Fails unless it fits the shape to
// train: as many hidden neurons, and as many king buckets or one, whose weights then all buckets begin with.
// A network without layers behind the first fits one with more neurons, too, and one with layers and twice as
// many.
Result<StartingPoint> load_start(const std::string& path, const ModelShape& shape);

// Replaces the random weights of a state of that shape by the network's. Inputs it knows count as seen: they
// are exported even if the games at hand never show them.
void start_from(const QuantisedNet& net, const ModelShape& shape, TrainingState& state);

}  // namespace stillpoint::train
