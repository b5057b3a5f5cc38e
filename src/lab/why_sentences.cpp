// The answer to `why` in the words of a player.
#include "chess/notation.h"
#include "lab/names.h"
#include "lab/reasons.h"
#include "lab/why.h"

namespace stillpoint::lab {

namespace {

std::string side(const Position& pos) { return pos.side_to_move() == Color::White ? "White" : "Black"; }

// Always seen by the side whose move it is.
std::string worth(Score score, const Position& mover, const ScoreScale& scale) {
    return in_pawns(score, scale) + " for " + side(mover);
}

// How the position after the line's move was answered.
std::string answer(const Position& after, const LineVisit& reply) {
    const LineVisit& decided = reply.deciding();
    if (decided.bound() == Bound::Upper) return "";
    if (decided.best) return "the reply " + to_san(after, decided.best) + " then refuted it";
    const Move known = decided.evaluation.table.move;
    if (decided.ended.rule == Rule::TableCutoff && known)
        return "an earlier search had already found the reply " + to_san(after, known) + " to it";
    if (decided.ended.rule != Rule::None) return "after it " + std::string(reason_of(decided.ended.rule));
    return "";
}

std::string order_and_depth(const MoveFate& fate) {
    std::string text = fate.place == 1 ? "looked at first" : "looked at " + ordinal(fate.place);
    if (const std::string_view place = reason_for_place(fate.stage); !place.empty())
        text += ", since " + std::string(place);
    if (fate.extension > 0)
        text += ", and " + plies(fate.extension) + " deeper, because all else was much worse";
    const int reduced = plies_reduced(fate);
    if (reduced < 0) text += ", and " + plies(-reduced) + " deeper than usual";
    if (reduced > 0) text += ", and " + plies(reduced) + " shallower, because " + reason_for_reduction(fate);
    return text;
}

std::string searched(const Position& pos, const LineVisit& visit, const std::string& san, Move move,
                     const ScoreScale& scale) {
    const MoveFate& fate = visit.fate;
    std::string text = san + " was " + order_and_depth(fate);
    if (!fate.concluded) return text + "; the search was stopped before it was done.";
    Position after = pos;
    after.make(move);
    if (fate.score >= fate.beta)
        return text + "; it was good enough to end the search here: at least " +
               worth(fate.score, pos, scale) + ".";
    if (fate.score > fate.alpha) {
        text += "; it became the best move: " + worth(fate.score, pos, scale) + ".";
        if (visit.best && visit.best != move) text += " Later " + to_san(pos, visit.best) + " proved better.";
        return text;
    }
    const std::string reply = visit.next() ? answer(after, *visit.next()) : "";
    if (!reply.empty()) text += "; " + reply;
    text += ". It is worth at most " + worth(fate.score, pos, scale);
    if (!is_decisive(fate.alpha) && std::abs(fate.alpha) < kInfiniteScore)
        text += " where more than " + in_pawns(fate.alpha, scale) + " was asked for";
    return text + ".";
}

std::string never_searched(const Position& pos, const LineVisit& visit, const std::string& san, Move move) {
    const MoveFate& fate = visit.fate;
    if (fate.skipped.rule != Rule::None)
        return san + " came " + ordinal(fate.place) +
               " and was skipped: " + std::string(reason_of(fate.skipped.rule)) + ".";
    if (visit.ended.rule != Rule::None && visit.considered == 0)
        return san + " was never looked at: " + std::string(reason_of(visit.ended.rule)) + ".";
    if (visit.entry.quiescence && !visit.evaluation.in_check && !pos.is_noisy(move))
        return san + " lies beyond the horizon: from there on only captures and the like are looked at.";
    if (visit.best && visit.score >= visit.entry.beta)
        return san + " was never looked at: " + to_san(pos, visit.best) +
               ", tried before it, was already enough.";
    if (visit.quiets_called_off.rule != Rule::None)
        return san + " was never looked at: after " + std::to_string(visit.considered) +
               " moves the remaining quiet ones were given up.";
    if (visit.ended.rule != Rule::None)
        return san + " was never looked at: " + std::string(reason_of(visit.ended.rule)) + ".";
    return san + " was never looked at before the search stopped.";
}

// The position after the whole line.
std::string at_the_end(const Position& pos, const LineVisit& visit, const ScoreScale& scale) {
    const LineVisit& decided = visit.deciding();
    std::string text = "There " + side(pos);
    text += decided.entry.quiescence ? " only looked at captures"
                                     : " searched " + plies(decided.entry.depth) + " on";
    if (decided.ended.rule != Rule::None)
        text = "There the line ends: " + std::string(reason_of(decided.ended.rule));
    else if (decided.best)
        text += " and prefers " + to_san(pos, decided.best);
    else
        text += " and found nothing to improve matters";
    return text + " (" + worth(decided.score, pos, scale) + ").";
}

}  // namespace

std::string why_sentences(const WhyReport& report) {
    const ScoreScale scale = report.scale();
    Position pos = report.root;
    std::string text;
    const LineVisit* visit = report.watcher.root();
    for (Move move : report.watcher.line()) {
        if (!visit) break;
        const LineVisit& here = visit->deciding();
        const std::string san = to_san(pos, move);
        if (!text.empty()) text += ' ';
        if (!here.fate.searched) {
            text += never_searched(pos, here, san, move);
            visit = nullptr;
            break;
        }
        text += searched(pos, here, san, move, scale);
        visit = here.next();
        pos.make(move);
    }
    if (visit && visit != report.watcher.root()) text += ' ' + at_the_end(pos, *visit, scale);
    const LineVisit* root = report.watcher.root();
    if (root && root->best && root->best != report.watcher.line().front())
        text += " The engine prefers " + to_san(report.root, root->best) + " (" +
                worth(root->score, report.root, scale) + ").";
    return text;
}

}  // namespace stillpoint::lab
