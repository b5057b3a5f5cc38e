#include "gamedata/packed_board.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "tests/unit/gamedata/random_games.h"

namespace stillpoint::spg {
namespace {

std::string round_trip(const std::string& fen) {
    const auto packed = pack(*parse_fen(fen));
    if (!packed) return packed.error();
    const auto unpacked = unpack(*packed);
    return unpacked ? to_fen(*unpacked, FenStyle::Shredder) : unpacked.error();
}

TEST(PackedBoard, KeepsEveryField) {
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
                            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
                            "r3k2r/8/8/8/8/8/8/R3K2R b Ha - 13 77", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10",
                            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 10", "8/8/8/8/8/8/8/K6k b - - 255 65535",
                            // Two rooks on the castling side: the nibble says which one may castle.
                            "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"})
        EXPECT_EQ(round_trip(fen), fen);
}

TEST(PackedBoard, RandomStartsOfAllVariants) {
    Rng rng(7);
    for (int i = 0; i < 200; ++i)
        for (Variant v : {Variant::Standard, Variant::Chess960, Variant::DoubleChess960}) {
            const std::string fen = to_fen(random_start(v, rng), FenStyle::Shredder);
            EXPECT_EQ(round_trip(fen), fen);
        }
}

TEST(PackedBoard, RefusesCountersThatDoNotFit) {
    EXPECT_FALSE(pack(*parse_fen("8/8/8/8/8/8/8/K6k b - - 256 1")));
    EXPECT_FALSE(pack(*parse_fen("8/8/8/8/8/8/8/K6k b - - 0 65536")));
}

TEST(PackedBoard, AnyBytesGiveAPositionOrAnError) {
    Rng rng(11);
    PackedBoard standard = *pack(start_position());
    for (int i = 0; i < 20000; ++i) {
        PackedBoard board = standard;
        if (i % 2)
            for (auto& b : board.bytes) b = static_cast<std::uint8_t>(rng.next());
        else
            for (int n = 0; n < 3; ++n)
                board.bytes[rng.below(32)] ^= static_cast<std::uint8_t>(1 << rng.below(8));
        const auto pos = unpack(board);
        if (pos) {
            EXPECT_TRUE(pack(*pos));
        } else {
            EXPECT_FALSE(pos.error().empty());
        }
    }
}

}  // namespace
}  // namespace stillpoint::spg
