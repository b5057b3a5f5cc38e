#include "lab/stats.h"

#include <algorithm>
#include <cmath>

#include "chess/notation.h"
#include "engine/shown_score.h"
#include "lab/names.h"
#include "lab/steadiness.h"
#include "search/root_moves.h"
#include "search/solo_search.h"
#include "util/json_writer.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr int kDepthWithoutSearch = 10;
// A search of many threads or many minutes is not repeated to its end.
constexpr std::uint64_t kMostNodes = 5'000'000;

// Shares and rates derived from the counts; zero where there is nothing to divide by.
struct Figures {
    explicit Figures(const CountTrace& t) : trace(t) {}

    double of(Event e) const { return static_cast<double>(trace.events[static_cast<std::size_t>(e)]); }
    double tries(Rule r) const { return static_cast<double>(trace.tries[static_cast<std::size_t>(r)]); }
    double applications(Rule r) const {
        return static_cast<double>(trace.applications[static_cast<std::size_t>(r)]);
    }
    static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

    double all_nodes() const { return of(Event::Node) + of(Event::QuiescenceNode); }
    double quiescence_share() const { return percent(of(Event::QuiescenceNode), all_nodes()); }
    double stand_pat_rate() const { return percent(applications(Rule::StandPat), tries(Rule::StandPat)); }
    double quiescence_depth() const {
        const double n = of(Event::QuiescenceNode);
        return n > 0 ? static_cast<double>(trace.quiescence_depth_sum) / n : 0;
    }
    double quiescence_cuts() const { return applications(Rule::StandPat) + of(Event::QuiescenceFailHigh); }
    double quiescence_first_move() const {
        return percent(of(Event::QuiescenceFailHighFirst), of(Event::QuiescenceFailHigh));
    }
    double table_hits() const { return percent(of(Event::TableHit), of(Event::TableProbe)); }
    double table_cuts() const { return percent(applications(Rule::TableCutoff), of(Event::TableProbe)); }
    double first_move() const { return percent(of(Event::FailHighFirst), of(Event::FailHigh)); }
    double reduced_research() const { return percent(of(Event::ReducedResearch), of(Event::Reduced)); }
    int depth() const { return trace.iterations.empty() ? 0 : trace.iterations.back().depth; }
    // Nodes up to an iteration's end over those up to the end of the one before.
    double growth(std::size_t iteration) const {
        return iteration == 0 ? 0 : ratio(iteration, iteration - 1);
    }
    // The geometric mean over the last iterations: a single one grows by chance.
    double branching_factor() const {
        const std::size_t count = trace.iterations.size();
        if (count < 2) return 0;
        const std::size_t steps = std::min<std::size_t>(count - 1, 5);
        return std::pow(ratio(count - 1, count - 1 - steps), 1.0 / static_cast<double>(steps));
    }

    double ratio(std::size_t later, std::size_t earlier) const {
        const auto nodes = [&](std::size_t i) {
            return static_cast<double>(std::max<std::uint64_t>(trace.iterations[i].nodes, 1));
        };
        return nodes(later) / nodes(earlier);
    }

    const CountTrace& trace;
};

// What a guide calls healthy, and what may be the reason where a figure lies outside.
struct HealthyRange {
    std::string_view name;  // in JSON
    double (*figure)(const Figures&);
    double least, most;
    std::string_view if_less, if_more;

    std::string text(const char* unit = "") const { return format("healthy: %g-%g%s", least, most, unit); }
    std::string_view note(const Figures& f) const {
        const double found = figure(f);
        return found < least ? if_less : found > most ? if_more : std::string_view();
    }
};

constexpr HealthyRange kShare{
    "share_percent",
    [](const Figures& f) { return f.quiescence_share(); },
    30,
    50,
    "Few nodes lie in quiescence: the table, reverse futility and the null move cut most branches before "
    "they "
    "reach the horizon.",
    "Many nodes lie in quiescence: the position is full of captures, or the search so shallow that nearly "
    "every node is near the horizon."};
constexpr HealthyRange kAverageDepth{
    "average_depth",
    [](const Figures& f) { return f.quiescence_depth(); },
    1,
    3,
    "Quiescence is shallow: the table, standing pat and the futility rules answer most leaves before a "
    "capture "
    "is made.",
    "Quiescence is deep: long exchanges or series of checks are played out; look whether its SEE and "
    "move-count rules apply."};
