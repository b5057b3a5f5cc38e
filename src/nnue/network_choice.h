#pragma once

#include <memory>
#include <string>

#include "nnue/network.h"
#include "util/result.h"

namespace stillpoint::nnue {

// The network built into the program, or null if there is none or it is damaged. Read on the first call; any
// thread may call this.
const Network* embedded_network();
// Why there is none, in one line; empty if there is one.
const std::string& embedded_network_error();

}  // namespace stillpoint::nnue

namespace stillpoint {

// A network that several searchers use. Null means the plain evaluation.
using SharedNetwork = std::shared_ptr<const nnue::Network>;

// Empty: the embedded network, or null if there is none. "plain": null. Anything else is a file.
Result<SharedNetwork> choose_network(const std::string& name);

}  // namespace stillpoint
