#pragma once

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "util/rng.h"

namespace stillpoint::test {

// For FENs that must be valid; GoogleTest turns the exception into a failure that shows the message.
inline Position must_parse(std::string_view fen) {
    Result<Position> pos = parse_fen(fen);
    if (!pos) throw std::runtime_error(std::string(fen) + ": " + pos.error());
    return std::move(*pos);
}

inline MoveList legal_moves(const Position& pos) {
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    return moves;
}

enum class Variant { Standard, Chess960, DoubleChess960 };
inline constexpr Variant kVariants[] = {Variant::Standard, Variant::Chess960, Variant::DoubleChess960};

// The back rank with the given number, 0..959, by R. Scharnagl's scheme; 518 is the usual one.
inline std::string back_rank(int number) {
    std::string rank(8, ' ');
    const auto put_on_free = [&](int n, char piece) {
        for (char& c : rank)
            if (c == ' ' && n-- == 0) {
                c = piece;
                return;
            }
    };
    rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = 'B';
    rank[static_cast<std::size_t>(number / 4 % 4 * 2)] = 'B';
    put_on_free(number / 16 % 6, 'Q');
    int knights = number / 96;
    int first = 0;
    while (knights >= 4 - first) knights -= 4 - first++;
    put_on_free(first, 'N');
    put_on_free(first + knights, 'N');
    for (char piece : {'R', 'K', 'R'}) put_on_free(0, piece);
    return rank;
}

inline std::string start_fen(int white, int black) {
    const auto lower = [](std::string text) {
        for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return text;
    };
    const auto rook_files = [](const std::string& rank) {
        return std::string{static_cast<char>('A' + rank.rfind('R')), static_cast<char>('A' + rank.find('R'))};
    };
    const std::string ours = back_rank(white), theirs = back_rank(black);
    return lower(theirs) + "/pppppppp/8/8/8/8/PPPPPPPP/" + ours + " w " + rook_files(ours) +
           lower(rook_files(theirs)) + " - 0 1";
}

inline std::string start_fen(Variant variant, Rng& rng) {
    if (variant == Variant::Standard) return start_fen(518, 518);
    const int white = static_cast<int>(rng.below(960));
    return start_fen(white, variant == Variant::Chess960 ? white : static_cast<int>(rng.below(960)));
}

// Any legal move, but rare kinds (castling, en passant, promotion) more often than by chance.
inline Move random_move(Rng& rng, const MoveList& moves) {
    if (rng.below(4) == 0) {
        const auto* rare =
            std::find_if(moves.begin(), moves.end(), [](Move m) { return m.type() != MoveType::Normal; });
        if (rare != moves.end()) return *rare;
    }
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// Plays at random and shows every position, the first and the last included, to visit(Position&).
template <class Visit>
void random_game(Rng& rng, Variant variant, int plies, Visit visit) {
    Position pos = must_parse(start_fen(variant, rng));
    for (int i = 0; i < plies; ++i) {
        visit(pos);
        const MoveList moves = legal_moves(pos);
        if (moves.empty()) return;
        pos.make(random_move(rng, moves));
    }
    visit(pos);
}

// Some games in each variant.
template <class Visit>
void random_games(std::uint64_t seed, int games_per_variant, int plies, Visit visit) {
    Rng rng(seed);
    for (Variant variant : kVariants)
        for (int game = 0; game < games_per_variant; ++game) random_game(rng, variant, plies, visit);
}

}  // namespace stillpoint::test
