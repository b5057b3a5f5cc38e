#include "analysis/review_json.h"

#include <cmath>

#include "analysis/score_text.h"
#include "util/json_writer.h"

namespace stillpoint {

namespace {

double rounded(double value, double steps) { return std::round(value * steps) / steps; }

void write_line(JsonWriter& json, std::string_view key, const std::vector<Move>& line,
                CastlingNotation castling) {
    json.key(key).begin_array();
    for (Move m : line) json.value(to_uci(m, castling));
    json.end_array();
}

void write_position(JsonWriter& json, Score score, const Position& pos, int depth) {
    json.key("score").begin_object();
    if (is_mate_score(score))
        json.field("mate", mate_distance(score));
    else
        json.field("cp", to_centipawns(score, pos));
    const Wdl wdl = outcome_chances(score, pos);
    json.end_object().key("wdl").begin_array().value(wdl.win).value(wdl.draw).value(wdl.loss).end_array();
    json.field("depth", depth);
}

void write_move(JsonWriter& json, const ReviewedMove& move, const Position& before,
                CastlingNotation castling) {
    json.key("move").begin_object();
    json.field("uci", to_uci(move.played, castling)).field("san", to_san(before, move.played));
    json.field("loss", rounded(move.loss, 1000)).field("accuracy", rounded(move_accuracy(move.loss), 10));
    json.field("judgement", name_of(move.judgement)).field("nag", nag_of(move.judgement));
    json.field("missed", move.missed.missed()).field("allowed", move.refutation.allowed());
    write_line(json, "better", move.better_line, castling);
    write_line(json, "answer", move.refutation_line, castling);
    json.end_object();
}

void write_side(JsonWriter& json, std::string_view name, const SideReview& side) {
    json.key(name).begin_object().field("moves", side.moves);
    json.field("accuracy", rounded(side.accuracy, 10)).field("mean_loss", rounded(side.mean_loss, 1000));
    json.field("good", side.good).field("inaccuracies", side.inaccuracies);
    json.field("mistakes", side.mistakes).field("blunders", side.blunders).end_object();
}

}  // namespace

std::string review_step_json(const GameReviewer& reviewer, CastlingNotation castling) {
    const GameReview& review = reviewer.review();
    const std::size_t number = reviewer.left();
    const Position pos = review.positions[number];
    JsonWriter json;
    json.begin_object().field("position", number);
    write_position(json, review.scores[number], pos, review.depths[number]);
    if (number < review.moves.size()) write_move(json, review.moves[number], pos, castling);
    if (number == 0) {
        json.key("sides").begin_object();
        write_side(json, "white", review.sides[Color::White]);
        write_side(json, "black", review.sides[Color::Black]);
        json.end_object();
    }
    return json.end_object().text();
}

}  // namespace stillpoint
