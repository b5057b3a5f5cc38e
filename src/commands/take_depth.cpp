#include "commands/commands.h"

namespace stillpoint {

Result<std::optional<int>> take_depth(Words& words, int min, int max) {
    if (words.size() < 2 || words[words.size() - 2] != "depth") return std::optional<int>();
    const auto depth = parse_number<int>(words.back(), min, max);
    if (!depth)
        return Error{"depth must be a number from " + std::to_string(min) + " to " + std::to_string(max)};
    words.resize(words.size() - 2);
    return depth;
}

}  // namespace stillpoint
