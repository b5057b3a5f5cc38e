// The answer to `why` for programs.
#include "chess/notation.h"
#include "lab/names.h"
#include "lab/why.h"
#include "util/json_writer.h"

namespace stillpoint::lab {

namespace {

class WhyJson {
public:
    explicit WhyJson(const WhyReport& report) : report_(report), scale_(report.scale()) {}

    std::string text() {
        json_.begin_object().field("sentence", why_sentences(report_));
        json_.field("depth", report_.depth).field("nodes", report_.nodes);
        json_.key("plies").begin_array();
        Position pos = report_.root;
        const LineVisit* visit = report_.watcher.root();
        for (Move move : report_.watcher.line()) {
            if (!visit) break;
            json_.begin_object().field("move", uci(move)).field("san", to_san(pos, move));
            json_.key("node");
            node(pos, *visit);
            const LineVisit& here = visit->deciding();
            json_.key("fate");
            fate(here);
            json_.end_object();
            visit = here.next();
            pos.make(move);
        }
        json_.end_array().key("end");
        visit&& visit != report_.watcher.root() ? node(pos, *visit) : void(json_.null());
        return json_.end_object().text();
    }

private:
    static std::string uci(Move move) { return to_uci(move, CastlingNotation::KingTakesRook); }

    void move_or_null(std::string_view key, Move move) {
        json_.key(key);
        move ? json_.value(uci(move)) : json_.null();
    }
    void score(std::string_view key, Score score) { write_score(json_, key, score, scale_); }
    void terms(std::string_view key, const std::vector<Term>& list) {
        json_.key(key).begin_array();
        for (const Term& term : list)
            json_.begin_object().field("name", term.name).field("amount", term.amount).end_object();
        json_.end_array();
    }
    void finding(std::string_view key, const Finding& f) {
        json_.key(key).begin_object();
        write_finding(json_, f, scale_);
        json_.end_object();
    }
    void entry(const NodeEntry& e) {
        json_.field("purpose", name_of(e.purpose)).field("kind", name_of(e.kind));
        json_.field("quiescence", e.quiescence).field("cut_node", e.cut_node).field("depth", e.depth);
        write_window(json_, e, scale_);
    }

    void node(const Position& pos, const LineVisit& visit) {
        const NodeEvaluation& eval = visit.evaluation;
        json_.begin_object();
        entry(visit.entry);
        json_.field("in_check", eval.in_check);
        score("raw_eval", eval.raw);
        score("static_eval", eval.static_eval);
        json_.key("table");
        if (eval.table_hit) {
            json_.begin_object().field("depth", eval.table.depth).field("bound", name_of(eval.table.bound));
            score("score", eval.table.score);
            move_or_null("move", eval.table.move);
            json_.end_object();
        } else {
            json_.null();
        }
        json_.key("depth_changes").begin_array();
        for (const auto& [why, by] : visit.depth_changes)
            json_.begin_object().field("reason", name_of(why)).field("plies", by).end_object();
        json_.end_array().key("side_searches").begin_array();
        for (const SideSearch& side : visit.side_searches) {
            json_.begin_object();
            entry(side.entry);
            move_or_null("move", side.move);
            score("score", side.score);
            json_.end_object();
        }
        json_.end_array();
        score("score", visit.score);
        json_.field("bound", name_of(visit.bound()));
        finding("ended", visit.ended);
        move_or_null("best", visit.best);
        json_.field("moves_considered", visit.considered);
        json_.key("handed_over");
        visit.handed_over ? node(pos, *visit.handed_over) : void(json_.null());
        json_.end_object();
    }

    void fate(const LineVisit& visit) {
        const MoveFate& f = visit.fate;
        json_.begin_object();
        json_.field("outcome", f.searched                     ? "searched"
                               : f.skipped.rule != Rule::None ? "skipped"
                                                              : "not reached");
        json_.field("place", f.place).field("stage", name_of(f.stage)).field("picker_score", f.picker_score);
        terms("ordering", f.ordering);
        finding("skipped", f.skipped);
        json_.field("full_depth", f.new_depth).field("extension", f.extension);
        json_.field("reduction_base_1024", f.base).field("reduction_1024", f.reduction);
        terms("reduction_terms", f.reduction_terms);
        json_.key("attempts").begin_array();
        for (const auto& attempt : f.attempts) {
            json_.begin_object();
            entry(attempt->entry);
            score("score", attempt->score);
            json_.end_object();
        }
        json_.end_array();
        score("score", f.concluded ? f.score : kNoScore);
        json_.end_object();
    }

    const WhyReport& report_;
    const ScoreScale scale_;
    JsonWriter json_;
};

}  // namespace

std::string why_json(const WhyReport& report) { return WhyJson(report).text(); }

}  // namespace stillpoint::lab
