#include "analysis/view.h"

#include <algorithm>
#include <cstdlib>

#include "analysis/board_text.h"
#include "analysis/score_text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "util/text.h"

namespace stillpoint {

namespace {

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
