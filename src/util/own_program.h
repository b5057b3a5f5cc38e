#pragma once

#include <string>

namespace stillpoint {

// Path of the file this process runs; empty if the system doesn't tell.
std::string own_program();

}  // namespace stillpoint
