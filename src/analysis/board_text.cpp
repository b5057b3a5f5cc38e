#include "analysis/board_text.h"

#include <algorithm>
#include <cmath>

namespace stillpoint {

namespace {

constexpr std::string_view kReset = "\x1b[0m";
// 256-colour codes: most terminals know them, and they look alike on dark and light ones.
constexpr int kLightSquare = 137, kDarkSquare = 95, kLightMark = 107, kDarkMark = 65;
constexpr int kWhitePiece = 231, kBlackPiece = 16;
constexpr int kWhiteBar = 255, kBlackBar = 238, kDrawBar = 246;

constexpr std::string_view kLetters = "PpNnBbRrQqKk.";
constexpr std::string_view kSolid[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
constexpr std::string_view kOutlined[] = {"♙", "♘", "♗", "♖", "♕", "♔"};

std::string background(int colour) {
    return std::string("\x1b[48;5;").append(std::to_string(colour)).append("m");
}
std::string foreground(int colour) {
    return std::string("\x1b[38;5;").append(std::to_string(colour)).append("m");
}

std::string square_text(Piece piece, bool light, bool marked, const TerminalStyle& style) {
    std::string_view sign = " ";
    const bool white = piece != Piece::None && color_of(piece) == Color::White;
    if (!style.unicode)
        sign = kLetters.substr(static_cast<std::size_t>(index(piece)), 1);
    else if (piece != Piece::None)
        sign = (style.colour || !white ? kSolid : kOutlined)[index(type_of(piece))];
    else if (!style.colour)
        sign = "·";
    if (!style.colour) return std::string(" ").append(sign);
    const int colour = marked ? (light ? kLightMark : kDarkMark) : light ? kLightSquare : kDarkSquare;
    return background(colour)
        .append(foreground(white ? kWhitePiece : kBlackPiece))
        .append(" ")
        .append(sign)
        .append(" ");
}

}  // namespace

std::vector<std::string> board_lines(const Position& pos, Move highlight, const TerminalStyle& style) {
    std::vector<std::string> lines;
    for (int rank = 7; rank >= 0; --rank) {
        std::string line = std::string(" ") + static_cast<char>('1' + rank) + ' ';
        for (int file = 0; file < 8; ++file) {
            const Square s = make_square(file, rank);
            const bool marked = highlight.is_real() && (s == highlight.from() || s == highlight.to());
            line += square_text(pos.piece_on(s), is_light(s), marked, style);
        }
        if (style.colour) line += kReset;
        lines.push_back(std::move(line));
    }
    std::string files = "   ";
    for (int file = 0; file < 8; ++file) {
        files += std::string(" ") + static_cast<char>('a' + file);
        if (style.colour) files += ' ';
    }
    lines.push_back(std::move(files));
    return lines;
}

std::vector<std::string> eval_bar(double white_chance, const TerminalStyle& style) {
    static constexpr std::string_view kEighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const int filled = static_cast<int>(std::lround(std::clamp(white_chance, 0.0, 1.0) * 64));
    std::vector<std::string> cells;
    for (int row = 7; row >= 0; --row) {
        const int here = std::clamp(filled - row * 8, 0, 8);
        const std::string_view sign = !style.unicode ? (here >= 4 ? "#" : ".") : kEighths[here];
        std::string cell;
        if (style.colour && style.unicode) cell.append(background(kBlackBar)).append(foreground(kWhiteBar));
        cell.append(sign).append(sign);
        if (style.colour && style.unicode) cell.append(kReset);
        cells.push_back(std::move(cell));
    }
    return cells;
}

std::string wdl_bar(int win, int draw, int loss, int columns, const TerminalStyle& style) {
    const int total = std::max(win + draw + loss, 1);
    const int to_win = static_cast<int>(std::lround(static_cast<double>(win) * columns / total));
    const int to_draw = std::clamp(
        static_cast<int>(std::lround(static_cast<double>(win + draw) * columns / total)), to_win, columns);
    std::string bar;
    const auto add = [&](int cells, int colour, std::string_view sign, std::string_view letter) {
        if (cells <= 0) return;
        if (style.colour) bar += style.unicode ? foreground(colour) : background(colour);
        for (int i = 0; i < cells; ++i)
            bar += style.colour ? (style.unicode ? "█" : " ") : style.unicode ? sign : letter;
    };
    add(to_win, kWhiteBar, "█", "#");
    add(to_draw - to_win, kDrawBar, "▒", "=");
    add(columns - to_draw, kBlackBar, "░", ".");
    return style.colour ? bar + std::string(kReset) : bar;
}

}  // namespace stillpoint
