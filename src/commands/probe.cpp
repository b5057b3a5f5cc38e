#include <cstdio>

#include "chess/fen.h"
#include "commands/commands.h"
#include "tablebase/root.h"
#include "util/json_writer.h"

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
        const bool has_dtz = report->ranking.by == tablebase::RankedBy::Dtz;
        text += format("  %-8s  %-12s  %s%s\n", to_san(pos, m.move).c_str(), name_of(m.wdl),
                       has_dtz ? std::to_string(m.dtz).c_str() : "unknown", m.zeroing ? "  zeroing" : "");
    }
    text += "\nResults of moves count the half-move clock, which stands at " +
            std::to_string(pos.halfmove_clock()) + '.';
    return text;
}

Result<std::string> probe_json(const Position& pos, CastlingNotation castling) {
    const auto report = tablebase::probe(pos);
    if (!report) return Error{report.error()};
    const bool has_dtz = report->ranking.by == tablebase::RankedBy::Dtz;
    JsonWriter json;
    json.begin_object().field("fen", to_fen(pos)).field("wdl", name_of(report->wdl)).key("dtz");
    report->dtz ? json.value(*report->dtz) : json.null();
    json.key("moves").begin_array();
    for (const tablebase::RankedMove& m : report->ranking.moves) {
        json.begin_object().field("move", to_uci(m.move, castling)).field("wdl", name_of(m.wdl)).key("dtz");
        has_dtz ? json.value(m.dtz) : json.null();
        json.field("zeroing", m.zeroing).end_object();
    }
    return json.end_array().end_object().text();
}

}  // namespace stillpoint
