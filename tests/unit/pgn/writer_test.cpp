#include "pgn/writer.h"

#include <gtest/gtest.h>

#include "tests/unit/pgn/read_text.h"

namespace stillpoint::pgn {
namespace {

void expect_round_trip(const Game& game) {
    const std::string text = write_game(game);
    const ParsedGame again = parse_one(text);
    ASSERT_FALSE(again.error) << text;
    EXPECT_TRUE(again.warnings.empty()) << text;
    EXPECT_EQ(again.game.main, game.main) << text;
    EXPECT_EQ(again.game.result, game.result);
    EXPECT_EQ(write_game(again.game), text);
}

// The form of the output, down to the last byte.
TEST(PgnWriter, Golden) {
    const Game game =
        parse_one(
            "[White \"O'Neil \\\"X\\\"\"]\n[ECO \"C20\"]\n\n{intro} 1. e4 e5 $2 {text with [%eval 0.30]} "
            "(1... c5 2. Nf3 (2. c3) d6) 2. Qh5 {a rather long comment that has to be wrapped somewhere} "
            "Ke7 3. Qxe5# 1-0")
            .game;
    EXPECT_EQ(write_game(game),
              "[Event \"?\"]\n"
              "[Site \"?\"]\n"
              "[Date \"????.??.??\"]\n"
              "[Round \"?\"]\n"
              "[White \"O'Neil \\\"X\\\"\"]\n"
              "[Black \"?\"]\n"
              "[Result \"1-0\"]\n"
              "[ECO \"C20\"]\n"
              "\n"
              "{intro} 1. e4 e5 $2 {text with [%eval 0.30]} (1... c5 2. Nf3 (2. c3) 2... d6) 2.\n"
              "Qh5 {a rather long comment that has to be wrapped somewhere} 2... Ke7 3. Qxe5#\n"
              "1-0\n\n");
    expect_round_trip(game);
}

TEST(PgnWriter, DangerousComments) {
    Game game = parse_one("1. e4 e5 *").game;
    std::string comment;
    for (int i = 0; i < 40; ++i) comment += "[Event \"x\"] %escape ; 1-0 (x ";
    game.main.moves[0].comment = comment + "end";
    expect_round_trip(game);
    game.main.moves[1].comment = "a } b";
    EXPECT_NE(write_game(game).find("{a ) b}"), std::string::npos);
}

TEST(PgnWriter, BlackBegins) {
    expect_round_trip(
        parse_one("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 17\"]\n\n17... Kd8 {x} 18. O-O (18. Ke2 -- 19. Kd3) *")
            .game);
}

}  // namespace
}  // namespace stillpoint::pgn
