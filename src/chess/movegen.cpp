#include "chess/movegen.h"

namespace stillpoint {

namespace {

// Where generated moves go: into a list or, for counting, nowhere.
class ListSink {
public:
    explicit ListSink(MoveList& moves) : moves_(moves) {}

    void piece_moves(Square from, Bitboard targets) {
        while (targets) moves_.push_back(Move(from, pop_first(targets)));
    }
    // Pawn moves given by their target squares, all made by the same step.
    template <int kStep>
    void pawn_moves(Bitboard targets) {
        while (targets) {
            const Square to = pop_first(targets);
            moves_.push_back(Move(static_cast<Square>(index(to) - kStep), to));
        }
    }
    template <int kStep>
    void promotions(Bitboard targets, bool queen, bool others) {
        while (targets) {
            const Square to = pop_first(targets), from = static_cast<Square>(index(to) - kStep);
            if (queen) moves_.push_back(Move::promotion(from, to, PieceType::Queen));
            if (!others) continue;
            for (PieceType type : {PieceType::Knight, PieceType::Rook, PieceType::Bishop})
                moves_.push_back(Move::promotion(from, to, type));
        }
    }
    void single(Move m) { moves_.push_back(m); }

private:
    MoveList& moves_;
};

class CountSink {
public:
    void piece_moves(Square, Bitboard targets) { count_ += count(targets); }
    template <int kStep>
    void pawn_moves(Bitboard targets) {
        count_ += count(targets);
    }
    template <int kStep>
    void promotions(Bitboard targets, bool queen, bool others) {
        count_ += count(targets) * ((queen ? 1 : 0) + (others ? 3 : 0));
    }
    void single(Move) { ++count_; }
    int total() const { return count_; }

private:
    int count_ = 0;
};

// Passes on only moves that give check; for the few kinds where masks don't pay.
template <class Sink>
class ChecksOnly {
public:
    ChecksOnly(const Position& pos, Sink& sink) : pos_(pos), sink_(sink) {}

