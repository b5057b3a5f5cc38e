#include <cstdio>
#include <filesystem>

#include "commands/commands.h"
#include "nnue/network_file.h"

namespace stillpoint {

Result<std::string> export_network(const Engine& engine, const std::string& path) {
    const nnue::Network* network = engine.network();
    if (!network) return Error{"export_net: no network is in use"};
    std::string name = path;
    if (name.empty()) {
        name = format("stillpoint-%08x.nn", network->checksum);
        std::error_code ignored;
        if (std::filesystem::exists(name, ignored))
            return Error{"export_net: '" + name + "' exists already; name it to overwrite it"};
    }
    const auto written = nnue::export_net(*network, name);
    if (!written) return Error{"export_net: " + written.error()};
    return "network of " + std::to_string(*written) + " bytes written to " + name;
}

}  // namespace stillpoint
