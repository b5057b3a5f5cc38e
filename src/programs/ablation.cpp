#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "analysis/solved_positions.h"
#include "chess/fen.h"
#include "lab/bench_positions.h"
#include "nnue/network_choice.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "selfplay/match.h"
#include "selfplay/record_games.h"
#include "util/bar_chart.h"
#include "util/progress.h"
#include "util/replace_file.h"

namespace stillpoint {

#ifndef STILLPOINT_LAB

int ablation_main(const Arguments&) {
    std::fprintf(stderr, "ablation: techniques can only be switched in the lab build (make lab)\n");
    return 1;
}

#else

namespace {

struct AblationSettings {
    std::string folder = "docs";
    std::uint64_t nodes = 5000;
    std::uint64_t pairs = 300;
    int depth = 12;
    int threads = 2;
    std::string book;
    std::string suite;  // empty: the built-in one
    std::uint64_t suite_nodes = 20000;
    std::string games;  // file for the games; empty: not kept
};

struct Row {
    std::string name;
    bool on_by_default = true;
    double nodes_ratio = 1;  // nodes to depth, switched against default
    double time_ratio = 1;
    int solved = 0;       // by the switched engine
    PairResults results;  // of the default against the switched engine: positive means the default is better
};

struct DepthCost {
    double nodes = 0;
    double seconds = 0;
};

// Nodes and time to the depth over the bench positions; the geometric mean keeps one hard position from
// ruling.
DepthCost cost_to_depth(const PlayerConfig& config, int depth) {
    Player player(config);
    double log_sum = 0;
    // Of this process, not of the clock on the wall: others use the machine too.
    const std::clock_t start = std::clock();
    for (std::string_view fen : kBenchPositions) {
        const auto pos = parse_fen(fen);
        player.new_game();
        Limits limits;
        limits.depth = depth;
        log_sum +=
            std::log(static_cast<double>(std::max<std::uint64_t>(player.think(*pos, limits).nodes, 1)));
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return {std::exp(log_sum / std::size(kBenchPositions)), seconds};
}

nlohmann::json to_json(const Row& row) {
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

Row from_json(const nlohmann::json& j) {
    Row row;
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

std::string settings_line(const AblationSettings& s, const nnue::Network* network) {
    return std::to_string(2 * s.pairs) + " games each at " + std::to_string(s.nodes) + " nodes a move, " +
           (s.book.empty() ? "random openings"
                           : "book " + std::filesystem::path(s.book).filename().string()) +
           ", nodes and time to depth " + std::to_string(s.depth) + " over the bench positions, " +
           (s.suite.empty() ? "built-in positions"
                            : "positions of " + std::filesystem::path(s.suite).filename().string()) +
           " with " + std::to_string(s.suite_nodes) + " nodes each, " +
           (network ? "with the network " + network->name : "with the plain evaluation");
}

// What the engine as shipped solves, and of how many.
struct Solved {
    int by_default = 0;
    std::size_t positions = 0;
};

void write_markdown(const std::string& path, std::vector<Row> rows, const std::string& settings,
                    const Solved& solved) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return estimate_elo(a.results).elo > estimate_elo(b.results).elo;
    });
    std::ofstream out(path);
    out << "# What each technique is worth\n\nMade by `make ablation`: " << settings
        << ".\n\nElo is what the engine as shipped gains over one with the technique switched (off, or on "
           "for those "
           "that are off by default). Values don't add up: techniques replace and support each other. The "
           "nodes "
           "ratio says how many nodes the switched engine needs for the same depth; fewer nodes are not "
           "better if "
           "the depth means less. Of the "
        << solved.positions << " test positions the engine as shipped solves " << solved.by_default
        << "; the last column says how many the switched one does.\n\n![chart](ablation.svg)\n\n"
           "| technique | default | Elo | error | games | nodes to depth | time to depth | solved |\n"
           "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (const Row& row : rows) {
        const EloEstimate e = estimate_elo(row.results);
        char line[200];
        std::snprintf(line, sizeof line, "| %s | %s | %+.0f | %.0f | %llu | %.2f | %.2f | %d |\n",
                      row.name.c_str(), row.on_by_default ? "on" : "off", e.elo, e.error,
                      static_cast<unsigned long long>(row.results.games()), row.nodes_ratio, row.time_ratio,
                      row.solved);
        out << line;
    }
}

void write_chart(const std::string& path, const std::vector<Row>& rows) {
    std::vector<Bar> bars;
    for (const Row& row : rows) {
        const EloEstimate e = estimate_elo(row.results);
        bars.push_back({row.name + (row.on_by_default ? "" : " (off)"), e.elo, e.error});
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.value > b.value; });
    std::ofstream(path) << bar_chart_svg("Elo gained by the default setting", bars);
}

class Ablation {
public:
    Ablation(AblationSettings settings, MatchSettings match, std::vector<SuitePosition> positions)
        : settings_(std::move(settings)), match_(std::move(match)), positions_(std::move(positions)) {
        base_.network = nnue::embedded_network();
        base_.hard_nodes = settings_.nodes;
    }

    Result<spg::Done> record() { return record_games(match_, base_, settings_.games); }

