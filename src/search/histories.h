#pragma once

#include <array>
#include <tuple>
#include <type_traits>

#include "chess/position.h"
#include "search/history.h"
#include "search/stack.h"

namespace stillpoint {

// Moves of a node that did not become its best, up to the number that gets a malus.
using RefutedMoves = StaticVector<Move, 32>;

// Everything a worker learns about moves: about six megabytes, nothing shared between threads.
//
// A new history of quiet moves is a member, its reference in QuietTables and a row in piece_rows() or
// visit_from_to(), plus its two weights in params.def: ordering, learning, clearing and explanations follow
// from these.
class Histories {
public:
    Histories();
    void clear();
    // What was learnt near the root belongs to one search only.
    void begin_search();

    // The table of what follows a move, to be kept on the stack; `no_continuation` stands in for moves that
    // were never made.
    ContinuationHistory& after(bool in_check, bool capture, Piece piece, Square to) {
        return continuation_[in_check][capture][piece][to];
    }
    ContinuationHistory& no_continuation() { return no_continuation_; }

    int capture(const Position& pos, Move m) const {
        return capture_[pos.moved_piece(m)][m.to()][victim(pos, m)];
    }
    int butterfly(const NodeView& node, Move m) const { return butterfly_[node.us()][from_to(m)]; }
    Move countermove(const NodeView& node) const {
        const Move last = node.last_move();
        return last.is_real() ? countermove_[(node.ss - 1)->moved_piece][last.to()] : Move::none();
    }

    // Three sums of a quiet move: how far it is reduced, whether it is searched at all, and whether
    // quiescence tries it as an evasion.
    int for_reduction(const NodeView& node, Move m) const {
        return 2 * butterfly(node, m) + continuation(node, 1, m) + continuation(node, 2, m);
    }
    int for_pruning(const NodeView& node, Move m) const {
        return continuation(node, 1, m) + continuation(node, 2, m) + pawn(node, m);
    }
    int for_evasion(const NodeView& node, Move m) const { return continuation(node, 1, m) + pawn(node, m); }

    // How quiet moves of a node are ordered by their histories; quiet evasions by fewer of them. `note(name,
    // amount)` hears every term.
    template <class T>
    class QuietOrder;
    template <class Note>
    int order_of_evasion(const NodeView& node, Move m, Note note) const;

    // Fetches what the ordering of the node's quiet moves will read and what is not likely to be at hand.
    void prefetch_quiets(const NodeView& node) const;

    // The best move of a node and those it beat. `is_table_move`: the table had named it.
    template <class T>
    void learn_best_move(const TunedNode<T>& node, Move best, int depth, bool is_table_move,
                         const RefutedMoves& quiets, const RefutedMoves& captures);
    // Every move failed low: the opponent's last move was good.
    template <class T>
    void learn_prior_move(const TunedNode<T>& node, int depth);
    // A table entry stands for a search: its move deserves the credit again, and the last move the blame.
    template <class T>
    void learn_table_cutoff(const TunedNode<T>& node, Move table_move, int depth);
    // How the evaluation moved tells whether the opponent's last quiet move was a good one.
    template <class T>
    void learn_evaluation_change(const TunedNode<T>& node, Score eval_before, Score eval_now);
    // A quiet or noisy move beat alpha in a reduced search.
    template <class T>
    void learn_research(const TunedNode<T>& node, Move m);

private:
    friend class HistoriesTestAccess;

    static constexpr std::size_t kPawnSlots = 512;
    // In this unit the sums of QuietOrder fit 16 bits (histories.cpp).
    static constexpr int kSumUnit = 16;
    static constexpr bool sums_fit();
    static constexpr int kLowPlies = 5;
    // In check, moves further back say little about a good evasion.
    static constexpr int kContinuationPliesInCheck = 2;

