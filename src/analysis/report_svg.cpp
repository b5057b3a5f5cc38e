#include "analysis/report_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "analysis/score_text.h"
#include "chess/notation.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr int kSquareSize = 45;
constexpr double kGraphWidth = 720, kGraphHeight = 150;

// Silhouettes in a square of 45 by 45; `o` are lines drawn over the filled shape.
constexpr std::string_view kShapes[kPieceTypes] = {
    R"(<circle cx="22.5" cy="14.5" r="6"/><path d="M16.5 21.5h12l-3.4 3c.8 5 3 8 7.4 10v4h-20v-4c4.4-2 6.6-5 7.4-10z"/>)",
    R"(<path d="M13 38.5v-4c.5-6.5 7-8.5 8-14-2.6 1.5-4.5 4.5-8 5.5-2.5.5-4.5-1.2-4-3.8.7-3 5.3-5.7 6.3-9.2.3-2.3 1-4.2 2.2-6l3 2.8C30 9.6 35 17.5 35 27.5v11z"/><circle class="o" cx="19" cy="14.5" r=".9"/>)",
    R"(<circle cx="22.5" cy="8" r="2.7"/><path d="M22.5 11c6.5 4.5 8.5 9 8.5 13.5 0 3-1.7 5-4 6.3l1.5 3.2H34v4.5H11V34h5.5l1.5-3.2c-2.3-1.3-4-3.3-4-6.3 0-4.5 2-9 8.5-13.5z"/><path class="o" d="M22.5 17.5v8m-3.5-4h7"/>)",
    R"(<path d="M11 9h5v3.5h4V9h5v3.5h4V9h5v9l-3 3v11.5l3 2.5v3.5H11V35l3-2.5V21l-3-3z"/><path class="o" d="M14 21h17M14 32.5h17"/>)",
    R"(<circle cx="8" cy="13" r="2.2"/><circle cx="15.5" cy="9.5" r="2.2"/><circle cx="22.5" cy="8.3" r="2.2"/><circle cx="29.5" cy="9.5" r="2.2"/><circle cx="37" cy="13" r="2.2"/><path d="M9 15l6.5 10.5.5-14 6.5 13 6.5-13 .5 14L36 15l-3.3 17.5v6H12.3v-6z"/><path class="o" d="M12.3 32.5h20.4"/>)",
    R"(<path d="M21 5h3v3.5h3.5v3H24v4c7-3.5 14 .5 13 8-.6 4.3-4.5 8.5-4.5 8.5v6.5h-20V32S8.6 27.8 8 23.5c-1-7.5 6-11.5 13-8v-4h-3.5v-3H21z"/><path class="o" d="M12.5 32h20M22.5 20v8.5"/>)",
};

std::string number(double value) { return format("%.1f", value); }

double centre_x(Square s) { return (file_of(s) + 0.5) * kSquareSize; }
double centre_y(Square s) { return (7 - rank_of(s) + 0.5) * kSquareSize; }

// Where a castling king ends up on the board; internally it takes its rook.
Square shown_target(Move m) {
    if (m.type() != MoveType::Castling) return m.to();
    return make_square(castling_side(m.from(), m.to()) == CastlingSide::King ? 6 : 2, rank_of(m.from()));
}

std::string arrow(Move m, const char* kind) {
    if (!m.is_real()) return {};
    const double x1 = centre_x(m.from()), y1 = centre_y(m.from());
    const double x2 = centre_x(shown_target(m)), y2 = centre_y(shown_target(m));
    const double length = std::max(std::hypot(x2 - x1, y2 - y1), 1.0);
    // Short of the centre, so that the head ends there.
    const double share = (length - 14) / length;
    return std::string("<line class=\"arrow ") + kind + "\" x1=\"" + number(x1) + "\" y1=\"" + number(y1) +
           "\" x2=\"" + number(x1 + (x2 - x1) * share) + "\" y2=\"" + number(y1 + (y2 - y1) * share) +
           "\" marker-end=\"url(#head-" + kind + ")\"/>";
}

}  // namespace

