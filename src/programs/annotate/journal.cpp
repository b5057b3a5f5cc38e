#include "programs/annotate/journal.h"

#include <fstream>

#include "programs/analysis/json.h"
#include "util/replace_file.h"

namespace stillpoint {

Result<bool> Journal::save(const std::string& path) const {
    const Json object = {{"run", run},
                         {"games", games},
                         {"skipped", skipped},
                         {"output_bytes", output_bytes},
                         {"report_bytes", report_bytes},
                         {"report_games", report_games},
                         {"report_left_out", report_left_out},
                         {"report_rows", report_rows}};
    const auto written = replace_file(path, {one_line(object) + '\n'});
    if (!written) return Error{"can't write '" + path + "': " + written.error()};
    return true;
}

Result<std::optional<Journal>> Journal::load(const std::string& path) {
    std::ifstream file(path);
    if (!file) return std::optional<Journal>();
    try {
        const Json object = Json::parse(file);
        Journal journal;
        journal.run = object.at("run").get<std::string>();
        journal.games = object.at("games").get<std::uint64_t>();
        journal.skipped = object.at("skipped").get<std::uint64_t>();
        journal.output_bytes = object.at("output_bytes").get<std::uint64_t>();
        journal.report_bytes = object.at("report_bytes").get<std::uint64_t>();
        journal.report_games = object.at("report_games").get<int>();
        journal.report_left_out = object.at("report_left_out").get<int>();
        journal.report_rows = object.at("report_rows").get<std::string>();
        return std::optional(std::move(journal));
    } catch (const Json::exception&) {
        return Error{"'" + path + "' is damaged; delete it or use --restart"};
    }
}

}  // namespace stillpoint
