#include "analysis/terminal_view.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "analysis/score_text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "util/text.h"

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

std::string bold(const std::string& text, const TerminalStyle& style) {
    return style.colour ? "\x1b[1m" + text + "\x1b[0m" : text;
}
std::string dim(const std::string& text, const TerminalStyle& style) {
    return style.colour ? "\x1b[2m" + text + "\x1b[0m" : text;
}

std::string padded(const std::string& text, int columns) {
    const int missing = std::max(columns - display_width(text), 0);
    return std::string(static_cast<std::size_t>(missing), ' ') + text;
}

std::string percent(int thousandths) { return std::to_string((thousandths + 5) / 10) + " %"; }

// Beside the board, from top to bottom.
std::vector<std::string> facts(const AnalysisView& view, const TerminalStyle& style) {
    const Position& pos = view.position;
    const Analysis& a = view.analysis;
    const bool white = pos.side_to_move() == Color::White;
    std::vector<std::string> lines;
    lines.push_back(bold(white_score_text(a.score, pos), style) + "  " + verdict_text(a.score, pos));
    const Wdl wdl = outcome_chances(a.score, pos);
    const int win = white ? wdl.win : wdl.loss, loss = white ? wdl.loss : wdl.win;
    lines.push_back("White " + percent(win) + "  draw " + percent(wdl.draw) + "  Black " + percent(loss));
    lines.push_back(wdl_bar(win, wdl.draw, loss, 32, style));
    lines.emplace_back();
    lines.push_back("depth " + std::to_string(a.depth) + "/" + std::to_string(a.selective_depth) +
                    "   time " + short_time(view.time));
    const auto per_second = a.nodes * 1000 / static_cast<std::uint64_t>(std::max<Milliseconds>(a.time, 1));
    lines.push_back("nodes " + short_count(a.nodes) + "   speed " + short_count(per_second) + "/s");
    std::string memory = "hash " + percent(a.hashfull);
    if (a.tablebase_hits > 0) memory += "   tables " + short_count(a.tablebase_hits);
    lines.push_back(memory);
    lines.push_back(white ? "White to move" : "Black to move");
    return lines;
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

std::string verdict_text(Score score, const Position& pos) {
    const bool white_leads = (score > 0) == (pos.side_to_move() == Color::White);
    const std::string leader = white_leads ? "White" : "Black";
    if (!pos.has_legal_move()) return pos.in_check() ? leader + " has mated" : "stalemate";
    if (is_mate_score(score)) return leader + " mates in " + std::to_string(std::abs(mate_distance(score)));
    if (is_decisive(score)) return leader + " wins by the tables";
    const double chance = std::max(winning_chance(score, pos), 1 - winning_chance(score, pos));
    if (chance < 0.53) return "about equal";
    if (chance < 0.65) return leader + " is slightly better";
    if (chance < 0.85) return leader + " is better";
    return leader + (chance < 0.97 ? " is much better" : " is winning");
}

std::string render(const AnalysisView& view, const TerminalStyle& style) {
    const Position& pos = view.position;
    const Analysis& a = view.analysis;
    const bool narrow = style.width < 60;
    std::vector<std::string> out;
    out.push_back(bold(view.engine, style) + (view.title.empty() ? "" : "   " + view.title));
    out.push_back(dim(to_fen(pos), style));
    out.emplace_back();

    const std::vector<std::string> board = board_lines(pos, a.best_move(), style);
    const std::vector<std::string> bar = eval_bar(white_winning_chance(a.score, pos), style);
    const std::vector<std::string> beside = facts(view, style);
    for (std::size_t i = 0; i < board.size(); ++i) {
        std::string line = board[i];
        if (i < bar.size()) line += "  " + bar[i];
        if (!narrow && i < beside.size()) line += "   " + beside[i];
        out.push_back(std::move(line));
    }
    out.emplace_back();
    if (narrow) {
        for (const std::string& line : beside)
            if (!line.empty()) out.push_back(line);
        out.emplace_back();
    }
    for (std::size_t i = 0; i < a.lines.size(); ++i) {
        const AnalysedLine& line = a.lines[i];
        std::string score = white_score_text(line.score, pos);
        if (line.bound == Bound::Lower) score += '+';
        if (line.bound == Bound::Upper) score += '-';
        out.push_back(padded(std::to_string(i + 1), 2) + "  " + bold(padded(score, 7), style) + "  " +
                      to_san_line(pos, line.pv.data(), line.pv.data() + line.pv.size()));
    }
    if (!view.finished) out.push_back(dim("Ctrl-C ends the analysis", style));
    std::string text;
    for (std::string& line : out) {
        while (line.ends_with(' ')) line.pop_back();
        text += fit_width(line, style.width, style.unicode) + '\n';
    }
    return text;
}

}  // namespace stillpoint