    // One history in the ordering and learning of quiet moves.
    struct Row {
        const char* name;
        bool orders;       // takes part in ordering
        int order_weight;  // over order_divisor
        int order_divisor = 1024;
        int learn_weight;  // 1024ths of the bonus
        int learn_extra = 0;
        bool learns = true;
    };
    // The tables that answer for moves after the last one, the one before it and so on.
    struct Continuations {
        explicit Continuations(const StackEntry* ss)
            : after1(*(ss - 1)->continuation),
              after2(*(ss - 2)->continuation),
              after3(*(ss - 3)->continuation),
              after4(*(ss - 4)->continuation),
              after5(*(ss - 5)->continuation),
              after6(*(ss - 6)->continuation) {}
        ContinuationHistory &after1, &after2, &after3, &after4, &after5, &after6;
    };
    // All tables that answer for a node's quiet moves, found once for all of them.
    template <class Self>
    struct QuietTables;
    // A history that knows a move by its piece and its target: what it says of one piece.
    template <class Squares>
    struct PieceRow {
        Row row;
        Squares& squares;
    };
    template <class Squares>
    PieceRow(Row, Squares&) -> PieceRow<Squares>;
    // All histories of that kind. Inlined, so that a row of constants costs one multiplication.
    template <class T, class Self>
    [[gnu::always_inline]] static auto piece_rows(const QuietTables<Self>& tables, const TunedNode<T>& node,
                                                  Piece piece);
    // Those among them that depend on earlier moves.
    template <class T>
    [[gnu::always_inline]] static auto continuation_rows(const Continuations& tables,
                                                         const TunedNode<T>& node, Piece piece);
    // Those that know a move by its two squares: visit(row, entry) for each.
    template <class T, class Self, class Visit>
    [[gnu::always_inline]] static void visit_from_to(const QuietTables<Self>& tables,
                                                     const TunedNode<T>& node, Move m, Visit visit);
    // visit(row, entry) for all rows of a piece, and for all histories of a quiet move.
    template <class Rows, class Visit>
    [[gnu::always_inline]] static void visit_rows(const Rows& rows, Square to, Visit visit) {
        std::apply([&](const auto&... each) { (visit(each.row, each.squares[to]), ...); }, rows);
    }
    template <class T, class Self, class Visit>
    [[gnu::always_inline]] static void visit_quiet(const QuietTables<Self>& tables, const TunedNode<T>& node,
                                                   Piece piece, Move m, Visit visit) {
        visit_from_to(tables, node, m, visit);
        visit_rows(piece_rows(tables, node, piece), m.to(), visit);
    }

    static std::size_t from_to(Move m) { return static_cast<std::size_t>(m.from_to()); }
    static std::size_t pawn_slot(const Position& pos) { return pos.partial_keys().pawns & (kPawnSlots - 1); }
    // Promotions without a capture share the pawn's place.
    static std::size_t victim(const Position& pos, Move m) {
        const Piece captured = pos.captured_piece(m);
        return static_cast<std::size_t>(captured == Piece::None ? PieceType::Pawn : type_of(captured));
    }
    static int continuation(const NodeView& node, int ago, Move m) {
        return (*(node.ss - ago)->continuation)[node.pos.moved_piece(m)][m.to()];
    }
    int pawn(const NodeView& node, Move m) const {
        return pawn_[pawn_slot(node.pos)][node.pos.moved_piece(m)][m.to()];
    }

    template <class T>
    void learn_quiet(const TunedNode<T>& node, Move m, int bonus);
    template <class T>
    void learn_capture(const TunedNode<T>& node, Move m, int bonus);
    template <class T>
    static void learn_continuations(const TunedNode<T>& node, Piece piece, Square to, int bonus);
    // For the move that led here, as its own node would learn it.
    template <class T>
    static void learn_continuations_of_last_move(const TunedNode<T>& node, int bonus);

