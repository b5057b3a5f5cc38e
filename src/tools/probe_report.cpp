#include "tools/probe_report.h"

#include <cstdio>

#include "chess/fen.h"
#include "tablebase/root.h"
#include "tools/json_text.h"

namespace stillpoint {

namespace {

const char* name_of(tablebase::Wdl wdl) {
    switch (wdl) {
        case tablebase::Wdl::Loss: return "loss";
        case tablebase::Wdl::BlessedLoss: return "blessed loss";
        case tablebase::Wdl::Draw: return "draw";
        case tablebase::Wdl::CursedWin: return "cursed win";
        case tablebase::Wdl::Win: return "win";
    }
    return "";
}

}  // namespace

Result<std::string> probe_text(const Position& pos) {
    const auto report = tablebase::probe(pos);
    if (!report) return Error{report.error()};
    std::string text = "Result for the side to move: " + std::string(name_of(report->wdl));
    if (report->dtz) text += ", DTZ " + std::to_string(*report->dtz);
    if (report->ranking.moves.empty()) return text + "\nThe game is over.";
    text += "\n\n  move      result         DTZ\n";
    for (const tablebase::RankedMove& m : report->ranking.moves) {
        char line[80];
        const bool has_dtz = report->ranking.by == tablebase::RankedBy::Dtz;
        std::snprintf(line, sizeof line, "  %-8s  %-12s  %s%s\n", to_san(pos, m.move).c_str(), name_of(m.wdl),
                      has_dtz ? std::to_string(m.dtz).c_str() : "unknown", m.zeroing ? "  zeroing" : "");
        text += line;
    }
    text += "\nResults of moves count the half-move clock, which stands at " +
            std::to_string(pos.halfmove_clock()) + '.';
    return text;
}

Result<std::string> probe_json(const Position& pos, CastlingNotation castling) {
    const auto report = tablebase::probe(pos);
    if (!report) return Error{report.error()};
    const bool has_dtz = report->ranking.by == tablebase::RankedBy::Dtz;
    std::string text = "{\"fen\":" + json_string(to_fen(pos)) +
                       ",\"wdl\":" + json_string(name_of(report->wdl)) +
                       ",\"dtz\":" + (report->dtz ? std::to_string(*report->dtz) : "null") + ",\"moves\":[";
    bool first = true;
    for (const tablebase::RankedMove& m : report->ranking.moves) {
        text += std::string(first ? "" : ",") + "{\"move\":" + json_string(to_uci(m.move, castling)) +
                ",\"wdl\":" + json_string(name_of(m.wdl)) +
                ",\"dtz\":" + (has_dtz ? std::to_string(m.dtz) : "null") +
                ",\"zeroing\":" + (m.zeroing ? "true" : "false") + '}';
        first = false;
    }
    return text + "]}";
}

}  // namespace stillpoint
