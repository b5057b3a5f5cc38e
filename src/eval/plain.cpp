#include "eval/plain.h"

#include <algorithm>

namespace stillpoint::plain {

namespace {

// Middle game and endgame value in one: the final score slides from one to the other as pieces leave.
struct Tapered {
    int opening = 0;
    int endgame = 0;
};

constexpr Tapered kMaterial[kPieceTypes] = {{85, 110},  {330, 300}, {345, 320},
                                            {470, 530}, {980, 960}, {0, 0}};
constexpr int kPhaseWeight[kPieceTypes] = {0, 1, 1, 2, 4, 0};
constexpr int kFullPhase = 24;

constexpr int distance_to_edge(int coordinate) { return coordinate < 4 ? coordinate : 7 - coordinate; }

// White's view of each piece on each square, from a few plain ideas instead of 768 numbers.
constexpr Tapered square_value(PieceType type, int file, int rank) {
    const int center = distance_to_edge(file) + distance_to_edge(rank);  // 0 in a corner, 6 in the middle
    switch (type) {
        case PieceType::Pawn: {
            // Central pawns step forward in the opening, every pawn runs in the endgame.
            const int central = (file == 3 || file == 4) ? 1 : 0;
            const int advance = rank - 1;
            return {advance * (central ? 9 : 3) + (rank >= 4 ? (rank - 3) * 8 : 0) -
                        (central && rank == 1 ? 12 : 0),
                    advance * advance * 4};
        }
        case PieceType::Knight: return {center * 9 - 32 - (rank == 0 ? 6 : 0), center * 7 - 26};
        case PieceType::Bishop: return {center * 4 - 10 - (rank == 0 ? 12 : 0), center * 3 - 9};
        case PieceType::Rook:
            return {(rank == 6 ? 22 : 0) + distance_to_edge(file) * 3 - 4, rank == 6 ? 12 : 0};
        case PieceType::Queen: return {center * 1 - (rank > 2 ? 4 : 0), center * 5 - 14};
        case PieceType::King:
            // Behind the pawns while queens are on, in the middle of the board afterwards.
            return {
                (rank == 0 ? 0 : -22 * rank) + (file <= 2 || file >= 6 ? 28 : -distance_to_edge(file) * 4),
                center * 11 - 34};
        default: return {};
    }
}

struct Table {
    Tapered value[kPieceTypes][kSquares];
};

constexpr Table make_table() {
    Table table;
    for (int t = 0; t < kPieceTypes; ++t)
        for (int s = 0; s < kSquares; ++s) {
            const Tapered square = square_value(static_cast<PieceType>(t), s % 8, s / 8);
            table.value[t][s] = {kMaterial[t].opening + square.opening,
                                 kMaterial[t].endgame + square.endgame};
        }
    return table;
}

constexpr Table kTable = make_table();
constexpr int kBishopPair = 30;
constexpr int kTempo = 12;

}  // namespace

int evaluate(const Position& pos) {
    Tapered balance;
    int phase = 0;
    for (Color c : {Color::White, Color::Black}) {
        const int sign = c == pos.side_to_move() ? 1 : -1;
        for (int t = 0; t < kPieceTypes; ++t) {
            Bitboard pieces = pos.pieces(c, static_cast<PieceType>(t));
            phase += kPhaseWeight[t] * count(pieces);
            while (pieces) {
                const Tapered& value = kTable.value[t][index(relative_square(c, pop_first(pieces)))];
                balance.opening += sign * value.opening;
                balance.endgame += sign * value.endgame;
            }
        }
        if (more_than_one(pos.pieces(c, PieceType::Bishop))) {
            balance.opening += sign * kBishopPair;
            balance.endgame += sign * kBishopPair;
        }
    }
    phase = std::min(phase, kFullPhase);
    return (balance.opening * phase + balance.endgame * (kFullPhase - phase)) / kFullPhase + kTempo;
}

}  // namespace stillpoint::plain
