#include "tablebase/make/ending.h"

#include <algorithm>
#include <cstdlib>

#include "chess/attacks.h"

namespace stillpoint::tablebase {

namespace {

constexpr int kKingPairs = 462;
constexpr int kLeadSquares = 24, kPawnSquares = 48;

// The board's symmetries: bit 0 mirrors the files, bit 1 the ranks, bit 2 then swaps files and ranks.
constexpr int kFilesFlip = 1, kDiagonalFlip = 4;
constexpr int transform(int symmetry, int square) {
    if (symmetry & 1) square ^= 7;
    if (symmetry & 2) square ^= 56;
    return symmetry & kDiagonalFlip ? (square & 7) << 3 | square >> 3 : square;
}

struct KingPair {
    std::uint16_t number = 0;
    std::uint8_t symmetry = 0;  // brings the white king into the triangle a1-d1-d4, the black one below it
    bool on_diagonal = false;   // both: then the other men can be mirrored too
};

struct KingTables {
    template <class T>
    using BySquarePair = std::array<std::array<T, 64>, 64>;

    BySquarePair<KingPair> pairs{};
    std::array<std::array<std::uint8_t, 2>, kKingPairs> squares{};
    std::array<std::array<std::uint8_t, 64>, 8> transformed{};

    KingTables() {
        for (int symmetry = 0; symmetry < 8; ++symmetry)
            for (int square = 0; square < 64; ++square)
                transformed[at(symmetry)][at(square)] =
                    static_cast<std::uint8_t>(transform(symmetry, square));
        BySquarePair<int> numbers{};
        int number = 0;
        for (int white = 0; white < 64; ++white)
            for (int black = 0; black < 64; ++black) {
                if (!is_normal(white, black)) continue;
                squares[at(number)] = {static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black)};
                numbers[at(white)][at(black)] = number++;
            }
        for (int white = 0; white < 64; ++white)
            for (int black = 0; black < 64; ++black)
                for (int symmetry = 0; symmetry < 8; ++symmetry) {
                    const int w = transform(symmetry, white), b = transform(symmetry, black);
                    if (!is_normal(w, b)) continue;
                    pairs[at(white)][at(black)] = {static_cast<std::uint16_t>(numbers[at(w)][at(b)]),
                                                   static_cast<std::uint8_t>(symmetry),
                                                   below_diagonal(w) == 0 && below_diagonal(b) == 0};
                    break;
                }
    }

private:
    static int below_diagonal(int square) { return (square & 7) - (square >> 3); }
    static bool is_normal(int white, int black) {
        if (white == black || contains(king_attacks(static_cast<Square>(white)), static_cast<Square>(black)))
            return false;
        if ((white & 7) > 3 || white >> 3 > 3 || below_diagonal(white) < 0) return false;
        return below_diagonal(white) > 0 || below_diagonal(black) >= 0;
    }
};

const KingTables& king_tables() {
    static const KingTables tables;
    return tables;
}

bool are_different(const Squares& squares, int count) {
    std::uint64_t seen = 0;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << squares[static_cast<std::size_t>(i)];
        if (seen & bit) return false;
        seen |= bit;
    }
    return true;
}

}  // namespace

