#pragma once

#include <memory>
#include <string>

#include "nnue/network.h"
#include "util/result.h"

namespace stillpoint {

// The network a tool was told to use, once for all its searchers. Null means the plain evaluation.
using SharedNetwork = std::shared_ptr<const nnue::Network>;

// Empty: the embedded network, or none where there is none. "plain": none. Anything else is a file.
Result<SharedNetwork> choose_network(const std::string& name);

}  // namespace stillpoint
