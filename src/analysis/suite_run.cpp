#include "analysis/suite_run.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "analysis/score_text.h"
#include "analysis/searcher.h"
#include "chess/notation.h"
#include "util/interrupt.h"
#include "util/text.h"
#include "util/thread_group.h"

namespace stillpoint {

namespace {

SuiteVerdict verdict_of(const SuitePosition& position, Move move, Score score) {
    std::optional<int> mate;
    if (is_mate(score)) mate = mate_distance(score);
    return judge(position, move, mate);
}

SuiteAnswer answer(const SuitePosition& position, const SuiteSettings& settings, Searcher& searcher) {
    SuiteAnswer out;
    SoloTask task;
    task.limits = settings.limits;
    // Once the mate is found there is no need to use up the time.
    if (position.mate) task.limits.mate = *position.mate;
    searcher.forget();
    const Analysis result = searcher.analyse(position.position, task, [&](const Analysis& now) {
        if (!verdict_of(position, now.best_move(), now.score).solved)
            out.found_after.reset();
        else if (!out.found_after)
            out.found_after = now.time;
    });
    out.move = result.best_move();
    out.score = result.score;
    out.verdict = verdict_of(position, out.move, out.score);
    out.depth = result.depth;
    out.nodes = result.nodes;
    out.time = result.time;
    if (!out.verdict.solved) out.found_after.reset();
    return out;
}

// Columns of text, the first aligned to the left, the others to the right.
std::string table_text(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (widths.size() <= i) widths.push_back(0);
            widths[i] = std::max(widths[i], row[i].size());
        }
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - row[i].size(), ' ');
            text += i == 0 ? row[i] + padding : "  " + padding + row[i];
        }
        text += '\n';
    }
    return text;
}

std::string trimmed_number(double value) {
    std::string number = format("%.2f", value);
    while (number.back() == '0') number.pop_back();
    if (number.back() == '.') number.pop_back();
    return number;
}

std::string seconds(Milliseconds time) { return format("%.1f s", static_cast<double>(time) / 1000); }

std::vector<std::string> row_of(const std::string& name, const SuiteTotals& t) {
    const double share = t.positions ? static_cast<double>(t.solved) / static_cast<double>(t.positions) : 0.0;
    return {name,
            std::to_string(t.positions),
            std::to_string(t.solved),
            format("%.1f %%", 100 * share),
            trimmed_number(t.points) + "/" + trimmed_number(t.max_points),
            seconds(t.time),
            short_count(t.nodes)};
}

std::string expectation(const SuitePosition& p) {
    std::string text;
    const auto add = [&](const char* name, const std::vector<Move>& moves) {
        if (moves.empty()) return;
        text += std::string(text.empty() ? "" : ", ") + name;
        for (Move m : moves) text += ' ' + to_san(p.position, m);
    };
    if (p.mate) text = "mate in " + std::to_string(*p.mate);
    add("best", p.best);
    add("avoid", p.avoid);
    return text.empty() ? "points" : text;
}

}  // namespace

std::vector<SuiteAnswer> run_suite(const std::vector<SuitePosition>& positions, const SuiteSettings& settings,
                                   const std::function<void(std::size_t done)>& on_progress) {
    std::vector<SuiteAnswer> answers(positions.size());
    std::atomic<std::size_t> next{0}, done{0};
    const int jobs = std::min(settings.jobs, static_cast<int>(std::max<std::size_t>(positions.size(), 1)));
    std::vector<std::unique_ptr<Searcher>> searchers;
    for (int i = 0; i < jobs; ++i)
        searchers.push_back(
            std::make_unique<Searcher>(settings.network, static_cast<std::size_t>(settings.hash)));
    ThreadGroup threads(jobs, [&](int job) {
        Searcher& searcher = *searchers[static_cast<std::size_t>(job)];
        for (std::size_t i; (i = next++) < positions.size() && !was_interrupted();) {
            answers[i] = answer(positions[i], settings, searcher);
            ++done;
        }
    });
    while (threads.is_running()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        on_progress(done);
        if (was_interrupted())
            for (auto& searcher : searchers) searcher->stop();
    }
    threads.join();
    on_progress(done);
    return answers;
}

int count_solved(const SoloSettings& settings, const std::vector<SuitePosition>& positions,
                 std::uint64_t nodes) {
    SoloSearch search(settings);
    SoloTask task;
    task.limits.nodes = nodes;
    int solved = 0;
    for (const SuitePosition& expected : positions) {
        search.clear();
        search.run(expected.position, task);
        const RootMove& best = search.worker().root_moves()[0];
        const Score score = best.known_score();
        solved += verdict_of(expected, best.move(), score).solved;
    }
    return solved;
}

SuiteTotals add_up(const std::vector<SuitePosition>& positions, const std::vector<SuiteAnswer>& answers) {
    SuiteTotals totals;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (!answers[i].move) continue;
        ++totals.positions;
        totals.solved += answers[i].verdict.solved;
        totals.points += answers[i].verdict.points;
        totals.max_points += positions[i].max_points();
        totals.nodes += answers[i].nodes;
        totals.time += answers[i].time;
    }
    return totals;
}

std::string suite_table(const std::vector<SuiteResult>& results, bool list) {
    std::string text;
    if (list) {
        std::vector<std::vector<std::string>> rows;
        for (const SuiteResult& result : results)
            for (std::size_t i = 0; i < result.answers.size(); ++i) {
                const SuiteAnswer& a = result.answers[i];
                const SuitePosition& p = result.positions[i];
                if (!a.move || a.verdict.solved) continue;
                rows.push_back({p.id, to_san(p.position, a.move), white_score_text(a.score, p.position),
                                expectation(p)});
            }
        if (!rows.empty()) text += "Not solved:\n" + table_text(rows) + '\n';
    }
    std::vector<std::vector<std::string>> rows = {
        {"suite", "positions", "solved", "share", "points", "time", "nodes"}};
    SuiteTotals all;
    for (const SuiteResult& result : results) {
        const SuiteTotals t = add_up(result.positions, result.answers);
        rows.push_back(row_of(result.name, t));
        all.positions += t.positions;
        all.solved += t.solved;
        all.points += t.points;
        all.max_points += t.max_points;
        all.nodes += t.nodes;
        all.time += t.time;
    }
    if (results.size() > 1) rows.push_back(row_of("all", all));
    return text + table_text(rows);
}

}  // namespace stillpoint
