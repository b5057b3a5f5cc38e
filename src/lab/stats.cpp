#include "lab/stats.h"

#include <algorithm>
#include <cmath>

#include "util/json_writer.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

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

std::string iterations_text(const Figures& f) {
    std::string text = "depth          nodes    time ms   growth\n";
    for (std::size_t i = 0; i < f.trace.iterations.size(); ++i) {
        const IterationCount& at = f.trace.iterations[i];
        text += format("%5d %14llu %10lld", at.depth, static_cast<unsigned long long>(at.nodes),
                       static_cast<long long>(at.milliseconds));
        text += i == 0 ? "\n" : format("   %6.2f\n", f.growth(i));
    }
    return text + '\n';
}

}  // namespace

Result<std::string> stats_report(const Engine& engine, bool json) {
    CountTrace sum = engine.pool().worker(0).counts();
    if (sum.iterations.empty())
        return Error{"stats: the last search was not counted; setoption name Lab value true, then search"};
    for (int i = 1; i < engine.threads(); ++i) sum.add(engine.pool().worker(i).counts());
    return json ? stats_json(sum) : stats_text(sum);
}

std::string stats_text(const CountTrace& trace) {
    const Figures f(trace);
    std::string text;
    text += format("main search nodes        %12.0f\n", f.of(Event::Node));
    text += format("quiescence nodes         %12.0f   %.1f %% of all (healthy: 30-50 %%)\n",
                   f.of(Event::QuiescenceNode), f.quiescence_share());
    text += format("quiescence calls         %12.0f   average depth %.2f (healthy: 1-3), maximum %d\n",
                   f.of(Event::QuiescenceEntry), f.quiescence_depth(), trace.quiescence_depth_max);
    text += format("stand-pat cuts           %12.0f   %.1f %% (healthy: 40-60 %%)\n",
                   f.applications(Rule::StandPat), f.stand_pat_rate());
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
    text += iterations_text(f);
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

std::string stats_json(const CountTrace& trace) {
    const Figures f(trace);
    JsonWriter json;
    json.begin_object().field("nodes", f.of(Event::Node)).field("depth", f.depth());
    json.key("quiescence").begin_object();
    json.field("calls", f.of(Event::QuiescenceEntry)).field("nodes", f.of(Event::QuiescenceNode));
    json.field("share_percent", f.quiescence_share()).field("average_depth", f.quiescence_depth());
    json.field("max_depth", trace.quiescence_depth_max).field("stand_pat_percent", f.stand_pat_rate());
    json.end_object();
    json.key("table").begin_object().field("probes", f.of(Event::TableProbe));
    json.field("hit_percent", f.table_hits()).field("cut_percent", f.table_cuts()).end_object();
    json.key("fail_high").begin_object().field("count", f.of(Event::FailHigh));
    json.field("first_move_percent", f.first_move()).end_object();
    json.key("reductions").begin_object().field("count", f.of(Event::Reduced));
    json.field("research_percent", f.reduced_research()).end_object();
    json.field("effective_branching_factor", f.branching_factor());
    json.key("iterations").begin_array();
    for (const IterationCount& at : trace.iterations)
        json.begin_object()
            .field("depth", at.depth)
            .field("nodes", at.nodes)
            .field("milliseconds", at.milliseconds)
            .end_object();
    json.end_array();
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
