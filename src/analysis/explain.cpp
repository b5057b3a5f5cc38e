#include "analysis/explain.h"

#include <algorithm>

#include "analysis/plain_sight.h"
#include "analysis/score_text.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "nnue/evaluate.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr std::size_t kHashMebibytes = 2;
constexpr std::uint64_t kNodes = 30'000;
// As deep as somebody sees who looks at a move and the captures after it.
constexpr int kFirstSight = 1;
// What a tempting move must give away to be worth a word, of the winning chances.
constexpr double kWorthMentioning = 0.10;
// What a piece must gain by the network's count, in centipawns.
constexpr int kBetterPlace = 50;
constexpr std::size_t kExplainedPlies = 10;
// What takes longer is not called a threat.
constexpr std::size_t kThreatPlies = 4;

Position passed(const Position& pos) {
    Position other = pos;
    other.make_null();
    return other;
}

std::string achieved(const Reason& reason) {
    if (reason.mate_in > 0) return "mates in " + std::to_string(reason.mate_in);
    return "wins " + reason.winning + (reason.tactic.empty() ? "" : " by " + reason.tactic);
}

std::string san_line(const Position& pos, const std::vector<Move>& line, std::size_t plies) {
    const std::size_t length = std::min({line.size(), plies, kExplainedPlies});
    return to_san_line(pos, line.data(), line.data() + length);
}

// What is won within a few moves and stays won: that much is a threat.
Reason soon(const Position& pos, const Consequence& c, const Material& before) {
    if (c.empty() || c.reason.mate_in > 0) return c.reason;
    const std::size_t length = std::min(c.line.size(), kThreatPlies);
    return find_reason(pos, {c.line.begin(), c.line.begin() + static_cast<std::ptrdiff_t>(length)}, before);
}

// What the piece on the square is worth for its side by the network, in centipawns.
std::optional<int> worth(const Position& pos, Square square, const nnue::Network& network) {
    const nnue::Contributions all = nnue::piece_contributions(pos, network);
    for (const nnue::PieceContribution& piece : all.pieces)
        if (piece.square == square) {
            const int for_mover = to_centipawns(all.eval - piece.without, pos);
            return color_of(piece.piece) == pos.side_to_move() ? for_mover : -for_mover;
        }
    return std::nullopt;
}

}  // namespace

Explainer::Explainer(const nnue::Network* network) : network_(network), searcher_(network, kHashMebibytes) {}

Analysis Explainer::look(const Position& pos, Limits limits) {
    SoloTask task;
    task.limits = std::move(limits);
    return searcher_.analyse(pos, task);
}

Consequence Explainer::consequence(const Position& pos, const std::vector<Move>& only,
                                   const Material& before) {
    Limits limits;
    limits.nodes = kNodes;
    limits.search_moves = only;
    const Analysis found = look(pos, limits);
    if (found.lines.empty()) return {};
    return {found.lines[0].pv, find_reason(pos, found.lines[0].pv, before)};
}

Consequence Explainer::if_passed(const Position& pos) {
    const Position other = passed(pos);
    if (!other.has_legal_move()) return {};
    const Material before = material_balance(other, other.side_to_move());
    Consequence found = consequence(other, {}, before);
    found.reason = soon(other, found, before);
    return found;
}

bool Explainer::still_works(const Position& after, const Consequence& plan) {
    const Move move = plan.line[0];
    if (!after.is_legal(move)) return false;
    return !consequence(after, {move}, material_balance(after, after.side_to_move())).empty();
}

// What catches the eye: the choice of a first glance, and the capture that seems to win most.
std::vector<Move> Explainer::tempting_moves(const Position& pos) {
    Limits glance;
    glance.depth = kFirstSight;
    std::vector<Move> found = {look(pos, glance).best_move()};
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    Move dearest = Move::none();
    int most = 0;
    for (Move m : moves) {
        if (!pos.is_capture(m) || m.type() == MoveType::EnPassant) continue;
        const int value = exchange_value(type_of(pos.piece_on(m.to())));
        if (value > most && see_at_least(pos, m, 1)) {
            most = value;
            dearest = m;
        }
    }
    if (dearest) found.push_back(dearest);
    return found;
}

std::optional<Temptation> Explainer::find_temptation(const Position& pos, Move best,
                                                     const std::vector<Move>& tempting) {
    const auto only = [&](Move move) {
        Limits limits;
        limits.nodes = kNodes;
        limits.search_moves = {move};
        return look(pos, limits);
    };
    for (Move move : tempting) {
        if (!move || move == best) continue;
        const Analysis theirs = only(move), ours = only(best);
        if (theirs.lines.empty()) continue;
        Temptation found{.move = move};
        found.loss = winning_chance(ours.score, pos) - winning_chance(theirs.score, pos);
        if (found.loss < kWorthMentioning) continue;
        const std::vector<Move>& line = theirs.lines[0].pv;
        found.answer.line.assign(line.begin() + 1, line.end());
        Position after = pos;
        after.make(move);
        // Counted from before the move: what it takes is set against what it loses.
        found.answer.reason =
            find_reason(after, found.answer.line, -material_balance(pos, pos.side_to_move()));
        return found;
    }
    return std::nullopt;
}

