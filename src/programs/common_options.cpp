#include "programs/common_options.h"

#include "tablebase/tablebase.h"
#include "util/text.h"

namespace stillpoint {

void CommonOptions::add_to(CLI::App& app, const std::string& hash_help, int default_hash) {
    hash = default_hash;
    app.add_option("--time,-t", time, "for each position: seconds, or 500ms, 5s, 2m");
    app.add_option("--depth,-d", depth, "for each position")->check(CLI::Range(1, 245));
    app.add_option("--nodes,-n", nodes, "for each position")->check(CLI::PositiveNumber);
    app.add_option("--hash", hash, hash_help)->check(CLI::Range(1, 33554432))->capture_default_str();
    app.add_option("--net", net, "network file, or 'plain'; default: the embedded network");
    app.add_option("--syzygy", syzygy, "folders with Syzygy tables");
}

Result<Limits> CommonOptions::limits() const {
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

Result<std::string> CommonOptions::open_tablebases() const {
    if (syzygy.empty()) return std::string();
    const auto summary = tablebase::init(syzygy);
    if (!summary) return Error{summary.error()};
    return summary->text();
}

}  // namespace stillpoint