std::string svg_definitions() {
    std::string text = "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n";
    for (Color c : {Color::White, Color::Black})
        for (int t = 0; t < kPieceTypes; ++t)
            text += std::string("<g id=\"") + (c == Color::White ? 'w' : 'b') + "PNBRQK"[t] + "\" class=\"" +
                    (c == Color::White ? "white" : "black") + "-piece\">" + std::string(kShapes[t]) +
                    "</g>\n";
    for (const char* kind : {"played", "better"})
        text += std::string("<marker id=\"head-") + kind +
                "\" viewBox=\"0 0 10 10\" refX=\"4\" refY=\"5\" markerWidth=\"3.2\" markerHeight=\"3.2\" "
                "orient=\"auto\"><path class=\"head " +
                kind + "\" d=\"M0 0L10 5L0 10z\"/></marker>\n";
    return text + "</defs></svg>\n";
}

std::string board_svg(const Position& pos, Move played, Move better) {
    std::string text = "<svg class=\"board\" viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"diagram\">";
    text += "<rect class=\"light\" width=\"360\" height=\"360\"/><path class=\"dark\" d=\"";
    for (int s = 0; s < kSquares; ++s) {
        const Square square = static_cast<Square>(s);
        if (!is_light(square))
            text += concat({"M", std::to_string(file_of(square) * kSquareSize), " ",
                            std::to_string((7 - rank_of(square)) * kSquareSize), "h45v45h-45z"});
    }
    text += "\"/>";
    for (int i = 0; i < 8; ++i) {
        const std::string rank(1, static_cast<char>('8' - i)), file(1, static_cast<char>('a' + i));
        text += concat({"<text x=\"2\" y=\"", std::to_string(i * kSquareSize + 10), "\">", rank, "</text>"});
        text +=
            concat({"<text x=\"", std::to_string(i * kSquareSize + 37), "\" y=\"357\">", file, "</text>"});
    }
    for (int s = 0; s < kSquares; ++s) {
        const Square square = static_cast<Square>(s);
        const Piece piece = pos.piece_on(square);
        if (piece == Piece::None) continue;
        text += std::string("<use href=\"#") + (color_of(piece) == Color::White ? 'w' : 'b') +
                "PNBRQK"[index(type_of(piece))] + "\" x=\"" + std::to_string(file_of(square) * kSquareSize) +
                "\" y=\"" + std::to_string((7 - rank_of(square)) * kSquareSize) + "\"/>";
    }
    return text + arrow(played, "played") + arrow(better, "better") + "</svg>";
}

std::string chances_svg(const GameReview& review) {
    const std::size_t count = review.scores.size();
    const double step = kGraphWidth / static_cast<double>(std::max<std::size_t>(count - 1, 1));
    const auto y_of = [&](std::size_t i) {
        return (1.0 - white_winning_chance(review.scores[i], review.positions[i])) * kGraphHeight;
    };
    std::string line;
    for (std::size_t i = 0; i < count; ++i)
        line += concat({i ? "L" : "M", number(step * static_cast<double>(i)), " ", number(y_of(i))});
    std::string text =
        "<svg class=\"graph\" viewBox=\"-4 -4 728 172\" role=\"img\" "
        "aria-label=\"winning chances of White over the game\">";
    text += "<rect class=\"black-side\" width=\"720\" height=\"150\"/>";
    text += "<path class=\"white-side\" d=\"" + line + "L720 150L0 150z\"/>";
    text += "<path class=\"middle\" d=\"M0 75H720\"/><path class=\"curve\" d=\"" + line + "\"/>";
    for (std::size_t i = 0; i < review.moves.size(); ++i) {
        const ReviewedMove& move = review.moves[i];
        const Position& pos = review.positions[i];
        const double x = step * static_cast<double>(i + 1);
        if (pos.side_to_move() == Color::White && pos.fullmove_number() % 10 == 0)
            text += concat(
                {"<text x=\"", number(x), "\" y=\"164\">", std::to_string(pos.fullmove_number()), "</text>"});
        if (!is_fault(move.judgement)) continue;
        text += concat({"<circle class=\"", name_of(move.judgement), "\" cx=\"", number(x), "\" cy=\"",
                        number(y_of(i + 1)), "\" r=\"4\"><title>", std::to_string(pos.fullmove_number()),
                        pos.side_to_move() == Color::White ? ". " : "... ", to_san(pos, move.played), ": ",
                        name_of(move.judgement), "</title></circle>"});
    }
    return text + "</svg>";
}

}  // namespace stillpoint