    static constexpr int kMoveLimit = 7183, kPawnLimit = 8192;
    using FromToHistory = std::array<History<kMoveLimit>, 4096>;
    using PawnHistory = PieceToHistory<kPawnLimit, -1000>;
    // Each begins with the value its type names.
    ByColor<FromToHistory> butterfly_;  // by from and to square
    PieceToHistory<kMoveLimit> piece_to_;
    ByPiece<BySquare<std::array<History<10692, -600>, kPieceTypes>>> capture_;  // by piece, target and victim
    std::array<PawnHistory, kPawnSlots> pawn_;                                  // by pawn structure
    std::array<FromToHistory, kLowPlies> low_ply_;                              // near the root
    // After a move of this piece to this square, told apart by whether it answered a check or captured.
    std::array<std::array<ByPiece<BySquare<ContinuationHistory>>, 2>, 2> continuation_;
    ContinuationHistory no_continuation_;
    ByPiece<BySquare<Move>> countermove_;
};

template <class Self>
struct Histories::QuietTables {
    template <class Table>
    using Of = std::conditional_t<std::is_const_v<Self>, const Table, Table>;

    QuietTables(Self& self, const NodeView& node)
        : butterfly(self.butterfly_[node.us()]),
          piece_to(self.piece_to_),
          pawn(self.pawn_[pawn_slot(node.pos)]),
          continuations(node.ss),
          low_ply(node.ss->ply < kLowPlies ? &self.low_ply_[static_cast<std::size_t>(node.ss->ply)]
                                           : nullptr) {}

    Of<FromToHistory>& butterfly;
    Of<PieceToHistory<kMoveLimit>>& piece_to;
    Of<PawnHistory>& pawn;
    Continuations continuations;
    Of<FromToHistory>* low_ply;  // null further from the root
};

template <class T>
inline auto Histories::continuation_rows(const Continuations& tables, const TunedNode<T>& node, Piece piece) {
    const auto& p = node.tuning.params;
    const auto row = [&](int ago, ContinuationHistory& table, const char* name, int order_weight,
                         int learn_weight) __attribute__((always_inline)) {
        const bool on = node.tuning.features.continuation_history;
        const bool too_far = node.ss->in_check && ago > kContinuationPliesInCheck;
        return PieceRow{Row{.name = name,
                            .orders = on && order_weight != 0,
                            .order_weight = order_weight,
                            .learn_weight = learn_weight,
                            .learn_extra = ago == 1 ? p.hist_cont1_extra : 0,
                            .learns = on && (node.ss - ago)->current_move.is_real() && !too_far},
                        table[piece]};
    };
    return std::tuple{
        row(1, tables.after1, "after the last move", p.ord_cont1_1024, p.hist_cont1_1024),
        row(2, tables.after2, "after the move 2 plies ago", p.ord_cont2_1024, p.hist_cont2_1024),
        row(3, tables.after3, "after the move 3 plies ago", p.ord_cont3_1024, p.hist_cont3_1024),
        row(4, tables.after4, "after the move 4 plies ago", p.ord_cont4_1024, p.hist_cont4_1024),
        row(5, tables.after5, "after the move 5 plies ago", 0, p.hist_cont5_1024),
        row(6, tables.after6, "after the move 6 plies ago", p.ord_cont6_1024, p.hist_cont6_1024)};
}

template <class T, class Self>
inline auto Histories::piece_rows(const QuietTables<Self>& tables, const TunedNode<T>& node, Piece piece) {
    const auto& p = node.tuning.params;
    const auto& on = node.tuning.features;
    return std::tuple_cat(std::tuple{PieceRow{Row{.name = "piece-to",
                                                  .orders = on.piece_to_history,
                                                  .order_weight = p.ord_piece_to_1024,
                                                  .learn_weight = p.hist_piece_to_1024,
                                                  .learns = on.piece_to_history},
                                              tables.piece_to[piece]},
                                     PieceRow{Row{.name = "pawn structure",
                                                  .orders = on.pawn_history,
                                                  .order_weight = p.ord_pawn_1024,
                                                  .learn_weight = p.hist_pawn_1024,
                                                  .learns = on.pawn_history},
                                              tables.pawn[piece]}},
                          continuation_rows(tables.continuations, node, piece));
}

template <class T, class Self, class Visit>
inline void Histories::visit_from_to(const QuietTables<Self>& tables, const TunedNode<T>& node, Move m,
                                     Visit visit) {
    const auto& p = node.tuning.params;
    const auto& on = node.tuning.features;
    visit(Row{.name = "butterfly",
              .orders = on.butterfly_history,
              .order_weight = p.ord_butterfly_1024,
              .learn_weight = p.hist_quiet_1024,
              .learns = on.butterfly_history},
          tables.butterfly[from_to(m)]);
    if (tables.low_ply)
        visit(Row{.name = "low ply",
                  .orders = on.low_ply_history,
                  .order_weight = p.ord_low_ply,
                  .order_divisor = 1 + node.ss->ply,
                  .learn_weight = p.hist_low_ply_1024,
                  .learns = on.low_ply_history},
              (*tables.low_ply)[from_to(m)]);
}

// Histories by piece and target are added up for all squares at once, which takes vectors of numbers, before
// the first move asks.
template <class T>
class Histories::QuietOrder {
public:
    QuietOrder(const Histories& histories, const TunedNode<T>& node) : node_(node), tables_(histories, node) {
        for (int t = 0; t < kPieceTypes; ++t) {
            const auto type = static_cast<PieceType>(t);
            if (node.pos.pieces(node.us(), type)) add_up(make_piece(node.us(), type), by_target_[type]);
        }
    }

