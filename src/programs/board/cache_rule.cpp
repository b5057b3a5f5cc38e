#include "programs/board/cache_rule.h"

namespace stillpoint {

std::string_view cache_rule(std::string_view path) {
    constexpr std::string_view kFolder = "/engine/", kEnding = ".nn";
    const bool is_network = path.size() > kFolder.size() + kEnding.size() &&
                            path.substr(0, kFolder.size()) == kFolder &&
                            path.substr(path.size() - kEnding.size()) == kEnding;
    return is_network ? "public, max-age=31536000, immutable" : "no-cache";
}

}  // namespace stillpoint
