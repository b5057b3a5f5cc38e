#include "tablebase/material.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "util/rng.h"

namespace stillpoint::tablebase {

namespace {

constexpr std::string_view kLetters = "QRBNP";  // strongest first, as in the names of files

PieceType type_of_letter(char letter) {
    switch (letter) {
        case 'Q': return PieceType::Queen;
        case 'R': return PieceType::Rook;
        case 'B': return PieceType::Bishop;
        case 'N': return PieceType::Knight;
        default: return PieceType::Pawn;
    }
}

// All ways to choose `size` pieces, as letters from strong to weak, the strongest choice first.
void list_sides(int size, std::size_t first, std::string& prefix, std::vector<std::string>& sides) {
    if (size == 0) {
        sides.push_back(prefix);
        return;
    }
    for (std::size_t i = first; i < kLetters.size(); ++i) {
        prefix.push_back(kLetters[i]);
        list_sides(size - 1, i, prefix, sides);
        prefix.pop_back();
    }
}

std::vector<std::string> list_sides(int size) {
    std::vector<std::string> sides;
    std::string prefix;
    list_sides(size, 0, prefix, sides);
    return sides;
}

Material make_material(std::string_view white, std::string_view black) {
    Material material;
    for (Color c : {Color::White, Color::Black}) {
        material.counts[c][PieceType::King] = 1;
        for (char letter : c == Color::White ? white : black) ++material.counts[c][type_of_letter(letter)];
    }
    return material;
}

std::string side_letters(const ByPieceType<int>& counts) {
    std::string letters;
    for (char letter : kLetters)
        letters.append(static_cast<std::size_t>(counts[type_of_letter(letter)]), letter);
    return letters;
}

bool is_stronger_or_equal(std::string_view a, std::string_view b) {
    return !std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end(),
                                         [](char x, char y) { return kLetters.find(x) < kLetters.find(y); });
}

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

int Material::piece_count() const {
    int total = 0;
    for (const auto& side : counts)
        for (int n : side) total += n;
    return total;
}

bool Material::has_pawns() const {
    return counts[Color::White][PieceType::Pawn] + counts[Color::Black][PieceType::Pawn] > 0;
}

std::string Material::name() const {
    std::string name = "K";
    name += side_letters(counts[Color::White]);
    name += "vK";
    name += side_letters(counts[Color::Black]);
    return name;
}

std::optional<Material> parse_material(std::string_view name) {
    const std::size_t split = name.find("vK");
    if (!name.starts_with('K') || split == std::string_view::npos) return std::nullopt;
    const std::string_view white = name.substr(1, split - 1), black = name.substr(split + 2);
    for (std::string_view side : {white, black})
        if (side.find_first_not_of(kLetters) != std::string_view::npos) return std::nullopt;
    const Material material = make_material(white, black);
    if (material.piece_count() < 3 || material.piece_count() > kMostPieces) return std::nullopt;
    if (white.size() < black.size()) return std::nullopt;
    if (white.size() == black.size() && !is_stronger_or_equal(white, black)) return std::nullopt;
    if (material.name() != name) return std::nullopt;
    return material;
}

std::vector<Material> all_materials(int pieces) {
    std::vector<Material> materials;
    for (int black = 0; 2 * black <= pieces - 2; ++black) {
        const int white = pieces - 2 - black;
        for (const std::string& ours : list_sides(white))
            for (const std::string& theirs : list_sides(black))
                if (white > black || is_stronger_or_equal(ours, theirs))
                    materials.push_back(make_material(ours, theirs));
    }
    return materials;
}

std::optional<Position> quiet_position(const Material& material) {
    Rng rng(1);
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
        const auto pos = parse_fen(random_fen(material, rng));
        if (pos && !can_capture(*pos)) return *pos;
    }
    return std::nullopt;
}

}  // namespace stillpoint::tablebase
