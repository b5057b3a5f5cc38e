#include "gamedata/tools.h"

#include <sstream>

#include <gtest/gtest.h>

#include "chess/notation.h"
#include "gamedata/reader.h"
#include "gamedata/writer.h"
#include "tests/unit/gamedata/random_games.h"
#include "tests/unit/support/temp_dir.h"

namespace stillpoint::spg {
namespace {

Game fools_mate() {
    Game game;
    game.result = GameResult::BlackWins;
    game.end_reason = EndReason::Mate;
    Position pos = start_position();
    for (const char* text : {"f2f3", "e7e5", "g2g4", "d8h4"}) {
        const Move m = *parse_uci_move(pos, text);
        if (game.prefix.size() < 2)
            game.prefix.push_back(m);
        else
            game.moves.push_back({m, -300});
        pos.make(m);
    }
    return game;
}

void write(const std::string& path, const std::vector<Game>& games, const FileHeader& header = {}) {
    auto writer = std::move(*GameWriter::open(path, header));
    for (const Game& g : games) ASSERT_TRUE(writer.add(g));
}

TEST(GameTools, VerifyReplaysAndChecksEndings) {
    const TempDir dir;
    Game odd = fools_mate();
    odd.result = GameResult::WhiteWins;
    Game corrupt = fools_mate();
    corrupt.moves[0].move = Move(Square::A1, Square::A8);
    write(dir.file("a.spg"), {fools_mate(), odd, corrupt});
    const auto report = verify(dir.file("a.spg"));
    ASSERT_TRUE(report);
    EXPECT_EQ(report->games, 3U);
    EXPECT_EQ(report->odd_endings, 1U);
    EXPECT_EQ(report->corrupt_games, 1U);
    EXPECT_FALSE(report->sound());
    EXPECT_NE(to_string(*report).find("a1a8"), std::string::npos);
    EXPECT_FALSE(verify(dir.file("none.spg")));
}

TEST(GameTools, StatsCountEachPositionOnce) {
    const TempDir dir;
    Rng rng(3);
    std::vector<Game> games;
    for (int i = 0; i < 50; ++i) games.push_back(random_game(static_cast<Variant>(i % 3), rng));
    games.push_back(games[0]);
    write(dir.file("a.spg"), games);
    const Stats s = stats({dir.file("a.spg"), dir.file("none.spg")});
    EXPECT_EQ(s.games, 51U);
    EXPECT_EQ(s.duplicate_games, 1U);
    EXPECT_EQ(s.problems.size(), 1U);
    EXPECT_GT(s.positions.kept, 1000U);
    EXPECT_EQ(s.positions.scored(), s.scored_plies);
    EXPECT_FALSE(to_string(s).empty());
}

TEST(GameTools, MergeDropsDuplicatesAndCorruptGames) {
    const TempDir dir;
    Rng rng(4);
    const Game a = random_game(Variant::Standard, rng), b = random_game(Variant::Chess960, rng);
    Game corrupt = fools_mate();
    corrupt.prefix[0] = Move(Square::A1, Square::A8);
    write(dir.file("1.spg"), {a, b});
    write(dir.file("2.spg"), {b, corrupt, fools_mate()});
    const auto report = merge({dir.file("1.spg"), dir.file("2.spg")}, dir.file("all.spg"));
    ASSERT_TRUE(report) << report.error();
    EXPECT_EQ(report->games, 3U);
    EXPECT_EQ(report->duplicates, 1U);
    EXPECT_EQ(report->corrupt_games, 1U);
    EXPECT_TRUE(verify(dir.file("all.spg"))->corrupt_games == 0);

    EXPECT_FALSE(merge({dir.file("1.spg")}, dir.file("all.spg")));
    FileHeader other;
    other.soft_nodes = 5;
    write(dir.file("3.spg"), {a}, other);
    EXPECT_FALSE(merge({dir.file("1.spg"), dir.file("3.spg")}, dir.file("mixed.spg")));
    EXPECT_FALSE(std::filesystem::exists(dir.file("mixed.spg")));
    EXPECT_TRUE(
        merge({dir.file("1.spg"), dir.file("3.spg")}, dir.file("mixed.spg"), {.allow_mixed_settings = true}));
}

TEST(GameTools, VerifyAndMergeSalvageWhatIsWhole) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    Rng rng(5);
    std::vector<Game> games;
    std::size_t damaged = 0;
    {
        auto writer = std::move(*GameWriter::open(path, {}));
        for (int block = 0; block < 3; ++block) {
            if (block == 1) damaged = read_all(path).size() + kBlockHeaderBytes + 9;
            for (int i = 0; i < 4; ++i) {
                games.push_back(random_game(Variant::Standard, rng));
                ASSERT_TRUE(writer.add(games.back()));
            }
            ASSERT_TRUE(writer.flush());
        }
    }
    std::string bytes = read_all(path);
    bytes[damaged] = static_cast<char>(bytes[damaged] ^ 4);
    write_all(path, bytes);

