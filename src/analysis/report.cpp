#include "analysis/report.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "analysis/report_svg.h"
#include "analysis/score_text.h"
#include "chess/notation.h"
#include "pgn/symbols.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr std::size_t kCriticalMoments = 6;

constexpr std::string_view kStyle = R"(
:root { --ink: #1d2021; --soft: #5f6368; --page: #fff; --rule: #d8dadf; --bad: #c62828; --good: #2e7d32;
  --inaccuracy: #8a5f00; --mistake: #b34708; --blunder: #c62828; --on-sign: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --soft: #a0a4aa; --page: #1b1d20; --rule: #3a3d42;
  --good: #66bb6a; --bad: #ef5350; --blunder: #ef5350; --inaccuracy: #e6b33c; --mistake: #ff9248; --on-sign: #1b1d20; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink);
  background: var(--page); max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; display: flex;
  flex-direction: column; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; } h2 { font-size: 1.3rem; margin: 0; } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
nav { order: -1; margin-bottom: 1rem; } header { order: -2; } .defs { position: absolute; }
section { border-top: 2px solid var(--rule); padding: 1.25rem 0; }
.about, footer, .eval { color: var(--soft); } .about { margin: .15rem 0 .75rem; }
table { border-collapse: collapse; max-width: 100%; } td { overflow-wrap: anywhere; } abbr { text-decoration: none; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; font-variant-numeric: tabular-nums; }
th { font-weight: 600; border-bottom: 1px solid var(--rule); } th:first-child, td:first-child { text-align: left; }
nav td:nth-child(2), nav th:nth-child(2) { text-align: left; } a { color: inherit; }
.graph { width: 100%; height: auto; display: block; } .graph text { font-size: 11px; fill: var(--soft); text-anchor: middle; }
.black-side { fill: #4a4d52; } .white-side { fill: #f3f1ea; } .middle { stroke: #9a9a9a; stroke-dasharray: 3 4; fill: none; }
.curve { stroke: #8a6d3b; stroke-width: 1.6; fill: none; }
circle.inaccuracy { fill: var(--inaccuracy); } circle.mistake { fill: var(--mistake); } circle.blunder { fill: var(--blunder); }
.graph circle { stroke: #fff; stroke-width: 1; }
.moments { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.25rem; }
figure { margin: 0; break-inside: avoid; } figcaption { font-size: .92rem; margin-top: .4rem; }
.board { width: 100%; height: auto; display: block; border: 1px solid #8b6b4a; border-radius: 3px; }
.board .light { fill: #f0dfc0; } .board .dark { fill: #b98c62; } .board text { font-size: 9px; fill: #5b4430; font-family: sans-serif; }
.white-piece { fill: #fff; stroke: #26221d; stroke-width: 1.5; stroke-linejoin: round; }
.black-piece { fill: #26221d; stroke: #26221d; stroke-width: 1.5; stroke-linejoin: round; }
.white-piece .o { fill: none; stroke: #26221d; } .black-piece .o { fill: none; stroke: #f4ead8; }
.arrow { stroke-width: 8; stroke-linecap: round; opacity: .72; } .arrow.played { stroke: #c62828; } .arrow.better { stroke: #2e7d32; }
.head.played { fill: #c62828; } .head.better { fill: #2e7d32; }
.line { display: block; } .line b { font-weight: 600; } .bad { color: var(--bad); } .good { color: var(--good); }
.moves { columns: 3 15rem; column-gap: 2rem; font-variant-numeric: tabular-nums; }
.moves div { display: grid; grid-template-columns: 2.4rem 1fr 1fr; break-inside: avoid; }
.moves .n { color: var(--soft); } .eval { font-size: .8rem; margin-left: .35rem; }
.sign { display: inline-block; min-width: 1.5em; margin-left: .3rem; padding: 0 .25em; border-radius: .3em; font-size: .8em;
  font-weight: 700; line-height: 1.4; text-align: center; color: var(--on-sign); }
.sign.good { background: var(--good); } .sign.inaccuracy { background: var(--inaccuracy); } .sign.mistake { background: var(--mistake); }
.sign.blunder { background: var(--blunder); }
@media (max-width: 34rem) { body { padding: .5rem .75rem 2rem; } th, td { padding-right: .55rem; }
  .moments { grid-template-columns: 1fr; } .moves { columns: 1; } }
footer { border-top: 2px solid var(--rule); padding-top: .75rem; font-size: .88rem; }
@media print { :root { --ink: #000; --soft: #444; --page: #fff; --rule: #bbb; }
  body { max-width: none; padding: 0; display: block; font-size: 10.5pt; } section { break-before: page; border: 0; }
  section:first-of-type { break-before: auto; } .moments { grid-template-columns: repeat(3, 1fr); }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
)";

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    return out;
}

std::string name_or_question_mark(const pgn::Game& game, std::string_view tag) {
    const std::string_view value = game.tag(tag);
    return value.empty() ? "?" : escaped(value);
}

std::string players(const pgn::Game& game) {
    return name_or_question_mark(game, "White") + " – " + name_or_question_mark(game, "Black");
}

std::string move_number(const Position& pos) {
    return std::to_string(pos.fullmove_number()) + (pos.side_to_move() == Color::White ? ". " : "... ");
}

std::string about(const pgn::Game& game) {
    std::string text;
    for (std::string_view tag : {"Event", "Site", "Date", "Round"}) {
        std::string_view value = game.tag(tag);
        if (value.empty() || value[0] == '?') continue;
        if (tag == "Date") value = value.substr(0, value.find(".??"));
        text += (text.empty() ? "" : " · ") + (tag == "Round" ? "round " : std::string()) + escaped(value);
    }
    return text;
}

std::string sides_table(const pgn::Game& game, const GameReview& review) {
    std::string text =
        "<table><thead><tr><th></th><th>accuracy</th><th><abbr title=\"good moves\">!</abbr></th>"
        "<th><abbr title=\"inaccuracies\">?!</abbr></th><th><abbr title=\"mistakes\">?</abbr></th>"
        "<th><abbr title=\"blunders\">?"
        "?</abbr></th><th>mean loss</th></tr></thead><tbody>";
    for (Color c : {Color::White, Color::Black}) {
        const SideReview& side = review.sides[c];
        text += "<tr><td>" + name_or_question_mark(game, c == Color::White ? "White" : "Black") +
                "</td><td>" + (side.moves ? format("%.1f %%", side.accuracy) : "–") + "</td><td>" +
                std::to_string(side.good) + "</td><td>" + std::to_string(side.inaccuracies) + "</td><td>" +
                std::to_string(side.mistakes) + "</td><td>" + std::to_string(side.blunders) + "</td><td>" +
                format("%.1f %%", side.mean_loss * 100) + "</td></tr>";
    }
    return text + "</tbody></table>";
}

// The sign somebody gave the move belongs to it, as in the file; ours stands beside it, in a box.
std::string move_html(const Position& pos, const ReviewedMove& move, const pgn::MoveNode& node) {
    std::string text = to_san(pos, move.played);
    for (int nag : node.nags)
        if (nag <= kLastJudgingNag) text += pgn::annotation_sign(nag);
    if (move.judgement == Judgement::None) return text;
    return text + "<span class=\"sign " + std::string(name_of(move.judgement)) + "\">" +
           std::string(pgn::annotation_sign(nag_of(move.judgement))) + "</span>";
}

std::string line_text(const Position& pos, const std::vector<Move>& line) {
    return to_san_line(pos, line.data(), line.data() + line.size());
}

std::string moment_html(const pgn::Game& game, const GameReview& review, std::size_t i) {
    const ReviewedMove& move = review.moves[i];
    const Position &before = review.positions[i], &after = review.positions[i + 1];
    std::string text = "<figure>" + board_svg(before, move.played,
                                              move.better_line.empty() ? Move::none() : move.better_line[0]);
    text += "<figcaption><b>" + move_number(before) + move_html(before, move, game.main.moves[i]) + "</b> " +
            white_score_text(review.scores[i], before) + " → " +
            white_score_text(review.scores[i + 1], after) + format(" (−%.0f %% chances)", move.loss * 100);
    for (const std::string& reason : {move.missed.missed(), move.refutation.allowed()})
        if (!reason.empty()) text += " " + reason;
    if (!move.better_line.empty())
        text += "<span class=\"line\"><b class=\"good\">Better:</b> " + line_text(before, move.better_line) +
                "</span>";
    if (!move.refutation_line.empty())
        text += "<span class=\"line\"><b class=\"bad\">Answer:</b> " +
                line_text(after, move.refutation_line) + "</span>";
    return text + "</figcaption></figure>\n";
}

// The costliest moves, in the order of the game.
std::vector<std::size_t> critical_moments(const GameReview& review) {
    std::vector<std::size_t> order(review.moves.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return !is_fault(review.moves[i].judgement); });
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return review.moves[a].loss > review.moves[b].loss;
    });
    order.resize(std::min(order.size(), kCriticalMoments));
    std::sort(order.begin(), order.end());
    return order;
}

std::string move_list(const pgn::Game& game, const GameReview& review) {
    std::string text = "<div class=\"moves\">";
    bool open = false;
    for (std::size_t i = 0; i < review.moves.size(); ++i) {
        const Position& pos = review.positions[i];
        const bool white = pos.side_to_move() == Color::White;
        if (white || !open) {
            if (open) text += "</div>\n";
            text += "<div><span class=\"n\">" + std::to_string(pos.fullmove_number()) + ".</span>";
            if (!white) text += "<span>…</span>";
            open = true;
        }
        const Position& after = review.positions[i + 1];
        text += "<span>" + move_html(pos, review.moves[i], game.main.moves[i]);
        if (after.has_legal_move())
            text += "<span class=\"eval\">" + white_score_text(review.scores[i + 1], after) + "</span>";
        text += "</span>";
    }
    if (open) text += "</div>\n";
    return text + "</div>\n";
}

}  // namespace

std::string report_head(const std::string& title) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           escaped(title) + "</title>\n<style>" + std::string(kStyle) +
           "</style>\n</head>\n<body>\n<header><h1>" + escaped(title) + "</h1></header>\n" +
           svg_definitions();
}

std::string report_section(const pgn::Game& game, const GameReview& review, int number) {
    std::string text = "<section id=\"game-" + std::to_string(number) + "\">\n<h2>" + players(game) + "  " +
                       escaped(game.result) + "</h2>\n<p class=\"about\">" + about(game) + "</p>\n";
    if (review.moves.empty()) return text + "<p>No moves.</p>\n</section>\n";
    text += chances_svg(review) + "\n<h3>Accuracy</h3>\n" + sides_table(game, review) + "\n";
    if (const auto moments = critical_moments(review); !moments.empty()) {
        text += "<h3>Critical moments</h3>\n<div class=\"moments\">\n";
        for (std::size_t i : moments) text += moment_html(game, review, i);
        text += "</div>\n";
    }
    return text + "<h3>Moves</h3>\n" + move_list(game, review) + "</section>\n";
}

std::string report_row(const pgn::Game& game, const GameReview& review, int number) {
    const auto accuracy = [&](Color c) {
        return review.sides[c].moves ? format("%.1f", review.sides[c].accuracy) : std::string("–");
    };
    return "<tr><td>" + std::to_string(number) + "</td><td><a href=\"#game-" + std::to_string(number) +
           "\">" + players(game) + "</a></td><td>" + escaped(game.result) + "</td><td>" +
           std::to_string((review.moves.size() + 1) / 2) + "</td><td>" + accuracy(Color::White) +
           "</td><td>" + accuracy(Color::Black) + "</td></tr>\n";
}

std::string report_tail(const ReportEnd& end) {
    std::string text;
    if (end.games > 1)
        text +=
            "<nav><table><thead><tr><th></th><th>game</th><th>result</th><th>moves</th><th>White %</th>"
            "<th>Black %</th></tr></thead><tbody>\n" +
            end.rows + "</tbody></table></nav>\n";
    text +=
        "<footer><p>Scores are in pawns from White's point of view; +1.00 means an even chance to win. The "
        "graph shows White's winning chances: wins plus half the draws. ?! gives away at least 10 % of them, "
        "? 20 %, ?? 30 %, unless other limits were set; ! is the only move that kept them and was not "
        "obvious. "
        "Signs in boxes are the engine's, those written at a move are from the file. A move's accuracy is "
        "100 % times e to the power of "
        "minus four times its loss; a side's is the mean of its moves.</p>";
    if (end.left_out > 0)
        text += "<p>" + std::to_string(end.left_out) + " more games are only in the PGN file.</p>";
    return text + "<p>" + escaped(end.engine) + "</p></footer>\n</body>\n</html>\n";
}

}  // namespace stillpoint
