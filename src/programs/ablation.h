#pragma once

#include <string>
#include <vector>

namespace stillpoint {

// stillpoint ablation (lab build): what each technique is worth. Switches every feature in turn, measures
// nodes and time to a fixed depth, counts solved test positions and plays games against the unchanged engine;
// writes Markdown, JSON and an SVG chart. Results already in the JSON file are kept, so that a stopped run
// goes on where it was.
int ablation_main(const std::vector<std::string>& arguments);

}  // namespace stillpoint