    // The move must be one of the node's side.
    template <class Note>
    [[gnu::always_inline]] int of(Piece piece, Move m, Note note) const {
        int sum = 0;
        int score = kSumUnit * by_target_[type_of(piece)][static_cast<std::size_t>(m.to())];
        visit_from_to(
            tables_, node_, m, [&](const Row& row, int value) __attribute__((always_inline)) {
                if (!row.orders) return;
                const int weighted = row.order_weight * value;
                if (row.order_divisor == 1024)
                    sum += weighted;
                else
                    score += weighted / row.order_divisor;
                note(row.name, weighted / row.order_divisor);
            });
        visit_rows(
            piece_rows(tables_, node_, piece),
            m.to(), [&](const Row& row, int value) __attribute__((always_inline)) {
                if (row.orders) note(row.name, kSumUnit * in_units(row, value));
            });
        return score + sum / 1024;
    }

private:
    using Sums = RawArray<std::int16_t, kSquares>;

    // In units. The upper half of a product of 16-bit numbers is one instruction for many squares.
    static int in_units(const Row& row, int value) {
        constexpr int kUpperHalf = 16, kScale = (1 << kUpperHalf) / (1024 * kSumUnit);
        return (row.orders ? kScale * row.order_weight : 0) * value >> kUpperHalf;
    }
    void add_up(Piece piece, Sums& sums) const {
        std::apply(
            [&](const auto&... each) {
                for (std::size_t to = 0; to < kSquares; ++to)
                    sums[to] = static_cast<std::int16_t>(
                        (... + in_units(each.row, each.squares[static_cast<Square>(to)])));
            },
            piece_rows(tables_, node_, piece));
    }

    const TunedNode<T>& node_;
    QuietTables<const Histories> tables_;
    ByPieceType<Sums> by_target_;
};

template <class Note>
int Histories::order_of_evasion(const NodeView& node, Move m, Note note) const {
    const int from_squares = butterfly(node, m);
    const int by_piece = piece_to_[node.pos.moved_piece(m)][m.to()];
    const int following = continuation(node, 1, m);
    note("butterfly", from_squares);
    note("piece-to", by_piece);
    note("after the last move", following);
    return from_squares + by_piece + following;
}

}  // namespace stillpoint
