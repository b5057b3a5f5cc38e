#include "cluster/wire.h"

#include <algorithm>

#include "chess/fen.h"
#include "chess/recent_history.h"

namespace stillpoint::cluster {

Writer& Writer::operator<<(const std::vector<Move>& moves) {
    *this << static_cast<std::uint32_t>(moves.size());
    for (Move m : moves) *this << m.raw();
    return *this;
}

Writer& Writer::operator<<(const WorkerResult& result) {
    const RootMove& best = result.best;
    return *this << result.depth << best.score << best.shown_score << best.shown_bound << best.selective_depth
                 << best.pv;
}

std::string_view Reader::text() {
    const auto size = read<std::uint32_t>();
    if (size > rest_.size()) {
        fail();
        return {};
    }
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
}

std::vector<Move> Reader::moves() {
    const auto count = read<std::uint32_t>();
    std::vector<Move> moves;
    for (std::uint32_t i = 0; i < count && ok_; ++i) moves.push_back(Move(read<std::uint16_t>()));
    return moves;
}

WorkerResult Reader::result() {
    WorkerResult result{.best = RootMove(Move::none())};
    RootMove& best = result.best;
    result.depth = read<int>();
    best.score = read<Score>();
    best.shown_score = read<Score>();
    best.shown_bound = read<Bound>();
    best.selective_depth = read<int>();
    if (std::vector<Move> pv = moves(); !pv.empty())
        best.pv = std::move(pv);
    else
        fail();
    return result;
}

std::string write_order(std::uint32_t number, const Position& root, const Limits& limits) {
    Position start = with_recent_history(root);
    std::vector<Move> moves;
    for (; start.last_move().is_real(); start.undo()) moves.push_back(start.last_move());
    std::reverse(moves.begin(), moves.end());
    Writer letter(Kind::Begin);
    letter << number << std::string_view(to_fen(start, FenStyle::Shredder)) << moves
           << limits.depth.value_or(0) << limits.mate.value_or(0) << limits.search_moves;
    return letter.take();
}

Result<SearchOrder> read_order(Reader& letter) {
    const auto number = letter.read<std::uint32_t>();
    const auto start = parse_fen(letter.text());
    if (!start) return Error{start.error()};
    SearchOrder order{.number = number, .root = *start, .limits = {}};
    for (Move m : letter.moves()) {
        if (!order.root.is_legal(m)) return Error{"an illegal move in the game so far"};
        order.root.make(m);
    }
    if (const int depth = letter.read<int>(); depth > 0) order.limits.depth = depth;
    if (const int mate = letter.read<int>(); mate > 0) order.limits.mate = mate;
    order.limits.search_moves = letter.moves();
    if (!letter.ok()) return Error{"a letter that was cut off"};
    return order;
}

}  // namespace stillpoint::cluster
