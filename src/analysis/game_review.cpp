#include "analysis/game_review.h"

#include <algorithm>
#include <cmath>

#include "analysis/score_text.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "engine/pv.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr std::size_t kPliesOfBetterLine = 7;
// An answer without a reason is shown only if the one in the game was worse by this much.
constexpr double kWorthShowing = 0.05;
// The part of a search that is enough to see how much worse the other moves are.
constexpr int kShareForTheOthers = 4;

// At least as long as the reason needs, without a tail nobody reads.
std::vector<Move> shown_part(const std::vector<Move>& line, const Reason& reason) {
    const std::size_t length = std::min(line.size(), std::max(kPliesOfBetterLine, reason.plies));
    return {line.begin(), line.begin() + static_cast<std::ptrdiff_t>(length)};
}

Analysis evaluation_at_end(const Position& pos) {
    if (auto over = analysis_of_finished_game(pos)) return *over;
    return {};  // drawn by rule
}

void judge(ReviewedMove& move, const Position& before, const Analysis& best, const Position& after,
           const Analysis& reply, const Thresholds& thresholds) {
    if (best.lines.empty() || best.best_move() == move.played) return;
    const double had = winning_chance(best.score, before), kept = 1.0 - winning_chance(reply.score, after);
    move.loss = std::max(0.0, had - kept);
    move.judgement = judge_loss(move.loss, thresholds);
    if (!is_fault(move.judgement)) return;
    move.missed = find_reason(before, best.lines[0].pv);
    move.better_line = shown_part(best.lines[0].pv, move.missed);
    if (reply.lines.empty()) return;
    // Counted from before the move: what it won is set against what it loses.
    const Material start = -material_balance(before, before.side_to_move());
    move.refutation = find_reason(after, reply.lines[0].pv, start);
    move.refutation_line = shown_part(reply.lines[0].pv, move.refutation);
}

// Nobody needs praise for it: taking back, taking what is there to be taken, getting out of check.
bool goes_without_saying(const Position& pos, Move move) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    if (moves.size() < 2 || pos.in_check()) return true;
    return pos.is_capture(move) && (pos.last_captured() != Piece::None || see_at_least(pos, move, 1));
}

// Nothing if `evaluate` has no answer.
std::optional<bool> is_good(const Position& pos, const Analysis& best, Move played,
                            const Thresholds& thresholds, const Evaluate& evaluate) {
    if (best.best_move() != played) return false;
    const double chance = winning_chance(best.score, pos);
    if (chance < thresholds.mistake || goes_without_saying(pos, played)) return false;
    const std::optional<Analysis> others = evaluate(pos, played);
    if (!others) return std::nullopt;
    return chance - winning_chance(others->score, pos) >= thresholds.mistake;
}

// Takes [%eval ...] out of a comment: an old one would contradict ours.
std::string without_eval(std::string comment) {
    for (std::size_t begin; (begin = comment.find("[%eval")) != std::string::npos;) {
        const std::size_t end = comment.find(']', begin);
        comment.erase(begin, end == std::string::npos ? end : end + 1 - begin);
    }
    const std::size_t first = comment.find_first_not_of(' ');
    return first == std::string::npos ? "" : comment.substr(first);
}

pgn::Line to_line(const std::vector<Move>& moves, const std::string& remark) {
    pgn::Line line;
    for (Move m : moves) line.moves.push_back({m});
    if (!line.moves.empty()) line.moves.back().comment = remark;
    return line;
}

std::string remark_for(const Reason& reason, Score score, const Position& pos) {
    const std::string text = reason.remark();
    return text.empty() ? white_score_text(score, pos) : white_score_text(score, pos) + ", " + text;
}

}  // namespace

Judgement judge_loss(double loss, const Thresholds& thresholds) {
    if (loss >= thresholds.blunder) return Judgement::Blunder;
    if (loss >= thresholds.mistake) return Judgement::Mistake;
    if (loss >= thresholds.inaccuracy) return Judgement::Inaccuracy;
    return Judgement::None;
}

int nag_of(Judgement judgement) {
    switch (judgement) {
        case Judgement::Good: return 1;
        case Judgement::Inaccuracy: return 6;
        case Judgement::Mistake: return 2;
        case Judgement::Blunder: return 4;
        case Judgement::None: break;
    }
    return 0;
}

std::string_view name_of(Judgement judgement) {
    switch (judgement) {
        case Judgement::Good: return "good";
        case Judgement::Inaccuracy: return "inaccuracy";
        case Judgement::Mistake: return "mistake";
        case Judgement::Blunder: return "blunder";
        case Judgement::None: break;
    }
    return "";
}

double move_accuracy(double loss) { return 100.0 * std::exp(-4.0 * std::clamp(loss, 0.0, 1.0)); }

Limits effort_without(const Limits& limits, const Position& pos, Move without) {
    Limits less = limits;
    if (less.nodes) less.nodes = std::max<std::uint64_t>(1, *less.nodes / kShareForTheOthers);
    if (less.move_time) less.move_time = std::max<Milliseconds>(1, *less.move_time / kShareForTheOthers);
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    for (Move m : moves)
        if (m != without) less.search_moves.push_back(m);
    return less;
}

