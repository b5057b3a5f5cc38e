#include "pgn/parser.h"

#include <gtest/gtest.h>

#include "chess/notation.h"
#include "tests/unit/pgn/read_text.h"

namespace stillpoint::pgn {
namespace {

std::string moves_of(const Game& game) {
    std::vector<Move> moves;
    for (const MoveNode& node : game.main.moves) moves.push_back(node.move);
    return to_san_line(game.start, moves.data(), moves.data() + moves.size());
}

TEST(PgnParser, ReadsAnOrdinaryGame) {
    const ParsedGame parsed = parse_one(
        "[Event \"E\"]\n[White \"A \\\"B\\\" C\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n");
    ASSERT_FALSE(parsed.error);
    EXPECT_TRUE(parsed.warnings.empty());
    EXPECT_EQ(parsed.game.tag("White"), "A \"B\" C");
    EXPECT_EQ(parsed.game.result, "1-0");
    EXPECT_EQ(moves_of(parsed.game), "1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
}

TEST(PgnParser, UnderstandsHowPeopleWriteMoves) {
    for (const char* text :
         {"1.e4 e5 2.Nf3 Nc6", "1. e2-e4 e7e5 2. Ng1f3 b8c6", "e4 e5 Nf3 Nc6", "7. e4 9... e5 1. Nf3 3. Nc6",
          "1. e4! e5?? 2. ♘f3!? ♞c6", "1 e4 1... e5 2… 2. Nf3 .. Nc6", "1. P-e4 e5 2. N1f3 Nbc6 e.p."}) {
        const ParsedGame parsed = parse_one(std::string(text) + " *");
        ASSERT_FALSE(parsed.error) << text << ": " << parsed.error->message;
        EXPECT_EQ(moves_of(parsed.game), "1. e4 e5 2. Nf3 Nc6") << text;
    }
}

TEST(PgnParser, KeepsCommentsSignsAndNestedVariations) {
    const Game game =
        parse_one(
            "{before} 1. e4 $1 {a\r\n  b} ; line\n (1. d4 {x} d5 (1... Nf6 2. c4 ({inner} 2. Nf3)) 2. c4) "
            "1... e5!? {c} +- *")
            .game;
    EXPECT_EQ(game.main.comment, "before");
    const MoveNode& e4 = game.main.moves.at(0);
    EXPECT_EQ(e4.comment, "a b line");
    EXPECT_EQ(e4.nags, std::vector<int>{1});
    ASSERT_EQ(e4.variations.size(), 1u);
    const Line& d4 = e4.variations[0];
    ASSERT_EQ(d4.moves.size(), 3u);
    ASSERT_EQ(d4.moves[1].variations.size(), 1u);
    const Line& nf6 = d4.moves[1].variations[0];
    ASSERT_EQ(nf6.moves[1].variations.size(), 1u);
    EXPECT_EQ(nf6.moves[1].variations[0].comment, "inner");
    EXPECT_EQ(game.main.moves.at(1).nags, (std::vector<int>{5, 18}));
}

TEST(PgnParser, OddResultsBecomeStandardOnes) {
    for (const auto& [written, meant] :
         {std::pair{"½-½", "1/2-1/2"}, {"1/2", "1/2-1/2"}, {"1:0", "1-0"}, {"0-1F", "0-1"}, {"*", "*"}})
        EXPECT_EQ(parse_one(std::string("1. e4 e5 ") + written + "\n").game.result, meant) << written;
    EXPECT_EQ(parse_one("[Result \"0-1\"]\n\n1. e4 e5\n\n").game.result, "0-1");
    EXPECT_FALSE(parse_one("[Result \"what\"]\n\n1. e4 e5 0-0\n").error);
}

TEST(PgnParser, AnIllegalMoveMakesTheGameUnreadableAndNamesItsLine) {
    const auto games = parse_text("[Event \"a\"]\n\n1. e4 e5\n2. Ke3 *\n\n[Event \"b\"]\n\n1. d4 *\n");
    ASSERT_EQ(games.size(), 2u);
    ASSERT_TRUE(games[0].error);
    EXPECT_EQ(games[0].error->line, 4u);
    EXPECT_EQ(games[0].error->message, "'Ke3' is not legal here");
    EXPECT_FALSE(games[1].error);
}

TEST(PgnParser, ABadVariationIsCutAndTheGameKept) {
    const ParsedGame parsed = parse_one("1. e4 (1. d4 Ke7 2. c4 (2. x) y) (zz) e5 (-- 2. Nf3) 2. Nf3 *");
    ASSERT_FALSE(parsed.error);
    EXPECT_EQ(moves_of(parsed.game), "1. e4 e5 2. Nf3");
    EXPECT_EQ(parsed.warnings.size(), 2u);
    ASSERT_EQ(parsed.game.main.moves[0].variations.size(), 1u);
    EXPECT_EQ(parsed.game.main.moves[0].variations[0].moves.size(), 1u);
    EXPECT_EQ(parsed.game.main.moves[1].variations.at(0).moves[0].move, Move::null());
}

TEST(PgnParser, BracketsThatDontMatchAreHarmless) {
    EXPECT_EQ(moves_of(parse_one("1. e4 ) e5 } ] 2. Nf3 *").game), "1. e4 e5 2. Nf3");
    EXPECT_EQ(moves_of(parse_one("1. e4 e5 (1... c5 2. Nf3").game), "1. e4 e5");
    EXPECT_EQ(moves_of(parse_one("( 1. d4 ) 1. e4 e5 *").game), "1. e4 e5");
}

TEST(PgnParser, DeeplyNestedVariationsAreLeftOutBelowTheLimit) {
    std::string text = "1. e4 e5 ";
    for (int i = 0; i < 100000; ++i) text += "(1... e5 ";
    const ParsedGame parsed = parse_one(text);
    ASSERT_FALSE(parsed.error);
    EXPECT_EQ(moves_of(parsed.game), "1. e4 e5");
}

TEST(PgnParser, ATruncatedFileKeepsItsLastGame) {
    for (const char* text : {"1. e4 e5 2. N", "1. e4 e5 2.", "1. e4 e5 {open", "1. e4 e5 (1... c5"}) {
        const ParsedGame parsed = parse_one(text);
        ASSERT_FALSE(parsed.error) << text;
        EXPECT_EQ(moves_of(parsed.game), "1. e4 e5") << text;
        EXPECT_FALSE(parsed.warnings.empty()) << text;
    }
}

TEST(PgnParser, AnnotationNumbersOutOfRangeAreLeftOut) {
    for (const char* sign : {"$-1", "$-", "$256", "$99999999999", "$0"}) {
        const ParsedGame parsed = parse_one(std::string("1. e4 ") + sign + " e5 $2 *");
        ASSERT_FALSE(parsed.error) << sign;
        EXPECT_EQ(moves_of(parsed.game), "1. e4 e5") << sign;
        EXPECT_TRUE(parsed.game.main.moves[0].nags.empty()) << sign;
        EXPECT_EQ(parsed.game.main.moves[1].nags, std::vector<int>{2}) << sign;
    }
}

TEST(PgnParser, AResultAloneIsAGame) {
    const auto games = parse_text("1-0\n\n1/2-1/2 {a remark}\n\n[Event \"x\"]\n\n*\n");
    ASSERT_EQ(games.size(), 3u);
    for (const ParsedGame& game : games) EXPECT_FALSE(game.is_empty());
    EXPECT_EQ(games[0].game.result, "1-0");
    EXPECT_TRUE(parse_one("{a remark}\n").is_empty());
}

TEST(PgnParser, SetupsAndChess960) {
    const Game endgame =
        parse_one("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 40\"]\n\n40. a8=Q+ *").game;
    EXPECT_EQ(moves_of(endgame), "40. a8=Q+");
    EXPECT_FALSE(endgame.chess960);
    const char* fen = "[FEN \"bbqnrnkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRNKR w HEhe - 0 1\"]\n";
    const Game fischer =
        parse_one(std::string(fen) + "[Variant \"Fischerandom\"]\n\n1. Ng3 Ng6 2. O-O *").game;
    EXPECT_TRUE(fischer.chess960);
    EXPECT_EQ(moves_of(fischer), "1. Ng3 Ng6 2. O-O");
    EXPECT_TRUE(parse_one(std::string(fen) + "\n1. g3 *").game.chess960) << "even without the tag";
    const ParsedGame other = parse_one("[Variant \"Atomic\"]\n\n1. e4 *");
    ASSERT_TRUE(other.error);
    EXPECT_EQ(other.error->message, "the variant 'Atomic' is not supported");
    EXPECT_TRUE(parse_one("[FEN \"nonsense\"]\n\n1. e4 *").error);
}

TEST(PgnParser, TagsInAnyCondition) {
    const Game game =
        parse_one("[ Event  \"a]b\" ]\n[White  A. Player]\n[Black \"no end\n[Site \"caf\xE9\"]\n\n*\n").game;
    EXPECT_EQ(game.tag("Event"), "a]b");
    EXPECT_EQ(game.tag("White"), "A. Player");
    EXPECT_EQ(game.tag("Black"), "no end");
    EXPECT_EQ(game.tag("Site"), "café");
}

TEST(PgnReader, ReportsAndSkipsUnreadableGames) {
    std::istringstream in("1. e4 e5 *\n\n[Event \"b\"]\n1. e5 *\n\n[Event \"c\"]\n1. d4 *\n");
    std::vector<std::string> problems;
    Reader reader(in, [&](const RawGame& raw, const Problem& problem) {
        problems.push_back(std::to_string(raw.number) + " at line " + std::to_string(problem.line));
    });
    int games = 0;
    while (reader.next()) ++games;
    EXPECT_EQ(games, 2);
    EXPECT_EQ(problems, std::vector<std::string>{"2 at line 4"});
}

}  // namespace
}  // namespace stillpoint::pgn
