#include "tablebase/quiet_position.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "util/rng.h"

namespace stillpoint::tablebase {

namespace {

constexpr int kMostAttempts = 20000;
constexpr char kNothing = '.';
constexpr std::string_view kPieceLetters = "PpNnBbRrQqKk";  // in the order of enum Piece

std::string random_fen(const Material& material, Rng& rng) {
    std::array<char, 64> board;
    board.fill(kNothing);
    for (int p = 0; p < kPieces; ++p) {
        const Piece piece = static_cast<Piece>(p);
        const bool pawn = type_of(piece) == PieceType::Pawn;
        for (int n = material.counts[color_of(piece)][type_of(piece)]; n > 0;) {
            char& square = board[pawn ? 8 + rng.below(48) : rng.below(64)];
            if (square != kNothing) continue;
            square = kPieceLetters[static_cast<std::size_t>(p)];
            --n;
        }
    }
    std::string fen;
    for (std::size_t rank = 0; rank < 8; ++rank) {
        if (rank > 0) fen += '/';
        char empty = '0';
        for (std::size_t file = 0; file < 8; ++file) {
            const char piece = board[8 * rank + file];
            if (piece == kNothing) {
                ++empty;
                continue;
            }
            if (empty > '0') fen += std::exchange(empty, '0');
            fen += piece;
        }
        if (empty > '0') fen += empty;
    }
    return fen + (rng.below(2) == 0 ? " w - - 0 1" : " b - - 0 1");
}

bool can_capture(const Position& pos) {
    MoveList noisy;
    generate<GenKind::Noisy>(pos, noisy);
    for (Move m : noisy)
        if (pos.is_capture(m)) return true;
    return false;
}

}  // namespace

std::optional<Position> quiet_position(const Material& material) {
    Rng rng(1);
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
        const auto pos = parse_fen(random_fen(material, rng));
        if (pos && !can_capture(*pos)) return *pos;
    }
    return std::nullopt;
}

}  // namespace stillpoint::tablebase