    void run() {
        load();
        base_cost_ = cost_to_depth(base_, settings_.depth);
        base_solved_ = count_solved(base_.solo(), positions_, settings_.suite_nodes);
        const double known = static_cast<double>(rows_.size()) / std::size(kFeatureInfos);
        ProgressBar bar(false, known);
        for (const FeatureInfo& info : kFeatureInfos) {
            if (is_known(std::string(info.name))) continue;
            measure(info, bar);
            save();
        }
        save();
    }

private:
    bool is_known(const std::string& name) const {
        return std::any_of(rows_.begin(), rows_.end(), [&](const Row& r) { return r.name == name; });
    }

    void measure(const FeatureInfo& info, ProgressBar& bar) {
        PlayerConfig switched = base_;
        *find_feature(switched.tuning.features, info.name) = !info.on_by_default;
        Row row{.name = std::string(info.name), .on_by_default = info.on_by_default, .results = {}};
        const auto done = static_cast<double>(rows_.size());
        const auto show = [&](double part, const std::string& note) {
            bar.show((done + part) / std::size(kFeatureInfos), row.name + " " + note);
        };
        show(0, "to depth");
        const DepthCost cost = cost_to_depth(switched, settings_.depth);
        row.nodes_ratio = cost.nodes / base_cost_.nodes;
        row.time_ratio = cost.seconds / std::max(base_cost_.seconds, 0.001);
        row.solved = count_solved(switched.solo(), positions_, settings_.suite_nodes);
        match_.on_pair = [&](const PairResults& r) {
            show(0.5 * static_cast<double>(r.games()) / static_cast<double>(match_.pairs), to_string(r));
            return true;
        };
        row.results = play_match(base_, switched, match_);
        bar.finish();
        std::fprintf(stderr, "[%zu/%zu] %-30s nodes x%.2f  time x%.2f  solved %d (%d)  %s\n",
                     rows_.size() + 1, std::size(kFeatureInfos), row.name.c_str(), row.nodes_ratio,
                     row.time_ratio, row.solved, base_solved_, to_string(row.results).c_str());
        rows_.push_back(row);
    }

    std::string path(const char* suffix) const { return settings_.folder + "/ablation" + suffix; }

    void load() {
        std::ifstream in(path(".json"));
        if (!in) return;
        const auto j = nlohmann::json::parse(in, nullptr, false);
        // Results of other settings can't be continued.
        if (j.is_discarded() || j.value("settings", "") != settings_line(settings_, base_.network)) return;
        for (const auto& row : j["rows"]) rows_.push_back(from_json(row));
    }

    void save() const {
        nlohmann::json j;
        const std::string line = settings_line(settings_, base_.network);
        j["settings"] = line;
        j["positions"] = positions_.size();
        j["solved"] = base_solved_;
        j["rows"] = nlohmann::json::array();
        for (const Row& row : rows_) j["rows"].push_back(to_json(row));
        if (const auto saved = replace_file(path(".json"), {j.dump(1) + '\n'}); !saved)
            std::fprintf(stderr, "ablation: '%s' not written: %s\n", path(".json").c_str(),
                         saved.error().c_str());
        write_markdown(path(".md"), rows_, line, {base_solved_, positions_.size()});
        write_chart(path(".svg"), rows_);
    }

    AblationSettings settings_;
    MatchSettings match_;
    PlayerConfig base_;
    DepthCost base_cost_;
    std::vector<SuitePosition> positions_;
    int base_solved_ = 0;
    std::vector<Row> rows_;
};

}  // namespace

int ablation_main(const Arguments& arguments) {
    AblationSettings s;
    CLI::App app{"Measures what each technique of the search is worth."};
    app.add_option("--out", s.folder, "folder for ablation.md, .json and .svg");
    app.add_option("--nodes", s.nodes, "nodes a move");
    app.add_option("--pairs", s.pairs, "game pairs for each technique");
    app.add_option("--depth", s.depth, "depth for the nodes ratio");
    app.add_option("--threads", s.threads, "games at once")->check(CLI::Range(1, 1024));
    app.add_option("--book", s.book, "opening positions; default: random openings");
    app.add_option("--suite", s.suite, "test positions (EPD or TSV); default: a few built-in ones");
    app.add_option("--suite-nodes", s.suite_nodes, "nodes for each of them");
    app.add_option("--record", s.games, "file to write the games to, as datagen does");
    if (const auto code = parse_command_line(app, arguments)) return *code;
    MatchSettings match;
    match.pairs = s.pairs;
    match.threads = s.threads;
    if (!s.book.empty()) {
        auto lines = read_book(s.book);
        if (!lines) {
            std::fprintf(stderr, "ablation: %s\n", lines.error().c_str());
            return 1;
        }
        match.book = std::move(*lines);
    }
    std::vector<SuitePosition> positions = built_in_suite();
    if (!s.suite.empty()) {
        auto loaded = load_suite(s.suite);
        if (!loaded) {
            std::fprintf(stderr, "ablation: %s\n", loaded.error().c_str());
            return 1;
        }
        positions = std::move(*loaded);
    }
    std::error_code ignored;
    std::filesystem::create_directories(s.folder, ignored);
    Ablation ablation(s, match, std::move(positions));
    if (!s.games.empty())
        if (auto recording = ablation.record(); !recording) {
            std::fprintf(stderr, "ablation: %s\n", recording.error().c_str());
            return 1;
        }
    ablation.run();
    return 0;
}

#endif

}  // namespace stillpoint