std::vector<Explanation> Explainer::explain(const Position& pos,
                                            const std::vector<std::vector<Move>>& lines) {
    searcher_.forget();  // the same question gets the same answer
    // First: a glance must not know what deeper searches have left in the table.
    const std::vector<Move> tempting = tempting_moves(pos);
    const Consequence danger = pos.in_check() ? Consequence{} : if_passed(pos);
    std::vector<Explanation> all;
    for (const std::vector<Move>& line : lines) {
        Explanation e{.before = pos, .line = line, .gain = find_reason(pos, line)};
        const Move move = line[0];
        Position after = pos;
        after.make(move);
        e.takes_back = pos.is_capture(move) && pos.last_captured() != Piece::None && e.gain.empty();
        e.cost =
            find_reason(after, {line.begin() + 1, line.end()}, -material_balance(pos, pos.side_to_move()));
        const bool wins = !e.gain.empty();
        if (!after.in_check() && after.has_legal_move()) {
            if (!wins) e.threat = if_passed(after);
            if (!danger.empty() && e.cost.empty() && !still_works(after, danger)) e.parried = danger;
        }
        e.plainly = seen_plainly(pos, after, move);
        const PieceType type = type_of(pos.piece_on(move.from()));
        const bool has_place =
            move.type() == MoveType::Normal && type != PieceType::King && type != PieceType::Pawn;
        if (network_ && !wins && has_place && !pos.is_capture(move) && !after.in_check()) {
            const auto old_place = worth(pos, move.from(), *network_),
                       place = worth(after, move.to(), *network_);
            if (old_place && place && *place - *old_place >= kBetterPlace) e.piece_gain = *place - *old_place;
        }
        if (all.empty()) e.tempting = find_temptation(pos, move, tempting);
        all.push_back(std::move(e));
    }
    return all;
}

namespace {

// The sentences, each about the move: the first names it.
class Sentences {
public:
    explicit Sentences(std::string move) : move_(std::move(move)) {}

    void about_move(const std::string& rest) { say((text_.empty() ? move_ : "It") + " " + rest); }
    void say(const std::string& sentence) { text_ += (text_.empty() ? "" : " ") + sentence + "."; }
    bool empty() const { return text_.empty(); }
    const std::string& text() const { return text_; }

private:
    std::string move_, text_;
};

std::string san_with_effect(const Position& pos, const Consequence& c) {
    const std::string san = to_san(pos, c.line[0]);
    if (c.reason.mate_in == 1) return san;
    return san + ", which would " +
           (c.reason.mate_in > 0 ? "mate in " + std::to_string(c.reason.mate_in) : "win " + c.reason.winning);
}

std::string tempting_text(const Position& before, const Temptation& tempting) {
    Position after = before;
    after.make(tempting.move);
    const std::vector<Move>& answer = tempting.answer.line;
    const std::string who = answer.empty() ? "it" : "the answer " + to_san(after, answer[0]);
    const std::string what = tempting.answer.empty()
                                 ? format(answer.empty() ? "gives away %.0f %% of the chances"
                                                         : "takes %.0f %% of the chances away",
                                          tempting.loss * 100)
                                 : achieved(tempting.answer.reason);
    return to_san(before, tempting.move) + " looks tempting, but " + who + " " + what;
}

std::string if_nothing_else(const Position& before) {
    MoveList moves;
    generate<GenKind::Legal>(before, moves);
    if (moves.size() == 1) return "is the only legal move";
    return before.in_check() ? "gets out of check" : "wins nothing by force";
}

}  // namespace

std::string Explanation::text() const {
    Position after = before;
    after.make(line[0]);
    Sentences said(to_san(before, line[0]));
    if (!gain.empty())
        said.about_move(achieved(gain) + (gain.plies > 1 ? ": " + san_line(before, line, gain.plies) : ""));
    else if (takes_back)
        said.about_move("takes back");
    if (!threat.empty()) {
        const std::string what = threat.reason.mate_in > 0
                                     ? "mate in " + std::to_string(threat.reason.mate_in)
                                     : "to win " + threat.reason.winning;
        said.about_move("threatens " + what + ": " +
                        san_line(passed(after), threat.line, threat.reason.plies));
    }
    if (!parried.empty()) said.about_move("stops " + san_with_effect(passed(before), parried));
    if (said.empty() && !plainly.empty()) said.about_move(plainly);
    if (gain.empty() && threat.empty() && piece_gain) {
        const std::string worth_more =
            format("the network counts the %s %.1f pawns more",
                   name_of(type_of(before.piece_on(line[0].from()))).c_str(), *piece_gain / 100.0);
        if (said.empty())
            said.about_move("goes where " + worth_more);
        else
            said.say("T" + worth_more.substr(1) + " there");
    }
    if (said.empty()) said.about_move(if_nothing_else(before));
    if (!cost.empty()) said.say("Even so, " + to_san(after, line[1]) + " " + achieved(cost));
    if (tempting) said.say(tempting_text(before, *tempting));
    return said.text();
}

}  // namespace stillpoint
