// The answer to `why` in figures, ply by ply. Scores are those of the side to move in each node.
#include "chess/notation.h"
#include "lab/names.h"
#include "lab/reasons.h"
#include "lab/why.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr const char* kIndent = "     ";

std::string terms_text(const std::vector<Term>& terms) {
    std::string text;
    for (const Term& term : terms)
        text += (text.empty() ? "" : ", ") + term.name + format(" %+d", term.amount);
    return text;
}

std::string ending(const Position& pos, const LineVisit& visit, const ScoreScale& scale) {
    std::string text = in_centipawns(visit.score, scale) + " " + std::string(name_of(visit.bound()));
    if (visit.ended.rule != Rule::None) {
        text += ", " + std::string(stillpoint::name_of(visit.ended.rule));
        const std::string figures = figures_of(visit.ended, scale);
        if (!figures.empty()) text += " (" + figures + ")";
    } else if (visit.best) {
        text += ", best " + to_san(pos, visit.best);
    }
    return text;
}

std::string node_lines(const Position& pos, const LineVisit& visit, const ScoreScale& scale) {
    const NodeEntry& entry = visit.entry;
    const NodeEvaluation& eval = visit.evaluation;
    std::string text = kIndent + std::string(entry.quiescence ? "quiescence" : name_of(entry.kind)) +
                       " node, " + std::string(name_of(entry.purpose)) + ", depth " +
                       std::to_string(entry.depth) + ", window " + in_centipawns(entry, scale) +
                       (entry.cut_node ? ", cut expected" : "") + "\n";
    text += kIndent;
    if (eval.in_check)
        text += "in check";
    else if (is_valid(eval.static_eval) && is_valid(eval.raw)) {
        const int corrected = scale.centipawns(eval.static_eval), raw = scale.centipawns(eval.raw);
        text += format("eval %d = %d %+d correction%s", corrected, raw, corrected - raw,
                       eval.improving ? ", improving" : "");
    } else
        text += "not evaluated";
    if (eval.table_hit) {
        text += "; table: depth " + std::to_string(eval.table.depth) + ", " +
                in_centipawns(eval.table.score, scale) + " " + std::string(name_of(eval.table.bound));
        if (eval.table.move && pos.is_legal(eval.table.move)) text += ", " + to_san(pos, eval.table.move);
    }
    text += "\n";
    for (const auto& [why, by] : visit.depth_changes)
        text += kIndent + format("depth %+d: ", by) + std::string(name_of(why)) + "\n";
    for (const SideSearch& side : visit.side_searches)
        text += kIndent + std::string(name_of(side.entry.purpose)) +
                (side.move ? " " + to_san(pos, side.move) : "") + ": depth " +
                std::to_string(side.entry.depth) + ", window " + in_centipawns(side.entry, scale) +
                ", score " + in_centipawns(side.score, scale) + "\n";
    return text;
}

std::string fate_lines(const Position& pos, const LineVisit& visit, Move move, const ScoreScale& scale) {
    const MoveFate& fate = visit.fate;
    if (fate.place == 0)
        return kIndent + ("not among the " + std::to_string(visit.considered)) + " moves looked at\n";
    std::string text =
        kIndent + ("place " + std::to_string(fate.place)) + ", " + std::string(name_of(fate.stage));
    if (!fate.ordering.empty()) text += format(", score %d: ", fate.picker_score) + terms_text(fate.ordering);
    text += "\n";
    if (fate.skipped.rule != Rule::None)
        return text + kIndent + "skipped: " + std::string(stillpoint::name_of(fate.skipped.rule)) + " (" +
               figures_of(fate.skipped, scale) + ")\n";
    if (!visit.entry.quiescence) {
        text += kIndent + ("full depth " + std::to_string(fate.new_depth));
        if (fate.extension != 0) text += format(", extension %+d (singular test)", fate.extension);
        text += format("; reduction %.2f plies: base %+d", fate.reduction / 1024.0, fate.base) +
                (fate.reduction_terms.empty() ? "" : ", " + terms_text(fate.reduction_terms)) +
                " (1024ths)\n";
    }
    Position after = pos;
    after.make(move);
    for (const auto& attempt : fate.attempts)
        text += kIndent +
                format("%-12s depth %d, window ", std::string(name_of(attempt->entry.purpose)).c_str(),
                       attempt->entry.depth) +
                in_centipawns(attempt->entry, scale) + ": " + ending(after, *attempt, scale) + "\n";
    if (fate.concluded)
        text += kIndent + ("score " + in_centipawns(fate.score, scale)) + " in " +
                in_centipawns(NodeEntry{.alpha = fate.alpha, .beta = fate.beta}, scale) + ": " +
                (fate.score >= fate.beta   ? "cut-off"
                 : fate.score > fate.alpha ? "new best move"
                                           : "no better") +
                "\n";
    return text;
}

}  // namespace

std::string why_table(const WhyReport& report) {
    const ScoreScale scale = report.scale();
    Position pos = report.root;
    std::string text;
    const LineVisit* visit = report.watcher.root();
    for (Move move : report.watcher.line()) {
        if (!visit) break;
        text += format("%-4s %s\n", (std::to_string(visit->entry.ply + 1) + ".").c_str(),
                       to_san(pos, move).c_str());
        text += node_lines(pos, *visit, scale);
        const LineVisit& here = visit->deciding();
        if (&here != visit)
            text += kIndent + std::string("handed to quiescence\n") + node_lines(pos, here, scale);
        text += fate_lines(pos, here, move, scale);
        text += kIndent + ("node: " + ending(pos, *visit, scale)) + "\n";
        visit = here.next();
        pos.make(move);
    }
    if (visit && visit != report.watcher.root()) {
        text += "end\n" + node_lines(pos, *visit, scale);
        if (visit->handed_over) text += node_lines(pos, *visit->handed_over, scale);
        text += kIndent + ("node: " + ending(pos, *visit, scale)) + "\n";
    }
    return text + format("replayed to depth %d, %llu nodes", report.depth,
                         static_cast<unsigned long long>(report.nodes));
}

}  // namespace stillpoint::lab
