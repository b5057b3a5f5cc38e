#include "lab/horizon.h"

#include <algorithm>
#include <map>
#include <memory>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "lab/capture_tree.h"
#include "lab/names.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr std::size_t kHorizonTableMebibytes = 4;
// All in centipawns. How much captures must change the score to explain a disagreement.
constexpr int kOtherVerdict = 50;
// How much a check must save for the moment, and lose later, to be called a delay.
constexpr int kDelayedLoss = 100;

using Results = std::array<std::vector<HorizonResult>, kHorizons>;

const std::vector<HorizonResult>& of(const Results& results, Horizon horizon) {
    return results[static_cast<std::size_t>(horizon)];
}

std::string table(const Position& pos, const Results& results, int depth, const ScoreScale& scale) {
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
            text += format("  %-7s %-8s %9llu", to_san(pos, r.line[0]).c_str(),
                           in_pawns(r.score, scale).c_str(), static_cast<unsigned long long>(r.nodes));
        }
        text += "\n";
    }
    return text;
}

// A line's end at the horizon, and what captures make of it.
struct Beyond {
    std::vector<Move> line;
    Position leaf;
    CaptureNode captures;

    bool changes_verdict(const ScoreScale& scale) const {
        return !captures.in_check && std::abs(scale.centipawns(captures.value) -
                                              scale.centipawns(captures.stand_pat)) >= kOtherVerdict;
    }
};

// Where a plain search of the depth stops in the line: like it, answers checks.
Beyond beyond(const Position& pos, const HorizonResult& result, const nnue::Network* network, bool checks) {
    Position leaf = pos;
    std::vector<Move> line;
    for (Move m : result.line) {
        if (static_cast<int>(line.size()) >= result.depth && !leaf.in_check()) break;
        line.push_back(m);
        leaf.make(m);
    }
    CaptureNode captures = capture_tree(leaf, network, checks);
    return {std::move(line), leaf, std::move(captures)};
}

// A depth at which the plain search prefers another move than the quiet one.
struct Disagreement {
    const HorizonResult& plain;
    const HorizonResult& quiet;
    Beyond overrated;   // the end of the plain search's line, which it thinks too much of
    Beyond underrated;  // where it gives up the quiet search's line
};

// The deepest one that captures explain, or else the deepest.
std::optional<Disagreement> choose_disagreement(const Position& pos, const Results& results,
                                                const nnue::Network* network, bool checks) {
    const ScoreScale scale(pos);
    const auto &plain = of(results, Horizon::Plain), &full = of(results, Horizon::Full);
    std::optional<Disagreement> chosen;
    for (std::size_t i = std::min(plain.size(), full.size()); i-- > 0;) {
        if (plain[i].line.empty() || full[i].line.empty() || plain[i].line[0] == full[i].line[0]) continue;
        Disagreement found{plain[i], full[i], beyond(pos, plain[i], network, checks),
                           beyond(pos, full[i], network, checks)};
        const bool explained =
            found.overrated.changes_verdict(scale) || found.underrated.changes_verdict(scale);
        if (explained || !chosen) chosen.emplace(std::move(found));
        if (explained) break;
    }
    return chosen;
}

std::string verdict(const Position& pos, const Disagreement& d) {
    const ScoreScale scale(pos);
    std::string text = "At depth " + std::to_string(d.plain.depth) + " the plain search plays " +
                       to_san(pos, d.plain.line[0]) + " (" + in_pawns(d.plain.score, scale) +
                       "), the quiet one " + to_san(pos, d.quiet.line[0]) + " (" +
                       in_pawns(d.quiet.score, scale) + ").\n";
    const auto show = [&](std::string_view where, const Beyond& end) {
        const int view = end.leaf.side_to_move() == pos.side_to_move() ? 1 : -1;
        text += concat({where, to_san_line(pos, end.line.data(), end.line.data() + end.line.size()), ":\n",
                        draw(end.captures, end.leaf, view, scale)});
    };
    if (d.overrated.changes_verdict(scale) || !d.underrated.changes_verdict(scale))
        show("The plain search stops after ", d.overrated);
    else
        show("The plain search gives up the other line after ", d.underrated);
    return text;
}

// A search whose check doesn't save what it loses without one: it only pushes the loss over its horizon.
struct Delay {
    Horizon horizon;
    const HorizonResult& check;      // prefers the check
    HorizonResult without;           // the same depth without checks
    const HorizonResult& found_out;  // a deeper one that sees the loss
};

// The first one of the quiet search, or else of the plain one.
std::optional<Delay> find_delay(const Position& pos, const Results& results, const nnue::Network* network,
                                const Tuning& engine) {
    const ScoreScale scale(pos);
    std::vector<Move> no_checks;
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    for (Move m : moves)
        if (!pos.gives_check(m)) no_checks.push_back(m);
    if (no_checks.empty()) return std::nullopt;
    const auto loses = [&](const HorizonResult& from, const HorizonResult& to) {
        return scale.centipawns(from.score) - scale.centipawns(to.score) >= kDelayedLoss;
    };
    for (const Horizon horizon : {Horizon::Full, Horizon::Plain}) {
        const auto& list = of(results, horizon);
        for (std::size_t i = 0; i + 1 < list.size(); ++i) {
            if (list[i].line.empty() || !pos.gives_check(list[i].line[0]) || !loses(list[i], list.back()))
                continue;
            const auto without =
                HorizonSearcher(horizon, network, engine).search(pos, list[i].depth, std::nullopt, no_checks);
            if (!without.empty() && loses(list[i], without.back()))
                return Delay{horizon, list[i], without.back(), list.back()};
        }
    }
    return std::nullopt;
}