    template <int kStep>
    void pawn_moves(Bitboard targets) {
        while (targets) {
            const Square to = pop_first(targets);
            single(Move(static_cast<Square>(index(to) - kStep), to));
        }
    }
    template <int kStep>
    void promotions(Bitboard targets, bool queen, bool others) {
        MoveList moves;
        ListSink(moves).promotions<kStep>(targets, queen, others);
        for (Move m : moves) single(m);
    }
    void single(Move m) {
        if (pos_.gives_check(m)) sink_.single(m);
    }

private:
    const Position& pos_;
    Sink& sink_;
};

template <GenKind kKind>
inline constexpr bool kWantsNoisy = kKind != GenKind::Quiet&& kKind != GenKind::QuietChecks;
template <GenKind kKind>
inline constexpr bool kWantsQuiet = kKind != GenKind::Noisy;

// `allowed` are the squares where a move answers a check (all squares if there is none).
template <GenKind kKind, Color kUs, class Sink>
void pawn_moves_of(const Position& pos, Bitboard pawns, Bitboard allowed, Sink& sink) {
    constexpr bool kWhite = kUs == Color::White;
    constexpr Direction kPush = kWhite ? Direction::North : Direction::South;
    constexpr Direction kWest = kWhite ? Direction::NorthWest : Direction::SouthWest;
    constexpr Direction kEast = kWhite ? Direction::NorthEast : Direction::SouthEast;
    constexpr int kPushStep = static_cast<int>(kPush), kWestStep = static_cast<int>(kWest),
                  kEastStep = static_cast<int>(kEast);
    constexpr Bitboard kLastRank = relative_rank_bits(kUs, 7), kThirdRank = relative_rank_bits(kUs, 2);

    const Bitboard empty = ~pos.pieces();
    const Bitboard pushed = shift<kPush>(pawns) & empty;

    if constexpr (kWantsQuiet<kKind>) {
        sink.template pawn_moves<kPushStep>(pushed & allowed & ~kLastRank);
        sink.template pawn_moves<2 * kPushStep>(shift<kPush>(pushed & kThirdRank) & empty & allowed);
    }
    const Bitboard promoting = pushed & allowed & kLastRank;
    if (promoting) sink.template promotions<kPushStep>(promoting, kWantsNoisy<kKind>, kWantsQuiet<kKind>);

    if constexpr (kWantsNoisy<kKind>) {
        const Bitboard enemies = pos.pieces(~kUs) & allowed;
        const Bitboard west = shift<kWest>(pawns) & enemies, east = shift<kEast>(pawns) & enemies;
        sink.template pawn_moves<kWestStep>(west & ~kLastRank);
        sink.template pawn_moves<kEastStep>(east & ~kLastRank);
        if ((west | east) & kLastRank) {
            sink.template promotions<kWestStep>(west & kLastRank, true, true);
            sink.template promotions<kEastStep>(east & kLastRank, true, true);
        }
    }
}

template <GenKind kKind, Color kUs, class Sink>
void all_pawn_moves(const Position& pos, Bitboard allowed, Sink& sink) {
    const Square king = pos.king_square(kUs);
    const Bitboard pawns = pos.pieces(kUs, PieceType::Pawn);
    Bitboard pinned = pawns & pos.blockers(kUs);
    pawn_moves_of<kKind, kUs>(pos, pawns & ~pinned, allowed, sink);
    while (pinned) {
        const Square s = pop_first(pinned);
        pawn_moves_of<kKind, kUs>(pos, bit(s), allowed & line_through(king, s), sink);
    }
    if constexpr (kWantsNoisy<kKind>) {
        const Square target = pos.en_passant();
        if (target != Square::None) {
            Bitboard candidates = pawn_attacks(~kUs, target) & pawns;
            while (candidates) {
                const Move m(pop_first(candidates), target, MoveType::EnPassant);
                if (pos.is_legal(m)) sink.single(m);
            }
        }
    }
}

template <GenKind kKind, Color kUs, PieceType kType, class Sink>
void moves_of_type(const Position& pos, Bitboard targets, Sink& sink) {
    const Square king = pos.king_square(kUs);
    const Bitboard occupied = pos.pieces(), blockers = pos.blockers(kUs);
    Bitboard pieces = pos.pieces(kUs, kType);
    if constexpr (kType == PieceType::Knight) pieces &= ~blockers;  // a pinned knight never moves
    while (pieces) {
        const Square from = pop_first(pieces);
        Bitboard to = attacks(kType, from, occupied) & targets;
        if constexpr (kType != PieceType::Knight)
            if (contains(blockers, from)) to &= line_through(king, from);
        if constexpr (kKind == GenKind::QuietChecks) {
            Bitboard checking = pos.check_squares(kType);
            if (contains(pos.blockers(~kUs), from)) checking |= ~line_through(pos.king_square(~kUs), from);
            to &= checking;
        }
        sink.piece_moves(from, to);
    }
}

template <GenKind kKind, Color kUs, class Sink>
void king_moves(const Position& pos, Sink& sink) {
    const Square king = pos.king_square(kUs);
    const Bitboard occupied_without_king = pos.pieces() ^ bit(king);
    Bitboard to = king_attacks(king) & ~pos.pieces(kUs);
    if constexpr (!kWantsQuiet<kKind>) to &= pos.pieces(~kUs);
    if constexpr (!kWantsNoisy<kKind>) to &= ~pos.pieces(~kUs);
    if constexpr (kKind == GenKind::QuietChecks) {
        // A king checks only by stepping out of a line.
        if (!contains(pos.blockers(~kUs), king)) to = 0;
        to &= ~line_through(pos.king_square(~kUs), king);
    }
    Bitboard safe = 0;
    while (to) {
        const Square s = pop_first(to);
        if (!pos.is_attacked_by(~kUs, s, occupied_without_king)) safe |= bit(s);
    }
    sink.piece_moves(king, safe);
}

template <Color kUs, class Sink>
void castling_moves(const Position& pos, Sink& sink) {
    const Square king = pos.king_square(kUs);
    for (CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
        if (!pos.can_castle(kUs, side)) continue;
        const Move m(king, pos.castling_setup().rook[kUs][side], MoveType::Castling);
        if (pos.is_legal(m)) sink.single(m);
    }
}

template <GenKind kKind, Color kUs, class Sink>
void generate_for(const Position& pos, Sink& sink) {
    const Bitboard checkers = pos.checkers();
    if (!more_than_one(checkers)) {
        Bitboard allowed = ~Bitboard{0};
        if (kKind == GenKind::Evasions || checkers)
            allowed = checkers | between(pos.king_square(kUs), first_square(checkers));

        Bitboard targets = allowed & ~pos.pieces(kUs);
        if constexpr (!kWantsQuiet<kKind>) targets &= pos.pieces(~kUs);
        if constexpr (!kWantsNoisy<kKind>) targets &= ~pos.pieces(~kUs);

        if constexpr (kKind == GenKind::QuietChecks) {
            ChecksOnly<Sink> checks(pos, sink);
            all_pawn_moves<GenKind::Quiet, kUs>(pos, allowed, checks);
            if (!checkers) castling_moves<kUs>(pos, checks);
        } else {
            all_pawn_moves<kKind, kUs>(pos, allowed, sink);
            if constexpr (kWantsQuiet<kKind> && kKind != GenKind::Evasions)
                if (!checkers && pos.castling_rights()) castling_moves<kUs>(pos, sink);
        }
        moves_of_type<kKind, kUs, PieceType::Knight>(pos, targets, sink);
        moves_of_type<kKind, kUs, PieceType::Bishop>(pos, targets, sink);
        moves_of_type<kKind, kUs, PieceType::Rook>(pos, targets, sink);
        moves_of_type<kKind, kUs, PieceType::Queen>(pos, targets, sink);
    }
    king_moves<kKind, kUs>(pos, sink);
}

template <GenKind kKind, class Sink>
void generate_into(const Position& pos, Sink& sink) {
    if (pos.side_to_move() == Color::White)
        generate_for<kKind, Color::White>(pos, sink);
    else
        generate_for<kKind, Color::Black>(pos, sink);
}

}  // namespace

template <GenKind kKind>
void generate(const Position& pos, MoveList& moves) {
    STILLPOINT_ASSERT(kKind != GenKind::Evasions || pos.in_check());
    ListSink sink(moves);
    generate_into<kKind>(pos, sink);
}

template void generate<GenKind::Noisy>(const Position&, MoveList&);
template void generate<GenKind::Quiet>(const Position&, MoveList&);
template void generate<GenKind::Evasions>(const Position&, MoveList&);
template void generate<GenKind::QuietChecks>(const Position&, MoveList&);
template void generate<GenKind::Legal>(const Position&, MoveList&);

int count_legal_moves(const Position& pos) {
    CountSink sink;
    generate_into<GenKind::Legal>(pos, sink);
    return sink.total();
}

}  // namespace stillpoint
