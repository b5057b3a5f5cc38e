#pragma once

#include <string>

namespace stillpoint {

// "g++ 12.2.0 on Linux".
std::string compiler_name();
// What was switched on: the instruction set and the kind of build.
std::string build_settings();
// All of it as lines, for `compiler`. Test farms look for the one with the word "settings".
std::string compiler_text();

}  // namespace stillpoint