    const auto report = verify(path);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->sound());
    EXPECT_EQ(report->games, 8U);
    EXPECT_EQ(report->blocks, 2U);
    EXPECT_LT(report->good_bytes, report->file_bytes);
    EXPECT_NE(to_string(*report).find("at byte"), std::string::npos);
    EXPECT_EQ(stats({path}).games, 8U);

    const auto merged = merge({path}, dir.file("b.spg"));
    ASSERT_TRUE(merged) << merged.error();
    EXPECT_EQ(merged->games, 8U);
    EXPECT_EQ(merged->problems.size(), 1U);
    EXPECT_TRUE(verify(dir.file("b.spg"))->problem.empty());
}

TEST(GameTools, MergeSalvagesAFileWithADamagedHeader) {
    const TempDir dir;
    Rng rng(6);
    const Game a = random_game(Variant::Standard, rng), b = random_game(Variant::Standard, rng);
    write(dir.file("1.spg"), {a}, {.soft_nodes = 7});
    write(dir.file("2.spg"), {b}, {.soft_nodes = 7});
    std::string bytes = read_all(dir.file("2.spg"));
    bytes[41] = static_cast<char>(bytes[41] ^ 1);
    write_all(dir.file("2.spg"), bytes);
    EXPECT_FALSE(verify(dir.file("2.spg")));
    EXPECT_FALSE(merge({dir.file("1.spg"), dir.file("2.spg")}, dir.file("all.spg")));
    EXPECT_FALSE(merge({dir.file("2.spg")}, dir.file("all.spg"), {.allow_mixed_settings = true}))
        << "nobody knows its settings";
    const auto merged =
        merge({dir.file("1.spg"), dir.file("2.spg")}, dir.file("all.spg"), {.allow_mixed_settings = true});
    ASSERT_TRUE(merged) << merged.error();
    EXPECT_EQ(merged->games, 2U);
    EXPECT_EQ(merged->problems.size(), 1U);
    EXPECT_EQ(verify(dir.file("all.spg"))->header.soft_nodes, 7U);
    write_all(dir.file("text.spg"), std::string(1000, 'x'));
    EXPECT_FALSE(
        merge({dir.file("1.spg"), dir.file("text.spg")}, dir.file("no.spg"), {.allow_mixed_settings = true}));
}

TEST(GameTools, DumpShowsStartMovesAndScores) {
    const TempDir dir;
    write(dir.file("a.spg"), {fools_mate(), fools_mate(), fools_mate()});
    std::ostringstream out;
    ASSERT_TRUE(dump(dir.file("a.spg"), 1, 1, out));
    EXPECT_NE(out.str().find("game 1 0-1 mate"), std::string::npos);
    EXPECT_EQ(out.str().find("game 2"), std::string::npos);
    EXPECT_NE(out.str().find("d8h4/-300"), std::string::npos);
}

}  // namespace
}  // namespace stillpoint::spg
