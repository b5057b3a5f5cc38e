#include "uci/format.h"

#include <algorithm>
#include <cstdio>

#include "chess/fen.h"
#include "engine/shown_score.h"
#include "engine/wdl.h"

namespace stillpoint {

std::string format_score(Score score, Bound bound, const Position& root) {
    std::string text;
    if (is_mate_score(score))
        text = "mate " + std::to_string(mate_distance(score));
    else
        text = "cp " + std::to_string(to_centipawns(score, root));
    if (bound == Bound::Lower) text += " lowerbound";
    if (bound == Bound::Upper) text += " upperbound";
    return text;
}

std::string format_info(const SearchInfo& info, const Position& root, const FormatOptions& options) {
    const auto per_second =
        info.nodes * 1000 / static_cast<std::uint64_t>(std::max<Milliseconds>(info.time, 1));
    std::string line = "info depth " + std::to_string(info.depth) + " seldepth " +
                       std::to_string(info.selective_depth) + " multipv " + std::to_string(info.multi_pv) +
                       " score " + format_score(info.score, info.bound, root);
    if (options.show_wdl) {
        const Wdl wdl = win_draw_loss(info.score, root);
        line += " wdl " + std::to_string(wdl.win) + ' ' + std::to_string(wdl.draw) + ' ' +
                std::to_string(wdl.loss);
    }
    line += " nodes " + std::to_string(info.nodes) + " nps " + std::to_string(per_second) + " hashfull " +
            std::to_string(info.hashfull) + " tbhits " + std::to_string(info.tablebase_hits) + " time " +
            std::to_string(info.time);
    if (!info.pv.empty()) {
        line += " pv";
        for (Move m : info.pv) line += ' ' + to_uci(m, options.castling);
    }
    return line;
}

std::string format_board(const Position& pos) {
    static constexpr std::string_view kLetters = "PpNnBbRrQqKk ";
    std::string text = " +---+---+---+---+---+---+---+---+\n";
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            text += " | ";
            text += kLetters[static_cast<std::size_t>(pos.piece_on(make_square(file, rank)))];
        }
        text += " | " + std::to_string(rank + 1) + "\n +---+---+---+---+---+---+---+---+\n";
    }
    char key[20];
    std::snprintf(key, sizeof key, "%016llX", static_cast<unsigned long long>(pos.key()));
    text += "   a   b   c   d   e   f   g   h\n\nFen: " + to_fen(pos) + "\nKey: " + key + "\nCheckers:";
    for (Bitboard b = pos.checkers(); b;) text += ' ' + to_string(pop_first(b));
    return text;
}

}  // namespace stillpoint