constexpr HealthyRange kMaximumDepth{
    "max_depth",
    [](const Figures& f) { return static_cast<double>(f.trace.quiescence_depth_max); },
    6,
    10,
    "No exchange went deep: few captures are possible, or the search was short.",
    "Some line went deep: captures and answers to checks are followed without a limit of depth, and a search "
    "of many nodes finds a long one somewhere. The average tells whether that is the rule."};
constexpr HealthyRange kStandPat{
    "stand_pat_percent",
    [](const Figures& f) { return f.stand_pat_rate(); },
    40,
    60,
    "Standing pat seldom cuts: the leaves often lie below beta, and where the table knew them to be good it "
    "answered first.",
    "Standing pat nearly always cuts: the leaves lie so far above beta that a rule of the main search, such "
    "as "
    "reverse futility, could have cut earlier."};
constexpr const HealthyRange* kHealthyRanges[] = {&kShare, &kAverageDepth, &kMaximumDepth, &kStandPat};

std::string iterations_text(const Figures& f, const Position& root) {
    const ScoreScale scale(root);
    std::string text = "depth          nodes    time ms   growth   move     score\n";
    for (std::size_t i = 0; i < f.trace.iterations.size(); ++i) {
        const IterationCount& at = f.trace.iterations[i];
        text += format("%5d %14llu %10lld", at.depth, static_cast<unsigned long long>(at.nodes),
                       static_cast<long long>(at.milliseconds));
        text += i == 0 ? "         " : format("   %6.2f", f.growth(i));
        text += format("   %-8s %s\n", at.move ? to_san(root, at.move).c_str() : "-",
                       in_pawns(at.score, scale).c_str());
    }
    const Steadiness steadiness = steadiness_of(f.trace.iterations, scale);
    if (steadiness.steps > 0)
        text += format(
            "The score moves by %.2f pawns from one iteration to the next; the best move changed "
            "%d times.\n",
            steadiness.mean_change() / 100, steadiness.move_changes);
    return text + '\n';
}

CountedSearch search_again(const Engine& engine) {
    const Worker& last = engine.pool().worker(0);
    const bool has_searched = last.completed_depth() > 0;
    SoloSearch search({.tuning = engine.settings().tuning,
                       .network = engine.network(),
                       .hash_mebibytes = engine.table().size_mebibytes()});
    SoloTask task{.multi_pv = engine.settings().multi_pv,
                  .tablebases = engine.tablebase_settings(SearchContext{})};
    task.limits.depth = has_searched ? last.completed_depth() : kDepthWithoutSearch;
    task.limits.nodes = kMostNodes;
    CountedSearch counted{has_searched ? last.root() : engine.position(), {}, true};
    SearchContext context;
    search.prepare(context, task);
    context.open = true;
    search.run(context, counted.root, root_moves_of(counted.root, task.limits, context.tablebases), task);
    counted.trace = search.worker().counts();
    return counted;
}

}  // namespace

Result<CountedSearch> counted_search(const Engine& engine) {
    const Worker& first = engine.pool().worker(0);
    if (first.counts().iterations.empty()) {
        if (!engine.position().has_legal_move() && first.completed_depth() == 0)
            return Error{"stats: the game is over here, and nothing was searched yet"};
        return search_again(engine);
    }
    CountedSearch counted{first.root(), first.counts(), false};
    for (int i = 1; i < engine.threads(); ++i) counted.trace.add(engine.pool().worker(i).counts());
    return counted;
}

