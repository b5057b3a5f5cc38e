#include "lab/capture_tree.h"

#include <algorithm>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "eval/evaluator.h"
#include "lab/names.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr int kMaxDepth = 10, kMaxNodes = 20'000;
constexpr std::size_t kShownChildren = 4;

class Builder {
public:
    Builder(const nnue::Network* network, bool checks) : checks_(checks) { evaluator_.use(network); }

    void build(CaptureNode& node, Position& pos, int ply, Score alpha, Score beta) {
        node.in_check = pos.in_check();
        node.value = -kInfiniteScore;
        if (!node.in_check) {
            evaluator_.reset();
            node.stand_pat = node.value = evaluator_.evaluate(pos);
        }
        if (node.value >= beta || ply >= kMaxDepth || ++nodes_ > kMaxNodes) {
            if (node.in_check) node.value = 0;
            return;
        }
        alpha = std::max(alpha, node.value);
        MoveList moves;
        node.in_check ? generate<GenKind::Evasions>(pos, moves) : generate<GenKind::Noisy>(pos, moves);
        if (checks_ && ply == 0 && !node.in_check) generate<GenKind::QuietChecks>(pos, moves);
        if (node.in_check && moves.empty()) {
            node.value = mated_in(ply);
            return;
        }
        // Captures that win most come first.
        std::vector<std::pair<int, Move>> order;
        for (Move m : moves) order.emplace_back(exchange_value_of(pos, m), m);
        std::stable_sort(order.begin(), order.end(), [](auto& a, auto& b) { return a.first > b.first; });
        for (const auto& [exchange, move] : order) {
            CaptureNode child;
            child.move = move;
            child.exchange = exchange;
            pos.make(move);
            build(child, pos, ply + 1, -beta, -alpha);
            pos.undo();
            const Score score = -child.value;
            node.children.push_back(std::move(child));
            if (score > node.value) {
                node.value = score;
                node.best = static_cast<int>(node.children.size()) - 1;
            }
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
    }

private:
    const bool checks_;
    Evaluator evaluator_;
    int nodes_ = 0;
};

void draw_children(std::string& text, const CaptureNode& node, Position& pos, int view,
                   const ScoreScale& scale, const std::string& indent) {
    const std::size_t count = node.children.size();
    std::vector<std::size_t> shown;
    if (node.best >= 0) shown.push_back(static_cast<std::size_t>(node.best));
    for (std::size_t i = 0; i < count && shown.size() < kShownChildren; ++i)
        if (static_cast<int>(i) != node.best) shown.push_back(i);
    for (std::size_t n = 0; n < shown.size(); ++n) {
        const CaptureNode& child = node.children[shown[n]];
        const bool last = n + 1 == shown.size() && count <= shown.size();
        const bool is_best = static_cast<int>(shown[n]) == node.best;
        text +=
            indent + (last ? "└ " : "├ ") + to_san(pos, child.move) +
            format("  exchange %+d", child.exchange) +
            (child.in_check ? "  check"
                            : format("  stand pat %s", in_pawns(-view * child.stand_pat, scale).c_str())) +
            "  -> " + in_pawns(-view * child.value, scale) + (is_best ? "  *" : "") + "\n";
        if (!is_best) continue;
        pos.make(child.move);
        draw_children(text, child, pos, -view, scale, indent + (last ? "  " : "│ "));
        pos.undo();
    }
    if (count > shown.size()) text += indent + format("└ %zu more\n", count - shown.size());
}

}  // namespace

int exchange_value_of(const Position& pos, Move move) {
    // The exchange evaluator only compares; all its values are whole pawns.
    int low = -2000, high = 2000;
    while (high - low > 100) {
        const int middle = (low + high) / 200 * 100;
        (see_at_least(pos, move, middle) ? low : high) = middle;
    }
    return low;
}

CaptureNode capture_tree(const Position& pos, const nnue::Network* network, bool checks) {
    CaptureNode root;
    Position board = pos;
    Builder(network, checks).build(root, board, 0, -kInfiniteScore, kInfiniteScore);
    return root;
}

std::string draw(const CaptureNode& node, const Position& pos, int view, const ScoreScale& scale) {
    std::string text = (node.in_check ? "in check" : "stand pat " + in_pawns(view * node.stand_pat, scale)) +
                       ", after captures " + in_pawns(view * node.value, scale) + "\n";
    Position board = pos;
    draw_children(text, node, board, view, scale, "  ");
    return text;
}

}  // namespace stillpoint::lab
