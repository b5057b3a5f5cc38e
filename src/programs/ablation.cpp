#include "lab/ablation.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "nnue/network_choice.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "selfplay/game_file.h"
#include "util/draft_file.h"
#include "util/input_file.h"
#include "util/interrupt.h"
#include "util/progress.h"
#include "util/replace_file.h"
#include "util/text.h"

namespace stillpoint {

namespace {

using lab::AblationRow;

struct AblationFiles {
    std::string folder = "docs";
    std::string book;   // empty: random openings
    std::string suite;  // empty: the built-in one
    std::string games;  // empty: not kept
};

struct AblationRun {
    double within = 20;             // Elo
    std::vector<std::string> only;  // techniques; empty: all
};

nlohmann::json to_json(const AblationRow& row) {
    const EloEstimate e = estimate_elo(row.results);
    return {{"feature", row.name},
            {"key", row.key},
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
    row.key = j.value("key", "");
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
    return "up to " + std::to_string(2 * s.match.pairs) + " games each at " + std::to_string(s.nodes) +
           " nodes a move, " + (files.book.empty() ? "random openings" : "book " + name(files.book)) +
           ", nodes and time to depth " + std::to_string(s.depth) + " over the bench positions, " +
           (files.suite.empty() ? "built-in positions" : "positions of " + name(files.suite)) + " with " +
           std::to_string(s.suite_nodes) + " nodes each, " +
           (network ? "with the network " + network->name : "with the plain evaluation");
}

// The rows measured so far, in ablation.json; the page and the chart beside it show them.
class AblationReport {
public:
    explicit AblationReport(std::string folder) : folder_(std::move(folder)) {}

    // Fails also where it could not be saved: better now than after the work.
    Result<bool> load() {
        for (const char* kind : {".json", ".md", ".svg"})
            if (const auto draft = DraftFile::create(path(kind)); !draft)
                return Error{"can't write '" + path(kind) + "': " + draft.error()};
        std::error_code ignored;
        if (!std::filesystem::exists(path(".json"), ignored)) return true;
        auto in = open_input(path(".json"));
        if (!in) return Error{in.error()};
        try {
            const auto j = nlohmann::json::parse(*in);
            for (const auto& row : j.at("rows")) rows_.push_back(from_json(row));
            page_ = {j.at("settings"), j.at("positions"), j.at("solved")};
        } catch (const nlohmann::json::exception&) {
            return Error{"'" + path(".json") +
                         "' is not a report; it was left as it is, choose another --out"};
        }
        return true;
    }

    const std::vector<AblationRow>& rows() const { return rows_; }
    // The row with games that were played just like those to come; one without games where there is none.
    AblationRow row_like(const AblationRow& fresh) const {
        const auto same = std::find_if(rows_.begin(), rows_.end(), [&](const AblationRow& r) {
            return r.name == fresh.name && r.key == fresh.key;
        });
        return same == rows_.end() ? fresh : *same;
    }
    // From now on there are these rows, not measured by now where they have no games.
    void begin(std::vector<AblationRow> rows, lab::AblationPage page) {
        rows_ = std::move(rows);
        page_ = std::move(page);
    }
    AblationRow& row(std::size_t number) { return rows_[number]; }

    // False if a file could not be written.
    bool save() const {
        nlohmann::json j{{"settings", page_.settings},
                         {"positions", page_.positions},
                         {"solved", page_.solved},
                         {"rows", nlohmann::json::array()}};
        std::vector<AblationRow> measured;
        for (const AblationRow& row : rows_)
            if (row.results.games() > 0) {
                j["rows"].push_back(to_json(row));
                measured.push_back(row);
            }
        return write(".json", j.dump(1) + '\n') && write(".md", to_markdown(measured, page_)) &&
               write(".svg", to_chart(measured));
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

// The rows that are to be there in the end, with the games played so far. Says which techniques' games were
// played otherwise than they would be now.
std::vector<AblationRow> collect_rows(lab::Ablation& ablation, const AblationReport& report,
                                      const std::vector<std::string>& only) {
    std::vector<AblationRow> rows;
    std::string stale;
    for (const FeatureInfo& technique : kFeatureInfos) {
        const auto is_it = [&](const auto& other) { return std::string_view(other) == technique.name; };
        const bool wanted = only.empty() || std::any_of(only.begin(), only.end(), is_it);
        const bool known = std::any_of(report.rows().begin(), report.rows().end(),
                                       [&](const AblationRow& r) { return is_it(r.name); });
        // A key takes a second.
        if (!lab::Ablation::can_measure(technique) || !(wanted || known)) continue;
        const AblationRow row = report.row_like(ablation.start(technique));
        if (known && row.results.games() == 0) stale += ' ' + row.name;
        if (wanted || row.results.games() > 0) rows.push_back(row);
    }
    if (!stale.empty()) fail("ablation", "played otherwise than now, so played anew or left out:" + stale);
    return rows;
}

int run(const lab::AblationSettings& settings, const AblationFiles& files, const AblationRun& how,
        const nnue::Network* network) {
    AblationReport report(files.folder);
    if (const auto loaded = report.load(); !loaded) return refuse("ablation", loaded.error());
    lab::Ablation ablation(settings, network);
    std::vector<AblationRow> rows = collect_rows(ablation, report, how.only);
    const std::size_t all = rows.size();
    report.begin(std::move(rows),
                 {settings_line(settings, files, network), settings.suite.size(), ablation.solved()});
    if (!report.save()) return kFailed;
    const auto wanted = [&](const std::string& name) {
        return how.only.empty() || std::find(how.only.begin(), how.only.end(), name) != how.only.end();
    };
    catch_interrupts();
    // All roughly first, so that a table that is not finished is one of all techniques.
    bool saved = true;
    for (const double within : {4 * how.within, 2 * how.within, how.within}) {
        ProgressBar bar;
        for (std::size_t i = 0; i < all; ++i) {
            AblationRow& row = report.row(i);
            if (!wanted(row.name) || is_settled(row, within)) continue;
            ablation.measure(row, within, [&](const AblationRow&, const std::string& note) {
                bar.show(static_cast<double>(i) / static_cast<double>(all),
                         format("+-%.0f ", within) + row.name + " " + note);
                return (saved = report.save()) && !was_interrupted();
            });
            bar.finish();
            if (!saved) return kFailed;
            if (was_interrupted()) {
                fail("ablation", "interrupted; give the same command again to continue");
                return kInterrupted;
            }
            std::fprintf(stderr, "[+-%.0f %zu/%zu] %s\n", within, i + 1, all,
                         to_string(row, ablation.solved()).c_str());
        }
    }
    return kDone;
}

}  // namespace

int ablation_main(const Arguments& arguments) {
    lab::AblationSettings s;
    s.match.pairs = 1000;
    s.match.threads = 2;
    AblationFiles files;
    AblationRun how;
    CLI::App app{"Measures what each technique of the search is worth. Goes on where it was ended."};
    app.add_option("techniques", how.only, "only these; default: all");
    app.add_option("--out", files.folder, "folder for ablation.md, .json and .svg")
        ->type_name(kFolder)
        ->capture_default_str();
    app.add_option("--nodes", s.nodes, "nodes a move")->check(kCountRange)->capture_default_str();
    app.add_option("--within", how.within, "a technique's games end when its Elo is known to +- this")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--pairs", s.match.pairs, "most game pairs for each technique")
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
    for (const std::string& name : how.only)
        if (Features features; !find_feature(features, name))
            return refuse("ablation", "there is no technique '" + name + "'");
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
    return run(s, files, how, network);
}

}  // namespace stillpoint