GameReviewer::GameReviewer(const Position& start, const std::vector<Move>& moves,
                           const Thresholds& thresholds)
    : thresholds_(thresholds),
      review_{.positions = GamePositions(start), .scores = {}, .depths = {}, .moves = {}, .sides = {}},
      left_(moves.size() + 1),
      after_(start) {
    for (Move move : moves) {
        review_.positions.play(move);
        review_.moves.push_back(
            {.played = move, .missed = {}, .refutation = {}, .better_line = {}, .refutation_line = {}});
    }
    review_.scores.resize(left_);
    review_.depths.resize(left_);
}

bool GameReviewer::step(const Evaluate& evaluate) {
    if (left_ == 0) return true;
    const std::size_t number = left_ - 1;
    Position pos = review_.positions[number];
    const bool is_last = number == review_.moves.size();
    std::optional<Analysis> found =
        is_last && is_game_over(pos) ? evaluation_at_end(pos) : evaluate(pos, Move::none());
    if (!found) return false;
    if (!is_last) {
        ReviewedMove move = review_.moves[number];
        judge(move, pos, *found, after_, reply_, thresholds_);
        const auto good = is_good(pos, *found, move.played, thresholds_, evaluate);
        if (!good) return false;
        if (*good) move.judgement = Judgement::Good;
        review_.moves[number] = std::move(move);
    }
    review_.scores[number] = found->score;
    review_.depths[number] = found->depth;
    reply_ = std::move(*found);
    after_ = std::move(pos);
    left_ = number;
    if (left_ == 0) add_up();
    return true;
}

void GameReviewer::add_up() {
    Color mover = review_.positions[0].side_to_move();
    for (const ReviewedMove& move : review_.moves) {
        SideReview& side = review_.sides[mover];
        mover = ~mover;
        ++side.moves;
        side.accuracy += move_accuracy(move.loss);
        side.mean_loss += move.loss;
        side.good += move.judgement == Judgement::Good;
        side.inaccuracies += move.judgement == Judgement::Inaccuracy;
        side.mistakes += move.judgement == Judgement::Mistake;
        side.blunders += move.judgement == Judgement::Blunder;
    }
    for (SideReview& side : review_.sides)
        if (side.moves > 0) {
            side.accuracy /= side.moves;
            side.mean_loss /= side.moves;
        }
}

std::optional<GameReview> review_game(const pgn::Game& game, const Thresholds& thresholds,
                                      const Evaluate& evaluate) {
    std::vector<Move> moves;
    for (const pgn::MoveNode& node : game.main.moves) moves.push_back(node.move);
    GameReviewer reviewer(game.start, moves, thresholds);
    while (reviewer.left() > 0)
        if (!reviewer.step(evaluate)) return std::nullopt;
    return reviewer.review();
}

bool has_judging_sign(const pgn::MoveNode& node) {
    return std::any_of(node.nags.begin(), node.nags.end(),
                       [](int nag) { return nag >= 1 && nag <= kLastJudgingNag; });
}

void annotate_game(pgn::Game& game, const GameReview& review) {
    std::vector<pgn::MoveNode>& nodes = game.main.moves;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const ReviewedMove& move = review.moves[i];
        pgn::MoveNode& node = nodes[i];
        const Position &before = review.positions[i], &after = review.positions[i + 1];
        const Score before_score = review.scores[i], after_score = review.scores[i + 1];

        std::string comment;
        if (after.has_legal_move()) comment = "[%eval " + eval_comment_text(after_score, after) + "]";
        const auto add = [&](const std::string& text) {
            if (!text.empty()) comment += (comment.empty() ? "" : " ") + text;
        };
        if (move.judgement != Judgement::None && !has_judging_sign(node))
            node.nags.insert(node.nags.begin(), nag_of(move.judgement));
        if (is_fault(move.judgement)) {
            add(move.missed.missed());
            add(move.refutation.allowed());
        }
        add(without_eval(node.comment));
        node.comment = comment;
        if (!is_fault(move.judgement)) continue;

        // The refutation of the move before is often the same line.
        const bool known =
            std::any_of(node.variations.begin(), node.variations.end(), [&](const pgn::Line& line) {
                return !move.better_line.empty() && line.moves[0].move == move.better_line[0];
            });
        if (!move.better_line.empty() && !known)
            node.variations.push_back(
                to_line(move.better_line, remark_for(move.missed, before_score, before)));
        if (move.refutation_line.empty()) continue;
        const std::string remark = remark_for(move.refutation, after_score, after);
        if (i + 1 == nodes.size()) {
            // There is no next move to attach it to: the line repeats the move it refutes.
            std::vector<Move> whole = {move.played};
            whole.insert(whole.end(), move.refutation_line.begin(), move.refutation_line.end());
            node.variations.push_back(to_line(whole, remark));
        } else if (nodes[i + 1].move != move.refutation_line[0] &&
                   (!move.refutation.empty() || review.moves[i + 1].loss >= kWorthShowing)) {
            nodes[i + 1].variations.push_back(to_line(move.refutation_line, remark));
        }
    }
    for (Color c : {Color::White, Color::Black}) {
        if (review.sides[c].moves == 0) continue;
        game.set_tag(c == Color::White ? "WhiteAccuracy" : "BlackAccuracy",
                     format("%.1f", review.sides[c].accuracy));
    }
}

void strip_annotations(pgn::Game& game) {
    game.main.comment.clear();
    for (pgn::MoveNode& node : game.main.moves) node = {node.move};
}

}  // namespace stillpoint
