#include "tablebase/material.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "chess/movegen.h"

namespace stillpoint::tablebase {
namespace {

TEST(Material, CountsOfAllTables) {
    const int expected[] = {0, 0, 0, 5, 30, 110, 365, 1001};
    std::set<std::string> names;
    for (int pieces = 3; pieces <= kMostPieces; ++pieces) {
        const auto materials = all_materials(pieces);
        EXPECT_EQ(static_cast<int>(materials.size()), expected[pieces]) << pieces;
        for (const Material& m : materials) {
            EXPECT_EQ(m.piece_count(), pieces);
            EXPECT_TRUE(names.insert(m.name()).second) << m.name();
        }
    }
}

TEST(Material, NamesAreReadBack) {
    for (int pieces = 3; pieces <= kMostPieces; ++pieces)
        for (const Material& m : all_materials(pieces)) {
            const auto again = parse_material(m.name());
            ASSERT_TRUE(again) << m.name();
            EXPECT_EQ(*again, m);
        }
}

TEST(Material, OnlyTheUsualSpellingIsRead) {
    for (const char* name : {"", "K", "KvK", "KQ", "vK", "KvKQ", "KRvKQ", "KQvQ", "KPQvK", "kqvk", "KQvKx",
                             "KKvK", "KQQQQQQvK", "KQvKR ", "KBvKRN", "KQvKvK"})
        EXPECT_FALSE(parse_material(name)) << name;
    EXPECT_TRUE(parse_material("KRNvKQ"));
    EXPECT_TRUE(parse_material("KQNvKRB"));
    EXPECT_FALSE(parse_material("KRBvKQN"));
}

TEST(Material, KnowsPawnsAndSymmetry) {
    EXPECT_TRUE(parse_material("KPvKP")->has_pawns());
    EXPECT_TRUE(parse_material("KPvKP")->is_symmetric());
    EXPECT_TRUE(parse_material("KQvKP")->has_pawns());
    EXPECT_FALSE(parse_material("KQvKR")->has_pawns());
    EXPECT_FALSE(parse_material("KQvKR")->is_symmetric());
}

// init() relies on this to open every table before threads use them.
TEST(QuietPosition, ExistsForEveryTable) {
    for (int pieces = 3; pieces <= kMostPieces; ++pieces)
        for (const Material& m : all_materials(pieces)) {
            const auto pos = quiet_position(m);
            ASSERT_TRUE(pos) << m.name();
            for (Color c : {Color::White, Color::Black})
                for (int t = 0; t < kPieceTypes; ++t) {
                    const PieceType type = static_cast<PieceType>(t);
                    ASSERT_EQ(count(pos->pieces(c, type)), m.counts[c][type]) << m.name();
                }
            MoveList moves;
            generate<GenKind::Legal>(*pos, moves);
            for (Move move : moves) ASSERT_FALSE(pos->is_capture(move)) << m.name();
        }
}

}  // namespace
}  // namespace stillpoint::tablebase