std::string verdict(const Position& pos, const Delay& d) {
    const ScoreScale scale(pos);
    return concat({"At depth ", std::to_string(d.check.depth), " the ",
                   d.horizon == Horizon::Full ? "quiet" : "plain", " search gives check, ",
                   to_san(pos, d.check.line[0]), " (", in_pawns(d.check.score, scale),
                   "), since without a check it sees ", in_pawns(d.without.score, scale),
                   ". The check only pushes the loss over the horizon: at depth ",
                   std::to_string(d.found_out.depth), " it is ", in_pawns(d.found_out.score, scale), ".\n"});
}

// Judges moves by the engine's own search of them; each move is searched only once.
class Judge {
public:
    Judge(const Position& pos, HorizonSearcher& engine, const HorizonSuiteSettings& settings)
        : pos_(pos), scale_(pos), engine_(engine), settings_(settings) {
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
    int clamped(Score score) const { return bounded_centipawns(score, scale_); }
    std::vector<HorizonResult> search(const std::vector<Move>& only) {
        return engine_.search(pos_, kMaxPly - 1, settings_.reference_nodes, only);
    }

    const Position& pos_;
    const ScoreScale scale_;
    HorizonSearcher& engine_;
    const HorizonSuiteSettings& settings_;
    int best_ = 0;  // centipawns
    std::map<std::uint16_t, int> known_;
};

}  // namespace

std::string_view name_of(Horizon horizon) {
    constexpr std::string_view kNames[] = {"plain", "captures", "quiescence", "engine"};
    static_assert(std::size(kNames) == kHorizons);
    return kNames[static_cast<std::size_t>(horizon)];
}

Tuning tuning_of(Horizon horizon, const Tuning& engine) {
    Tuning tuning = engine;
    if (horizon == Horizon::Engine) return tuning;
    Features& f = tuning.features;
#define FEATURE(name, on, meaning) f.name = false;
#include "search/features.def"
#undef FEATURE
    // Good ordering changes the time, not the result.
    f.table_move = f.butterfly_history = f.piece_to_history = f.continuation_history = f.pawn_history =
        f.low_ply_history = f.capture_history = f.threat_ordering = f.check_ordering = f.prior_move_bonus =
            f.research_bonus = f.table_cutoff_credit = true;
    // Part of the evaluation.
    f.fifty_move_damping = true;
    f.quiescence = horizon != Horizon::Plain;
    if (horizon == Horizon::Full) {
        f.quiescence_checks = engine.features.quiescence_checks;
        f.quiescence_taper = engine.features.quiescence_taper;
        f.quiescence_futility = engine.features.quiescence_futility;
        f.quiescence_move_count = engine.features.quiescence_move_count;
        f.quiescence_history = engine.features.quiescence_history;
        f.quiescence_see = engine.features.quiescence_see;
        f.delta_pruning = engine.features.delta_pruning;
    }
    return tuning;
}

HorizonSearcher::HorizonSearcher(Horizon horizon, const nnue::Network* network, const Tuning& engine)
    : search_({.tuning = tuning_of(horizon, engine),
               .network = network,
               .hash_mebibytes = kHorizonTableMebibytes}) {}

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

std::string horizon_report(const Position& pos, int depth, const nnue::Network* network,
                           const Tuning& engine) {
    Results results;
    for (std::size_t h = 0; h < kHorizons; ++h)
        results[h] = HorizonSearcher(static_cast<Horizon>(h), network, engine).search(pos, depth);
    std::string text = table(pos, results, depth, ScoreScale(pos)) + "\n";
    const bool checks = engine.features.quiescence_checks;
    if (const auto disagreement = choose_disagreement(pos, results, network, checks))
        text += verdict(pos, *disagreement);
    else
        text += "The plain and the quiet search choose the same moves at every depth.\n";
    if (const auto delay = find_delay(pos, results, network, engine)) text += verdict(pos, *delay);
    return text +
           "All scores are those of the side to move in the position asked about, in pawns as UCI counts "
           "them.";
}

HorizonSuite run_horizon_suite(const std::vector<Position>& positions, const HorizonSuiteSettings& settings,
                               const nnue::Network* network, const Tuning& engine_tuning) {
    const auto depths = static_cast<std::size_t>(settings.depth);
    HorizonSuite suite;
    suite.positions = positions.size();
    suite.depths.resize(depths);
    suite.only_plain_errs.resize(depths);
    suite.only_quiet_errs.resize(depths);
    std::vector<std::unique_ptr<HorizonSearcher>> searchers;
    for (std::size_t h = 0; h < kHorizons; ++h)
        searchers.push_back(
            std::make_unique<HorizonSearcher>(static_cast<Horizon>(h), network, engine_tuning));
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
        if (settings.on_progress) settings.on_progress(static_cast<std::size_t>(&pos - positions.data()) + 1);
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
