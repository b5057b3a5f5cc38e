#include "lab/horizon.h"

#include <algorithm>
#include <map>
#include <memory>

#include "chess/notation.h"
#include "lab/capture_tree.h"
#include "lab/names.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr std::size_t kTableMebibytes = 4;
// How much captures must change the score to explain a disagreement.
constexpr Score kOtherVerdict = 50;
// Beyond this a win is a win: mates and won endings don't make every other winning move a blunder.
constexpr Score kCeiling = 1000;

using Results = std::array<std::vector<HorizonResult>, kHorizons>;

const std::vector<HorizonResult>& of(const Results& results, Horizon horizon) {
    return results[static_cast<std::size_t>(horizon)];
}

std::string table(const Position& pos, const Results& results, int depth) {
    std::string text = "depth";
    for (std::size_t h = 0; h < kHorizons; ++h)
        text += format("  %-26s", std::string(name_of(static_cast<Horizon>(h))).c_str());
    text += "\n";
    for (int d = 1; d <= depth; ++d) {
        text += format("%5d", d);
        for (const auto& list : results) {
            const auto row = static_cast<std::size_t>(d) - 1;
            if (row >= list.size() || list[row].line.empty()) {
                text += format("  %-26s", "-");
                continue;
            }
            const HorizonResult& r = list[row];
            text += format("  %-7s %-8s %9llu", to_san(pos, r.line[0]).c_str(), in_pawns(r.score).c_str(),
                           static_cast<unsigned long long>(r.nodes));
        }
        text += "\n";
    }
    return text;
}

// A depth at which the plain search prefers another move than the quiet one, and what lies behind its
// horizon.
struct Disagreement {
    const HorizonResult& plain;
    const HorizonResult& quiet;
    Position leaf;  // where the plain search stops
    CaptureNode captures;

    bool is_explained() const { return std::abs(captures.value - captures.stand_pat) >= kOtherVerdict; }
};

// The deepest one that captures explain, or else the deepest.
std::optional<Disagreement> choose_disagreement(const Position& pos, const Results& results,
                                                const nnue::Network* network) {
    const auto &plain = of(results, Horizon::Plain), &full = of(results, Horizon::Full);
    std::optional<Disagreement> chosen;
    for (std::size_t i = std::min(plain.size(), full.size()); i-- > 0;) {
        if (plain[i].line.empty() || full[i].line.empty() || plain[i].line[0] == full[i].line[0]) continue;
        Position leaf = pos;
        for (Move m : plain[i].line) leaf.make(m);
        Disagreement found{plain[i], full[i], leaf, capture_tree(leaf, network)};
        const bool explained = found.is_explained();
        if (explained || !chosen) chosen.emplace(std::move(found));
        if (explained) break;
    }
    return chosen;
}

std::string verdict(const Position& pos, const Disagreement& d) {
    const int view = d.leaf.side_to_move() == pos.side_to_move() ? 1 : -1;
    return "At depth " + std::to_string(d.plain.depth) + " the plain search plays " +
           to_san(pos, d.plain.line[0]) + " (" + in_pawns(d.plain.score) + "), the quiet one " +
           to_san(pos, d.quiet.line[0]) + " (" + in_pawns(d.quiet.score) +
           ").\nThe plain search stops after " +
           to_san_line(pos, d.plain.line.data(), d.plain.line.data() + d.plain.line.size()) + ":\n" +
           draw(d.captures, d.leaf, view);
}

// Judges moves by the engine's own search of them; each move is searched only once.
class Judge {
public:
    Judge(const Position& pos, HorizonSearcher& engine, const HorizonSuiteSettings& settings)
        : pos_(pos), engine_(engine), settings_(settings) {
        if (const auto results = search({}); !results.empty()) {
            best_ = clamped(results.back().score);
            if (!results.back().line.empty()) known_[results.back().line[0].raw()] = best_;
        }
    }

    bool is_blunder(Move move) {
        const auto [entry, is_new] = known_.try_emplace(move.raw(), 0);
        if (is_new) {
            const auto results = search({move});
            entry->second = results.empty() ? best_ : clamped(results.back().score);
        }
        return best_ - entry->second >= settings_.blunder;
    }

private:
    static Score clamped(Score score) { return std::clamp(score, -kCeiling, kCeiling); }
    std::vector<HorizonResult> search(const std::vector<Move>& only) {
        return engine_.search(pos_, kMaxPly - 1, settings_.reference_nodes, only);
    }

    const Position& pos_;
    HorizonSearcher& engine_;
    const HorizonSuiteSettings& settings_;
    Score best_ = 0;
    std::map<std::uint16_t, Score> known_;
};

}  // namespace

std::string_view name_of(Horizon horizon) {
    constexpr std::string_view kNames[] = {"plain", "captures", "quiescence", "engine"};
    static_assert(std::size(kNames) == kHorizons);
    return kNames[static_cast<std::size_t>(horizon)];
}

