#pragma once

#include "chess/bitboard.h"
#include "chess/sliders.h"
#include "chess/types.h"

namespace stillpoint {

namespace attack_tables {

struct Step {
    int file;
    int rank;
};

inline constexpr Step kKnightSteps[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                        {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
inline constexpr Step kKingSteps[] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
inline constexpr Step kWhitePawnSteps[] = {{-1, 1}, {1, 1}};
inline constexpr Step kBlackPawnSteps[] = {{-1, -1}, {1, -1}};

constexpr bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

template <int kCount>
constexpr BySquare<Bitboard> leaper_attacks(const Step (&steps)[kCount]) {
    BySquare<Bitboard> table;
    for (int s = 0; s < kSquares; ++s)
        for (const Step& step : steps) {
            const int file = s % 8 + step.file, rank = s / 8 + step.rank;
            if (on_board(file, rank)) table.values[s] |= bit(make_square(file, rank));
        }
    return table;
}

struct Rays {
    // Squares strictly between two aligned squares; empty where they are not aligned.
    BySquare<BySquare<Bitboard>> between;
    // The whole line through two aligned squares, edge to edge; empty where they are not aligned.
    BySquare<BySquare<Bitboard>> line;
    // Slider attacks on an empty board.
    BySquare<Bitboard> bishop;
    BySquare<Bitboard> rook;
};

constexpr Rays make_rays() {
    Rays rays;
    for (int s = 0; s < kSquares; ++s)
        for (int d = 0; d < 4; ++d) {
            // Directions d and d + 4 are opposite: together they make one line.
            Bitboard line = 1ULL << s;
            for (int side : {d, d + 4}) {
                Bitboard passed = 0;
                int file = s % 8 + kKingSteps[side].file, rank = s / 8 + kKingSteps[side].rank;
                for (; on_board(file, rank); file += kKingSteps[side].file, rank += kKingSteps[side].rank) {
                    const int to = rank * 8 + file;
                    rays.between.values[s].values[to] = passed;
                    passed |= 1ULL << to;
                }
                line |= passed;
            }
            for (int to = 0; to < kSquares; ++to)
                if (to != s && ((line >> to) & 1)) rays.line.values[s].values[to] = line;
            const bool diagonal = d % 2 == 1;
            (diagonal ? rays.bishop : rays.rook).values[s] |= line & ~(1ULL << s);
        }
    return rays;
}

inline constexpr BySquare<Bitboard> kKnight = leaper_attacks(kKnightSteps);
inline constexpr BySquare<Bitboard> kKing = leaper_attacks(kKingSteps);
inline constexpr ByColor<BySquare<Bitboard>> kPawn = {
    {leaper_attacks(kWhitePawnSteps), leaper_attacks(kBlackPawnSteps)}};
inline constexpr Rays kRays = make_rays();

}  // namespace attack_tables

inline Bitboard knight_attacks(Square s) { return attack_tables::kKnight[s]; }
inline Bitboard king_attacks(Square s) { return attack_tables::kKing[s]; }
inline Bitboard pawn_attacks(Color c, Square s) { return attack_tables::kPawn[c][s]; }
inline Bitboard between(Square a, Square b) { return attack_tables::kRays.between[a][b]; }
inline Bitboard line_through(Square a, Square b) { return attack_tables::kRays.line[a][b]; }
inline Bitboard empty_board_bishop_attacks(Square s) { return attack_tables::kRays.bishop[s]; }
inline Bitboard empty_board_rook_attacks(Square s) { return attack_tables::kRays.rook[s]; }

#if defined(STILLPOINT_SHARED)
inline Bitboard bishop_attacks(Square s, Bitboard occupied) { return bishop_attacks_of_path(s, occupied); }
inline Bitboard rook_attacks(Square s, Bitboard occupied) { return rook_attacks_of_path(s, occupied); }
#else
inline Bitboard bishop_attacks(Square s, Bitboard occupied) { return kSliders.bishop(s, occupied); }
inline Bitboard rook_attacks(Square s, Bitboard occupied) { return kSliders.rook(s, occupied); }
#endif
inline Bitboard queen_attacks(Square s, Bitboard occupied) {
    return bishop_attacks(s, occupied) | rook_attacks(s, occupied);
}

// Attacks of any piece but a pawn.
inline Bitboard attacks(PieceType type, Square s, Bitboard occupied) {
    switch (type) {
        case PieceType::Knight: return knight_attacks(s);
        case PieceType::Bishop: return bishop_attacks(s, occupied);
        case PieceType::Rook: return rook_attacks(s, occupied);
        case PieceType::Queen: return queen_attacks(s, occupied);
        case PieceType::King: return king_attacks(s);
        default: return 0;
    }
}

}  // namespace stillpoint