Ending::Ending(const Material& material) : material_(material) {
    const int white = material.counts[Color::White][PieceType::Pawn];
    const int black = material.counts[Color::Black][PieceType::Pawn];
    const Color leader = white > 0 && (black == 0 || white <= black) ? Color::White : Color::Black;
    const auto add = [&](Color c, PieceType type) {
        const int number = material.counts[c][type];
        if (number > 1) groups_.push_back({count(), number});
        for (int i = 0; i < number; ++i) men_.push_back({c, type});
    };
    add(leader, PieceType::Pawn);
    lead_ = count();
    add(~leader, PieceType::Pawn);
    pawns_ = count();
    for (Color c : {Color::White, Color::Black}) {
        kings_[c] = count();
        add(c, PieceType::King);
    }
    for (Color c : {Color::White, Color::Black})
        for (PieceType type : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
            add(c, type);

    // Two leading pawns may be each other's mirror image: then the pieces decide which way round to count.
    if (lead_ < 2)
        for (int i = pawns_ == 0 ? 2 : pawns_; i < count(); ++i)
            if (material.counts[men_[static_cast<std::size_t>(i)].color]
                               [men_[static_cast<std::size_t>(i)].type] == 1)
                free_men_ |= 1U << i;

    if (pawns_ == 0) {
        positions_ = structure_size_ = std::uint64_t{kKingPairs} << 6 * (count() - 2);
        return;
    }
    structure_size_ = std::uint64_t{1} << 6 * (count() - pawns_);
    positions_ = structure_size_ * kLeadSquares;
    for (int i = 1; i < pawns_; ++i) positions_ *= kPawnSquares;
}

void Ending::sort_groups(Squares& squares, int from) const {
    for (const Group& group : groups_)
        sort_squares(squares, std::max(group.first, from), group.first + group.size);
}

std::uint64_t Ending::index_of(const Squares& squares) const {
    return pawns_ == 0 ? index_of_pieces(squares) : index_of_pawns(squares);
}

std::uint64_t Ending::index_of_pieces(const Squares& squares) const {
    const KingTables& tables = king_tables();
    const KingPair& kings = tables.pairs[squares[0]][squares[1]];
    const auto number_with = [&](int symmetry) {
        const auto& map = tables.transformed[static_cast<std::size_t>(symmetry)];
        Squares moved{};
        for (std::size_t i = 2; i < men_.size(); ++i) moved[i] = map[squares[i]];
        if (!groups_.empty()) sort_groups(moved, 0);
        std::uint64_t number = kings.number;
        for (std::size_t i = 2; i < men_.size(); ++i) number = number << 6 | moved[i];
        return number;
    };
    const std::uint64_t number = number_with(kings.symmetry);
    return kings.on_diagonal ? std::min(number, number_with(kings.symmetry ^ kDiagonalFlip)) : number;
}

std::uint64_t Ending::index_of_pawns(const Squares& squares) const {
    std::uint64_t best = ~std::uint64_t{0};
    // Each of the leading pawns may come first.
    for (int lead = 0; lead < lead_; ++lead) {
        const std::uint8_t mirror = squares[static_cast<std::size_t>(lead)] & 4 ? 7 : 0;
        Squares moved{};
        for (std::size_t i = 0; i < men_.size(); ++i) moved[i] = squares[i] ^ mirror;
        std::swap(moved[0], moved[static_cast<std::size_t>(lead)]);
        if (!groups_.empty()) sort_groups(moved, 1);
        std::uint64_t number = static_cast<std::uint64_t>((moved[0] >> 3) - 1) * 4 + (moved[0] & 3);
        std::size_t i = 1;
        for (; i < static_cast<std::size_t>(pawns_); ++i)
            number = number * kPawnSquares + static_cast<std::uint64_t>(moved[i] - 8);
        for (; i < men_.size(); ++i) number = number << 6 | moved[i];
        best = std::min(best, number);
    }
    return best;
}

Ending::Renumbering::Renumbering(const Ending& ending, std::uint64_t index, const Squares& squares)
    : ending_(ending), squares_(squares), index_(index), free_men_(ending.free_men_) {
    const KingTables& tables = king_tables();
    int symmetry = squares[0] & 4 ? kFilesFlip : 0;
    if (ending.pawns_ == 0) {
        const KingPair& kings = tables.pairs[squares[0]][squares[1]];
        symmetry = kings.symmetry;
        if (kings.on_diagonal) free_men_ = 0;
    }
    map_ = &tables.transformed[static_cast<std::size_t>(symmetry)];
}

std::uint64_t Ending::Renumbering::index_of_all(int man, std::uint8_t to) const {
    Squares after = squares_;
    after[static_cast<std::size_t>(man)] = to;
    return ending_.index_of(after);
}

void Ending::place_pawns(std::uint64_t structure, Squares& squares) const {
    for (std::size_t i = static_cast<std::size_t>(pawns_); i-- > 1; structure /= kPawnSquares)
        squares[i] = static_cast<std::uint8_t>(structure % kPawnSquares + 8);
    squares[0] = static_cast<std::uint8_t>((structure / 4 + 1) * 8 + structure % 4);
}

int Ending::advancement(std::uint64_t structure) const {
    Squares squares{};
    if (pawns_ == 0) return 0;
    place_pawns(structure, squares);
    if (!are_different(squares, pawns_)) return -1;
    int steps = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(pawns_); ++i)
        steps += relative_rank(men_[i].color, static_cast<Square>(squares[i])) - 1;
    return steps;
}

void Ending::place(std::uint64_t index, Squares& squares) const {
    std::uint64_t rest = index;
    const auto first = static_cast<std::size_t>(pawns_ == 0 ? 2 : pawns_);
    for (std::size_t i = men_.size(); i-- > first; rest >>= 6)
        squares[i] = static_cast<std::uint8_t>(rest & 63);
    if (pawns_ == 0) {
        const auto& kings = king_tables().squares[static_cast<std::size_t>(rest)];
        squares[0] = kings[0];
        squares[1] = kings[1];
    } else {
        place_pawns(rest, squares);
    }
}

bool Ending::squares_of(std::uint64_t index, Squares& squares) const {
    place(index, squares);
    if (!are_different(squares, count())) return false;
    const bool has_one_spelling =
        groups_.empty() && (pawns_ > 0 || !king_tables().pairs[squares[0]][squares[1]].on_diagonal);
    return has_one_spelling || index_of(squares) == index;
}

}  // namespace stillpoint::tablebase
