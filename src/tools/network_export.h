#pragma once

#include <string>

#include "engine/engine.h"
#include "util/result.h"

namespace stillpoint {

// Writes the network in use to a file, for `export_net`. Without a name one is made from the checksum; a file
// that has that name already is left alone. Returns a line to show.
Result<std::string> export_network(const Engine& engine, const std::string& path);

}  // namespace stillpoint
