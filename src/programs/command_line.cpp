#include "programs/command_line.h"

#include <cstdio>

#include "tablebase/tablebase.h"
#include "util/machine.h"
#include "util/text.h"

namespace stillpoint {

int fail(const char* program, const std::string& message) {
    std::fprintf(stderr, "%s: %s\n", program, message.c_str());
    return kFailed;
}

int refuse(const char* program, const std::string& message) {
    fail(program, message);
    return kUsage;
}

Result<bool> check_memory(std::uint64_t mebibytes_each, int tables) {
    const std::uint64_t wanted = mebibytes_each * static_cast<std::uint64_t>(tables);
    const std::uint64_t available = memory_mebibytes();
    if (available == 0 || wanted <= available) return true;
    return Error{"--hash: " + (tables > 1 ? std::to_string(tables) + " tables of " : std::string()) +
                 std::to_string(mebibytes_each) + " MiB don't fit into the machine's " +
                 std::to_string(available)};
}

void CommonOptions::add_to(CLI::App& app, const std::string& hash_help, int default_hash) {
    hash = default_hash;
    app.add_option("--time,-t", time, "for each position: seconds, or 500ms, 5s, 2m");
    app.add_option("--depth,-d", depth, "for each position")->check(CLI::Range(1, 245));
    app.add_option("--nodes,-n", nodes, "for each position")->check(kCountRange);
    app.add_option("--hash", hash, hash_help)->check(kHashRange)->capture_default_str();
    app.add_option("--net", net, "network file, or 'plain'; default: the embedded network")->type_name(kFile);
    app.add_option("--syzygy", syzygy, "folders with Syzygy tables")->type_name(kFolder);
}

Result<Limits> CommonOptions::limits(const Limits& defaults) const {
    if (!has_limit()) return defaults;
    Limits result;
    if (!time.empty()) {
        const auto duration = parse_duration(time);
        if (!duration) return Error{"'" + time + "' is not a time: write seconds, or 500ms, 5s, 2m"};
        result.move_time = *duration;
    }
    if (depth > 0) result.depth = depth;
    if (nodes > 0) result.nodes = nodes;
    return result;
}

Result<bool> CommonOptions::open_tablebases() const {
    if (syzygy.empty()) return true;
    if (const auto opened = tablebase::init(syzygy); !opened) return Error{opened.error()};
    return true;
}

Result<SharedNetwork> CommonOptions::load_files() const {
    auto network = choose_network(net);
    if (!network) return network;
    if (const auto tables = open_tablebases(); !tables) return Error{tables.error()};
    return network;
}

}  // namespace stillpoint
