#include "pgn/game.h"

#include <algorithm>

namespace stillpoint::pgn {

std::string_view Game::tag(std::string_view name) const {
    for (const Tag& t : tags)
        if (t.name == name) return t.value;
    return {};
}

void Game::set_tag(std::string_view name, std::string value) {
    const auto found = std::find_if(tags.begin(), tags.end(), [&](const Tag& t) { return t.name == name; });
    if (value.empty()) {
        if (found != tags.end()) tags.erase(found);
    } else if (found != tags.end()) {
        found->value = std::move(value);
    } else {
        tags.push_back({std::string(name), std::move(value)});
    }
}

}  // namespace stillpoint::pgn