Tuning tuning_of(Horizon horizon) {
    Tuning tuning;
    if (horizon == Horizon::Engine) return tuning;
    const Features engine = tuning.features;
    Features& f = tuning.features;
#define FEATURE(name, on, meaning) f.name = false;
#include "search/features.def"
#undef FEATURE
    // Good ordering changes the time, not the result.
    f.table_move = f.butterfly_history = f.piece_to_history = f.continuation_history = f.pawn_history =
        f.low_ply_history = f.capture_history = f.threat_ordering = true;
    f.quiescence = horizon != Horizon::Plain;
    if (horizon == Horizon::Full) {
        f.quiescence_checks = engine.quiescence_checks;
        f.quiescence_taper = engine.quiescence_taper;
        f.quiescence_futility = engine.quiescence_futility;
        f.quiescence_move_count = engine.quiescence_move_count;
        f.quiescence_history = engine.quiescence_history;
        f.quiescence_see = engine.quiescence_see;
        f.delta_pruning = engine.delta_pruning;
    }
    return tuning;
}

HorizonSearcher::HorizonSearcher(Horizon horizon, const nnue::Network* network)
    : search_({.tuning = tuning_of(horizon), .network = network, .hash_mebibytes = kTableMebibytes}) {}

std::vector<HorizonResult> HorizonSearcher::search(const Position& pos, int depth,
                                                   std::optional<std::uint64_t> nodes,
                                                   const std::vector<Move>& only) {
    std::vector<HorizonResult> results;
    SoloTask task;
    task.limits.depth = depth;
    task.limits.nodes = nodes;
    task.limits.search_moves = only;
    task.on_info = [&](const SearchInfo& info) {
        if (info.bound == Bound::Exact) results.push_back({info.depth, info.score, info.nodes, info.pv});
    };
    search_.clear();
    search_.run(pos, task);
    return results;
}

std::string horizon_report(const Position& pos, int depth, const nnue::Network* network) {
    Results results;
    for (std::size_t h = 0; h < kHorizons; ++h)
        results[h] = HorizonSearcher(static_cast<Horizon>(h), network).search(pos, depth);
    std::string text = table(pos, results, depth) + "\n";
    if (const auto disagreement = choose_disagreement(pos, results, network))
        text += verdict(pos, *disagreement);
    else
        text += "The plain and the quiet search choose the same moves at every depth.\n";
    return text + "All scores are those of the side to move in the position asked about.";
}

HorizonSuite run_horizon_suite(const std::vector<Position>& positions, const HorizonSuiteSettings& settings,
                               const nnue::Network* network) {
    const auto depths = static_cast<std::size_t>(settings.depth);
    HorizonSuite suite;
    suite.positions = positions.size();
    suite.depths.resize(depths);
    suite.only_plain_errs.resize(depths);
    suite.only_quiet_errs.resize(depths);
    std::vector<std::unique_ptr<HorizonSearcher>> searchers;
    for (std::size_t h = 0; h < kHorizons; ++h)
        searchers.push_back(std::make_unique<HorizonSearcher>(static_cast<Horizon>(h), network));
    HorizonSearcher& engine = *searchers[static_cast<std::size_t>(Horizon::Engine)];
    for (const Position& pos : positions) {
        std::array<std::vector<HorizonResult>, kHorizons> results;
        for (std::size_t h = 0; h < kHorizons; ++h) results[h] = searchers[h]->search(pos, settings.depth);
        Judge judge(pos, engine, settings);
        for (std::size_t d = 0; d < depths; ++d) {
            std::array<bool, kHorizons> errs{};
            for (std::size_t h = 0; h < kHorizons; ++h) {
                if (d >= results[h].size() || results[h][d].line.empty()) continue;
                errs[h] = judge.is_blunder(results[h][d].line[0]);
                suite.depths[d][h].blunders += errs[h];
                suite.depths[d][h].nodes += results[h][d].nodes;
            }
            const bool plain = errs[static_cast<std::size_t>(Horizon::Plain)];
            const bool quiet = errs[static_cast<std::size_t>(Horizon::Full)];
            suite.only_plain_errs[d] += plain && !quiet;
            suite.only_quiet_errs[d] += quiet && !plain;
        }
    }
    return suite;
}

std::string to_markdown(const HorizonSuite& suite) {
    std::string text = format(
        "%zu positions\n\n"
        "| depth | blunders: plain | captures | quiescence | engine | only plain errs | only quiescence errs "
        "| nodes: plain | captures | quiescence | engine |\n"
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        suite.positions);
    for (std::size_t d = 0; d < suite.depths.size(); ++d) {
        text += format("| %zu |", d + 1);
        for (const HorizonTally& tally : suite.depths[d])
            text += format(" %d (%.0f %%) |", tally.blunders,
                           100.0 * tally.blunders / static_cast<double>(suite.positions));
        text += format(" %d | %d |", suite.only_plain_errs[d], suite.only_quiet_errs[d]);
        for (const HorizonTally& tally : suite.depths[d])
            text += format(" %llu |", static_cast<unsigned long long>(tally.nodes / suite.positions));
        text += "\n";
    }
    text.pop_back();
    return text;
}

}  // namespace stillpoint::lab
