#include "analysis/game_review.h"

#include <gtest/gtest.h>

#include "analysis/explain.h"
#include "analysis/review_json.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace stillpoint {
namespace {

std::vector<Move> moves_of(Position pos, const std::vector<const char*>& sans) {
    std::vector<Move> moves;
    for (const char* san : sans) {
        moves.push_back(*parse_san(pos, san));
        pos.make(moves.back());
    }
    return moves;
}

// A position is worth `score`; its best line is the given one. Without the best move it is worth `others`.
struct Worth {
    Score score;
    std::vector<const char*> line;
    Score others = 0;
};

Evaluate by_ply(std::vector<Worth> worths, int* asked = nullptr) {
    return [worths = std::move(worths), asked](const Position& pos, Move without) -> std::optional<Analysis> {
        if (asked && without) ++*asked;
        const Worth& worth = worths[static_cast<std::size_t>(pos.game_ply())];
        Analysis a;
        a.score = without ? worth.others : worth.score;
        a.depth = 7;
        a.lines.push_back({a.score, Bound::Exact, 7, 7, moves_of(pos, worth.line)});
        return a;
    };
}

constexpr Score kLost = -1500;

GameReview review_of(const char* fen, const std::vector<const char*>& sans, const Evaluate& evaluate) {
    const Position start = *parse_fen(fen);
    GameReviewer reviewer(start, moves_of(start, sans), {});
    while (reviewer.left() > 0) EXPECT_TRUE(reviewer.step(evaluate));
    return reviewer.review();
}

TEST(GoodMoves, OnlyTheOneThatKeepsTheChances) {
    const char* const start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const auto judged = [&](Score others) {
        return review_of(start, {"e4"}, by_ply({{0, {"e4"}, others}, {0, {"Kd7"}}})).moves[0].judgement;
    };
    EXPECT_EQ(judged(kLost), Judgement::Good);
    EXPECT_EQ(judged(-10), Judgement::None);
    // What the engine would not have played is never good.
    EXPECT_EQ(review_of(start, {"e4"}, by_ply({{0, {"e3"}, kLost}, {0, {"Kd7"}}})).moves[0].judgement,
              Judgement::None);
}

TEST(GoodMoves, NotWhatGoesWithoutSaying) {
    const auto asked_for = [](const char* fen, const char* san) {
        int asked = 0;
        review_of(fen, {san}, by_ply({{0, {san}, kLost}, {0, {}}}, &asked));
        return asked;
    };
    EXPECT_EQ(asked_for("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4"), 1);
    EXPECT_EQ(asked_for("4k3/8/8/8/8/5q2/4P3/4K3 w - - 0 1", "exf3"), 0) << "the queen hangs";
    EXPECT_EQ(asked_for("4k3/8/8/8/8/8/3qP3/4K3 w - - 0 1", "Kxd2"), 0) << "the only move";
    EXPECT_EQ(asked_for("4k3/8/8/8/8/8/4r3/3NK3 w - - 0 1", "Kf1"), 0) << "out of check";
}

TEST(GameReviewer, GoesBackwardsAndCanBeLeft) {
    const Position start = start_position();
    const std::vector<Move> moves = moves_of(start, {"e4", "e5"});
    GameReviewer reviewer(start, moves, {});
    ASSERT_EQ(reviewer.left(), 3u);
    const Evaluate evaluate = by_ply({{0, {"e4"}}, {0, {"e5"}}, {30, {"Nf3"}}});
    ASSERT_TRUE(reviewer.step(evaluate));
    EXPECT_EQ(reviewer.left(), 2u);
    EXPECT_FALSE(reviewer.step([](const Position&, Move) { return std::optional<Analysis>(); }));
    EXPECT_EQ(reviewer.left(), 2u) << "nothing has changed";
    ASSERT_TRUE(reviewer.step(evaluate) && reviewer.step(evaluate));
    EXPECT_EQ(reviewer.left(), 0u);
    EXPECT_EQ(reviewer.review().sides[Color::White].moves, 1);
    EXPECT_EQ(reviewer.review().depths, (std::vector<int>{7, 7, 7}));
}

TEST(GameReviewer, Json) {
    const Position start = *parse_fen("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1");
    GameReviewer reviewer(start, moves_of(start, {"Kd2"}), {});
    const Evaluate evaluate = by_ply({{1500, {"Nc7+", "Kd7", "Nxa8"}}, {1500, {"Rd8+"}}});
    ASSERT_TRUE(reviewer.step(evaluate));
    const std::string last = review_step_json(reviewer, CastlingNotation::KingTakesRook);
    EXPECT_TRUE(last.starts_with("{\"position\":1,\"score\":{\"cp\":")) << last;
    EXPECT_EQ(last.find("\"move\""), std::string::npos);
    ASSERT_TRUE(reviewer.step(evaluate));
    const std::string first = review_step_json(reviewer, CastlingNotation::KingTakesRook);
    for (const char* part :
         {"\"position\":0", "\"uci\":\"e1d2\"", "\"san\":\"Kd2\"", "\"judgement\":\"blunder\"", "\"nag\":4",
          "\"missed\":\"Misses a fork that wins a rook.\"", "\"better\":[\"b5c7\",\"e8d7\",\"c7a8\"]",
          "\"sides\":{\"white\":{\"moves\":1,"})
        EXPECT_NE(first.find(part), std::string::npos) << part << " in " << first;
}

std::string explained(const char* fen, const std::vector<const char*>& sans) {
    const Position pos = *parse_fen(fen);
    return Explainer(nullptr).explain(pos, {moves_of(pos, sans)})[0].text();
}

TEST(Explain, SaysWhatALineWins) {
    EXPECT_EQ(explained("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", {"Nc7+", "Kd7", "Nxa8"}),
              "Nc7+ wins a rook by a fork: 1. Nc7+ Kd7 2. Nxa8.");
    EXPECT_EQ(explained("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", {"Ra8#"}), "Ra8# mates in 1.");
}

TEST(Explain, SaysWhatAMoveThreatensAndStops) {
    // The rook goes where it threatens mate on the back rank.
    const std::string threat = explained("6k1/5ppp/8/8/8/7P/1R4P1/6K1 w - - 0 1", {"Rb7", "h6"});
    EXPECT_NE(threat.find("Rb7 threatens mate in 1"), std::string::npos) << threat;
    // White's back rank is weak: the pawn makes room for the king.
    EXPECT_EQ(explained("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", {"h3", "h6"}), "h3 stops Ra1#.");
}

TEST(Explain, SaysWhatATemptingMoveRunsInto) {
    // A well-known trap: the pawn is pinned to nothing.
    const std::string text =
        explained("r1bqkb1r/pppn1ppp/5n2/3p2B1/3P4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 6", {"e3", "c6"});
    EXPECT_NE(text.find("Nxd5 looks tempting, but the answer Nxd5 wins a piece."), std::string::npos) << text;
}

TEST(Explain, SaysPlainlyWhatCanBeSeen) {
    const char* const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    EXPECT_EQ(explained(start, {"e4", "e5"}), "e4 takes a place in the centre.");
    EXPECT_EQ(explained(start, {"Nf3", "d5"}), "Nf3 develops the knight.");
    EXPECT_EQ(explained(start, {"c4", "d6"}), "c4 fights for d5.");
    EXPECT_EQ(explained(start, {"g3", "d6"}), "g3 opens the way for the bishop on f1.");
    EXPECT_EQ(explained(start, {"h3", "d5"}), "h3 wins nothing by force.");
    const char* const open_game = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    EXPECT_EQ(explained(open_game, {"Nf3", "Nc6"}), "Nf3 attacks the pawn on e5.");
    EXPECT_EQ(explained(open_game, {"d3", "Nc6"}), "d3 supports the pawn on e4.");
    const char* const knight_out = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    EXPECT_EQ(explained(knight_out, {"Nc6", "Bb5"}).rfind("Nc6 protects the pawn on e5.", 0), 0U);
    const char* const defended = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    EXPECT_EQ(explained(defended, {"d4", "exd4"}).rfind("d4 challenges the pawn on e5.", 0), 0U);
    const char* const steinitz = "r1bqkbnr/ppp2ppp/2np4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4";
    EXPECT_EQ(explained(steinitz, {"Bb5", "Bd7"}).rfind("Bb5 pins the knight on c6.", 0), 0U);
    // Queen attacks knight and pawn, which is lost anyway.
    const char* const forked = "r1b1kbnr/1pp2ppp/p1p5/4N3/3qP3/8/PPPP1PPP/RNBQK2R w KQkq - 1 6";
    EXPECT_EQ(
        explained(forked, {"Ng4", "Qxe4+", "Ne3", "Be6"}).rfind("Ng4 takes the knight out of danger.", 0),
        0U);
    EXPECT_EQ(explained("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", {"Kxe2"}), "Kxe2 wins a rook.");
}

}  // namespace
}  // namespace stillpoint
