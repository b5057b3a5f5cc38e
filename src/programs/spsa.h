#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint tune (tune build): tunes parameters of params.def by simultaneous perturbation, with game pairs
// at fixed nodes inside this process. Keeps its state in a file and continues from it.
int spsa_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
