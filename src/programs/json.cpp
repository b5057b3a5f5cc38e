#include "programs/json.h"

#include <algorithm>

#include "analysis/score_text.h"

namespace stillpoint {

namespace {

Json wdl_json(Score score, const Position& pos) {
    const Wdl wdl = outcome_chances(score, pos);
    return Json::array({wdl.win, wdl.draw, wdl.loss});
}

}  // namespace

Json score_json(Score score, const Position& pos) {
    if (is_mate_score(score)) return {{"mate", mate_distance(score)}};
    return {{"cp", to_centipawns(score, pos)}};
}

void add_analysis(Json& object, const Position& pos, const Analysis& analysis, CastlingNotation castling) {
    object["depth"] = analysis.depth;
    object["seldepth"] = analysis.selective_depth;
    object["score"] = score_json(analysis.score, pos);
    object["wdl"] = wdl_json(analysis.score, pos);
    object["bestmove"] =
        analysis.lines.empty() ? Json(nullptr) : Json(to_uci(analysis.best_move(), castling));
    Json lines = Json::array();
    for (const AnalysedLine& line : analysis.lines) {
        Json entry;
        entry["score"] = score_json(line.score, pos);
        if (line.bound != Bound::Exact) entry["bound"] = line.bound == Bound::Lower ? "lower" : "upper";
        entry["wdl"] = wdl_json(line.score, pos);
        entry["depth"] = line.depth;
        Json moves = Json::array();
        for (Move m : line.pv) moves.push_back(to_uci(m, castling));
        entry["moves"] = std::move(moves);
        entry["san"] = to_san_line(pos, line.pv.data(), line.pv.data() + line.pv.size());
        lines.push_back(std::move(entry));
    }
    object["lines"] = std::move(lines);
    object["nodes"] = analysis.nodes;
    object["time"] = analysis.time;
    object["nps"] =
        analysis.nodes * 1000 / static_cast<std::uint64_t>(std::max<Milliseconds>(analysis.time, 1));
    object["hashfull"] = analysis.hashfull;
    object["tbhits"] = analysis.tablebase_hits;
}

std::string one_line(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace stillpoint
