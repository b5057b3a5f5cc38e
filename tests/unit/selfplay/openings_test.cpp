#include "selfplay/openings.h"

#include <set>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "tests/unit/support/temp_dir.h"

namespace stillpoint {
namespace {

constexpr const char* kFen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
constexpr const char* kFourFields = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

TEST(Book, LinesAreFensOrEpd) {
    const std::string four = kFourFields;
    for (const std::string& line : {std::string(kFen), std::string(kFen) + "\r", four,
                                    four + " bm Bb5; id \"x\";", four + "; id \"x\";"}) {
        const auto pos = book_position(line);
        ASSERT_TRUE(pos) << line;
        EXPECT_EQ(pos->key(), parse_fen(kFen)->key()) << line;
    }
    for (const char* line : {"", "# a comment", "e2e4 e7e5"}) EXPECT_FALSE(book_position(line)) << line;
}

TEST(Book, OnlyLinesWithAPositionAreRead) {
    const TempDir folder;
    write_all(folder.file("book"), std::string("# openings\n") + kFen + "\n\n" + kFourFields + " hmvc 2;\n");
    const auto lines = read_book(folder.file("book"));
    ASSERT_TRUE(lines) << lines.error();
    EXPECT_EQ(lines->size(), 2U);
    EXPECT_TRUE(read_book("")->empty()) << "no book";
    write_all(folder.file("empty"), "nothing\n");
    EXPECT_FALSE(read_book(folder.file("empty")));
    EXPECT_FALSE(read_book(folder.file("missing")));
}

std::vector<std::string> listed(const OpeningListSettings& settings) {
    std::vector<std::string> fens;
    const auto done =
        list_openings(settings, nullptr, [&](const Position& pos) { fens.push_back(to_fen(pos)); });
    EXPECT_TRUE(done) << done.error();
    return fens;
}

TEST(OpeningList, IsTheSameForTheSameSeed) {
    OpeningListSettings settings{.count = 4, .seed = 7, .book = {}, .plies = {}, .nodes = 50};
    const auto first = listed(settings);
    EXPECT_EQ(first.size(), 4U);
    EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), 4U);
    EXPECT_EQ(first, listed(settings));
    settings.seed = 8;
    EXPECT_NE(first, listed(settings));
}

TEST(OpeningList, StartsFromTheBook) {
    const TempDir folder;
    write_all(folder.file("book"), std::string(kFen) + "\n");
    OpeningListSettings settings{.count = 3, .book = folder.file("book"), .plies = 0, .nodes = 20};
    for (const std::string& fen : listed(settings)) EXPECT_GE(parse_fen(fen)->game_ply(), 4) << fen;
    write_all(folder.file("book"), "nothing\n");
    EXPECT_FALSE(list_openings(settings, nullptr, [](const Position&) {}));
    settings.book = folder.file("missing");
    EXPECT_FALSE(list_openings(settings, nullptr, [](const Position&) {}));
}

}  // namespace
}  // namespace stillpoint