std::string stats_text(const CountedSearch& search) {
    const CountTrace& trace = search.trace;
    const Figures f(trace);
    std::string text = search.repeated
                           ? "Searched again from an empty table to count (with the option Lab every "
                             "search is counted)\n\n"
                           : "The last search\n\n";
    text += format("main search nodes        %12.0f\n", f.of(Event::Node));
    text += format("quiescence nodes         %12.0f   %.1f %% of all (%s)\n", f.of(Event::QuiescenceNode),
                   f.quiescence_share(), kShare.text(" %").c_str());
    text += format("quiescence calls         %12.0f   average depth %.2f (%s), maximum %d (%s)\n",
                   f.of(Event::QuiescenceEntry), f.quiescence_depth(), kAverageDepth.text().c_str(),
                   trace.quiescence_depth_max, kMaximumDepth.text().c_str());
    text += format("stand-pat cuts           %12.0f   %.1f %% (%s)\n", f.applications(Rule::StandPat),
                   f.stand_pat_rate(), kStandPat.text(" %").c_str());
    text += format(
        "quiescence cut-offs      %12.0f   %.0f standing pat, %.0f by a move, of these %.1f %% by the "
        "first\n",
        f.quiescence_cuts(), f.applications(Rule::StandPat), f.of(Event::QuiescenceFailHigh),
        f.quiescence_first_move());
    text += format("table probes             %12.0f   %.1f %% hits, %.1f %% cuts\n", f.of(Event::TableProbe),
                   f.table_hits(), f.table_cuts());
    text += format("fail-highs               %12.0f   %.1f %% by the first move\n", f.of(Event::FailHigh),
                   f.first_move());
    text += format("reduced moves            %12.0f   %.1f %% searched again\n", f.of(Event::Reduced),
                   f.reduced_research());
    text += format("full-window re-searches  %12.0f\n", f.of(Event::PvResearch));
    text += format("singular tests           %12.0f   %.0f extended, %.0f shortened\n",
                   f.of(Event::SingularTest), f.of(Event::Extended), f.of(Event::NegativelyExtended));
    text += format("effective branching factor %10.2f   (depth %d)\n\n", f.branching_factor(), f.depth());
    for (const HealthyRange* range : kHealthyRanges)
        if (const std::string_view note = range->note(f); !note.empty()) text += concat({note, "\n"});
    if (text.back() == '\n' && text[text.size() - 2] != '\n') text += '\n';
    text += iterations_text(f, search.root);
    text += "rule                           applied        tried   success\n";
    for (std::size_t i = 1; i < kRules; ++i) {
        const Rule rule = static_cast<Rule>(i);
        if (f.applications(rule) == 0 && f.tries(rule) == 0) continue;
        text += format("%-26s %11.0f", std::string(name_of(rule)).c_str(), f.applications(rule));
        if (f.tries(rule) > 0)
            text += format("  %11.0f   %5.1f %%", f.tries(rule),
                           Figures::percent(f.applications(rule), f.tries(rule)));
        text += '\n';
    }
    return text;
}

std::string stats_json(const CountedSearch& search) {
    const CountTrace& trace = search.trace;
    const Figures f(trace);
    const ScoreScale scale(search.root);
    JsonWriter json;
    json.begin_object()
        .field("repeated", search.repeated)
        .field("nodes", f.of(Event::Node))
        .field("depth", f.depth());
    json.key("quiescence").begin_object();
    json.field("calls", f.of(Event::QuiescenceEntry)).field("nodes", f.of(Event::QuiescenceNode));
    json.field("share_percent", f.quiescence_share()).field("average_depth", f.quiescence_depth());
    json.field("max_depth", trace.quiescence_depth_max).field("stand_pat_percent", f.stand_pat_rate());
    json.field("cutoffs", f.quiescence_cuts()).field("stand_pat_cutoffs", f.applications(Rule::StandPat));
    json.field("move_cutoffs", f.of(Event::QuiescenceFailHigh));
    json.field("first_move_percent", f.quiescence_first_move());
    json.key("healthy").begin_object();
    for (const HealthyRange* range : kHealthyRanges)
        json.key(range->name).begin_array().value(range->least).value(range->most).end_array();
    json.end_object().key("notes").begin_array();
    for (const HealthyRange* range : kHealthyRanges)
        if (const std::string_view note = range->note(f); !note.empty()) json.value(note);
    json.end_array().end_object();
    json.key("table").begin_object().field("probes", f.of(Event::TableProbe));
    json.field("hit_percent", f.table_hits()).field("cut_percent", f.table_cuts()).end_object();
    json.key("fail_high").begin_object().field("count", f.of(Event::FailHigh));
    json.field("first_move_percent", f.first_move()).end_object();
    json.key("reductions").begin_object().field("count", f.of(Event::Reduced));
    json.field("research_percent", f.reduced_research()).end_object();
    json.field("effective_branching_factor", f.branching_factor());
    json.key("iterations").begin_array();
    for (const IterationCount& at : trace.iterations) {
        json.begin_object().field("depth", at.depth).field("nodes", at.nodes);
        json.field("milliseconds", at.milliseconds);
        write_score(json, "score", at.score, scale);
        json.field("move", to_uci(at.move, CastlingNotation::KingTakesRook)).end_object();
    }
    json.end_array();
    const Steadiness steadiness = steadiness_of(trace.iterations, scale);
    json.key("steadiness").begin_object().field("mean_change_cp", steadiness.mean_change());
    json.field("move_changes", steadiness.move_changes).end_object();
    json.key("rules").begin_object();
    for (std::size_t i = 1; i < kRules; ++i)
        json.key(kRuleTexts[i].name)
            .begin_object()
            .field("applied", trace.applications[i])
            .field("tried", trace.tries[i])
            .end_object();
    return json.end_object().end_object().text();
}

}  // namespace stillpoint::lab
