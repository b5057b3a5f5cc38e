#include "lab/ablation.h"

#include <cstdio>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "nnue/network_choice.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "selfplay/game_file.h"
#include "util/input_file.h"
#include "util/progress.h"
#include "util/replace_file.h"

namespace stillpoint {

namespace {

using lab::AblationRow;

struct AblationFiles {
    std::string folder = "docs";
    std::string book;   // empty: random openings
    std::string suite;  // empty: the built-in one
    std::string games;  // empty: not kept
};

nlohmann::json to_json(const AblationRow& row) {
    const EloEstimate e = estimate_elo(row.results);
    return {{"feature", row.name},
            {"default", row.on_by_default},
            {"nodes_ratio", row.nodes_ratio},
            {"time_ratio", row.time_ratio},
            {"solved", row.solved},
            {"pairs", row.results.pairs},
            {"wins", row.results.wins},
            {"draws", row.results.draws},
            {"losses", row.results.losses},
            {"elo", e.elo},
            {"error", e.error}};
}

AblationRow from_json(const nlohmann::json& j) {
    AblationRow row;
    row.name = j.at("feature");
    row.on_by_default = j.at("default");
    row.nodes_ratio = j.at("nodes_ratio");
    row.time_ratio = j.at("time_ratio");
    row.solved = j.at("solved");
    row.results.pairs = j.at("pairs").get<std::array<std::uint64_t, 5>>();
    row.results.wins = j.at("wins");
    row.results.draws = j.at("draws");
    row.results.losses = j.at("losses");
    return row;
}

std::string settings_line(const lab::AblationSettings& s, const AblationFiles& files,
                          const nnue::Network* network) {
    const auto name = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
    return std::to_string(2 * s.match.pairs) + " games each at " + std::to_string(s.nodes) +
           " nodes a move, " + (files.book.empty() ? "random openings" : "book " + name(files.book)) +
           ", nodes and time to depth " + std::to_string(s.depth) + " over the bench positions, " +
           (files.suite.empty() ? "built-in positions" : "positions of " + name(files.suite)) + " with " +
           std::to_string(s.suite_nodes) + " nodes each, " +
           (network ? "with the network " + network->name : "with the plain evaluation");
}

// The rows measured so far, in ablation.json; the page and the chart beside it show them.
class AblationReport {
public:
    AblationReport(std::string folder, lab::AblationPage page)
        : folder_(std::move(folder)), page_(std::move(page)) {}

    // Takes over the rows of an earlier run. Results of other settings can't be continued.
    Result<bool> load() {
        std::error_code ignored;
        if (!std::filesystem::exists(path(".json"), ignored)) return true;
        auto in = open_input(path(".json"));
        if (!in) return Error{in.error()};
        try {
            const auto j = nlohmann::json::parse(*in);
            if (j.at("settings") != page_.settings) return true;
            for (const auto& row : j.at("rows")) rows_.push_back(from_json(row));
        } catch (const nlohmann::json::exception&) {
            return Error{"'" + path(".json") +
                         "' is not a report; it was left as it is, choose another --out"};
        }
        return true;
    }

    bool has(std::string_view name) const {
        return std::any_of(rows_.begin(), rows_.end(), [&](const AblationRow& r) { return r.name == name; });
    }
    std::size_t size() const { return rows_.size(); }
    bool add(AblationRow row) {
        rows_.push_back(std::move(row));
        return save();
    }

    // False if a file could not be written.
    bool save() const {
        nlohmann::json j{{"settings", page_.settings},
                         {"positions", page_.positions},
                         {"solved", page_.solved},
                         {"rows", nlohmann::json::array()}};
        for (const AblationRow& row : rows_) j["rows"].push_back(to_json(row));
        return write(".json", j.dump(1) + '\n') && write(".md", to_markdown(rows_, page_)) &&
               write(".svg", to_chart(rows_));
    }

private:
    bool write(const char* suffix, const std::string& text) const {
        const auto saved = replace_file(path(suffix), {text});
        if (!saved) fail("ablation", "'" + path(suffix) + "' not written: " + saved.error());
        return saved.ok();
    }
    std::string path(const char* suffix) const { return folder_ + "/ablation" + suffix; }

    std::string folder_;
    lab::AblationPage page_;
    std::vector<AblationRow> rows_;
};

int run(const lab::AblationSettings& settings, const AblationFiles& files, const nnue::Network* network) {
    lab::Ablation ablation(settings, network);
    AblationReport report(
        files.folder, {settings_line(settings, files, network), settings.suite.size(), ablation.solved()});
    if (const auto loaded = report.load(); !loaded) return refuse("ablation", loaded.error());
    constexpr std::size_t kAll = std::size(kFeatureInfos);
    ProgressBar bar(false, static_cast<double>(report.size()) / kAll);
    for (const FeatureInfo& technique : kFeatureInfos) {
        if (report.has(technique.name)) continue;
        const auto done = static_cast<double>(report.size());
        AblationRow row = ablation.measure(technique, [&](double fraction, const std::string& note) {
            bar.show((done + fraction) / kAll, std::string(technique.name) + " " + note);
        });
        bar.finish();
        std::fprintf(stderr, "[%zu/%zu] %s\n", report.size() + 1, kAll,
                     to_string(row, ablation.solved()).c_str());
        if (!report.add(std::move(row))) return kFailed;
    }
    return report.save() ? kDone : kFailed;
}

}  // namespace

int ablation_main(const Arguments& arguments) {
    lab::AblationSettings s;
    s.match.pairs = 300;
    s.match.threads = 2;
    AblationFiles files;
    CLI::App app{"Measures what each technique of the search is worth."};
    app.add_option("--out", files.folder, "folder for ablation.md, .json and .svg")
        ->type_name(kFolder)
        ->capture_default_str();
    app.add_option("--nodes", s.nodes, "nodes a move")->check(kCountRange)->capture_default_str();
    app.add_option("--pairs", s.match.pairs, "game pairs for each technique")
        ->check(kCountRange)
        ->capture_default_str();
    app.add_option("--depth", s.depth, "depth for the nodes ratio")->check(CLI::Range(1, 245));
    app.add_option("--threads", s.match.threads, "games at once")->check(kThreadRange)->capture_default_str();
    app.add_option("--book", files.book, "opening positions; default: random openings")->type_name(kFile);
    app.add_option("--suite", files.suite, "test positions (EPD or TSV); default: a few built-in ones")
        ->type_name(kFile);
    app.add_option("--suite-nodes", s.suite_nodes, "nodes for each of them")->check(kCountRange);
    app.add_option("--record", files.games, "file to write the games to, as datagen does")->type_name(kFile);
    if (const auto code = parse_command_line(app, arguments)) return *code;
    auto book = read_book(files.book);
    if (!book) return refuse("ablation", book.error());
    s.match.openings.book = std::move(*book);
    auto suite = files.suite.empty() ? Result(built_in_suite()) : load_suite(files.suite);
    if (!suite) return refuse("ablation", suite.error());
    s.suite = std::move(*suite);
    std::error_code ignored;
    std::filesystem::create_directories(files.folder, ignored);
    const nnue::Network* network = nnue::embedded_network();
    if (!files.games.empty()) {
        const PlayerConfig player{.tuning = {}, .network = network, .hard_nodes = s.nodes};
        if (const auto recording = record_games(s.match, player, files.games); !recording)
            return refuse("ablation", recording.error());
    }
    return run(s, files, network);
}

}  // namespace stillpoint
