#include <cstdio>
#include <optional>

#include "chess/fen.h"
#include "chess/notation.h"
#include "commands/commands.h"
#include "engine/shown_score.h"
#include "engine/wdl.h"
#include "eval/plain.h"
#include "nnue/evaluate.h"
#include "util/json_writer.h"

namespace stillpoint {

namespace {

constexpr std::string_view kLetters = "PpNnBbRrQqKk";

char letter(Piece piece) { return kLetters[static_cast<std::size_t>(index(piece))]; }

struct Evaluation {
    Score score = 0;  // of the side to move
    Wdl wdl;
    std::optional<nnue::Contributions> pieces;  // with a network
};

Evaluation evaluate(const Engine& engine) {
    const Position& pos = engine.position();
    Evaluation e;
    if (const nnue::Network* network = engine.network()) {
        e.pieces = nnue::piece_contributions(pos, *network);
        e.score = e.pieces->eval;
    } else {
        e.score = plain::evaluate(pos);
    }
    e.wdl = win_draw_loss(e.score, pos);
    return e;
}

// Centipawns from the side to move that the piece adds to the score.
int worth(const nnue::PieceContribution& piece, const Evaluation& e, const Position& pos) {
    return to_centipawns(e.score - piece.without, pos);
}

std::string signed_pawns(int centipawns) { return format("%+.2f", centipawns / 100.0); }

std::string centred(const std::string& text, std::size_t width) {
    if (text.size() >= width) return text;
    const std::size_t left = (width - text.size() + 1) / 2;
    return std::string(left, ' ') + text + std::string(width - text.size() - left, ' ');
}

// Every square with its piece and, below it, what the piece is worth.
std::string board_of_numbers(const Evaluation& e, const Position& pos) {
    constexpr std::size_t kWidth = 7;
    const int sign = pos.side_to_move() == Color::White ? 1 : -1;
    BySquare<std::string> worths;
    for (const nnue::PieceContribution& piece : e.pieces->pieces)
        worths[piece.square] = signed_pawns(sign * worth(piece, e, pos));
    std::string edge = " +";
    for (int file = 0; file < 8; ++file) edge += std::string(kWidth, '-') + '+';
    std::string text = edge + '\n';
    for (int rank = 7; rank >= 0; --rank) {
        std::string pieces = " |", numbers = " |";
        for (int file = 0; file < 8; ++file) {
            const Square s = make_square(file, rank);
            const std::string piece(1, pos.is_empty(s) ? ' ' : letter(pos.piece_on(s)));
            pieces += centred(piece, kWidth) + '|';
            numbers += centred(worths[s], kWidth) + '|';
        }
        text += pieces + ' ' + std::to_string(rank + 1) + '\n' + numbers + '\n' + edge + '\n';
    }
    return text + "     a       b       c       d       e       f       g       h\n";
}

std::string network_label(const Engine& engine) {
    const nnue::Network& network = *engine.network();
    return (network.name.empty() ? engine.network_name() : network.name) +
           format(" (%08x)", network.checksum);
}

}  // namespace

std::string eval_text(const Engine& engine) {
    const Position& pos = engine.position();
    const bool white = pos.side_to_move() == Color::White;
    const Evaluation e = evaluate(engine);
    std::string text;
    if (e.pieces)
        text += "What each piece adds, in pawns, seen from White:\n\n" + board_of_numbers(e, pos) +
                "\nNetwork:    " + network_label(engine) +
                "\nBucket:     " + std::to_string(nnue::output_bucket(pos.piece_count())) + " of " +
                std::to_string(nnue::kOutputBuckets) + ", " + std::to_string(pos.piece_count()) + " pieces\n";
    else
        text += "Network:    none, the plain evaluation is in use\n";
    const Wdl wdl = white ? e.wdl : Wdl{e.wdl.loss, e.wdl.draw, e.wdl.win};
    text += format("Chances:    White wins %.1f %%, draw %.1f %%, Black wins %.1f %%", wdl.win / 10.0,
                   wdl.draw / 10.0, wdl.loss / 10.0);
    text +=
        "\nEvaluation: " + signed_pawns((white ? 1 : -1) * to_centipawns(e.score, pos)) + " (White's side)";
    if (pos.in_check()) text += ", but in check the search does not rely on it";
    return text;
}

std::string eval_json(const Engine& engine) {
    const Position& pos = engine.position();
    const Evaluation e = evaluate(engine);
    JsonWriter json;
    json.begin_object().field("fen", to_fen(pos)).field("cp", to_centipawns(e.score, pos));
    json.key("wdl").begin_array().value(e.wdl.win).value(e.wdl.draw).value(e.wdl.loss).end_array();
    json.field("in_check", pos.in_check()).key("network");
    if (!e.pieces) return json.null().end_object().text();
    json.value(network_label(engine)).field("bucket", nnue::output_bucket(pos.piece_count()));
    json.key("pieces").begin_array();
    for (const nnue::PieceContribution& piece : e.pieces->pieces)
        json.begin_object()
            .field("square", to_string(piece.square))
            .field("piece", std::string(1, letter(piece.piece)))
            .field("cp", worth(piece, e, pos))
            .end_object();
    return json.end_array().end_object().text();
}

}  // namespace stillpoint
