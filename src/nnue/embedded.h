#pragma once

#include <string>

#include "nnue/network.h"

namespace stillpoint::nnue {

// The network built into the program, or null if there is none or it is damaged. Read on the first call;
// any thread may ask.
const Network* embedded_network();
// Why there is none, in one line; empty if there is one.
const std::string& embedded_network_error();

}  // namespace stillpoint::nnue
