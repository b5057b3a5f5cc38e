#include "train/record.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "tests/unit/train/reference_model.h"
#include "util/rng.h"

namespace stillpoint::train {
namespace {

std::vector<Position> random_positions(int count) {
    Rng rng(21);
    std::vector<Position> out;
    while (static_cast<int>(out.size()) < count) {
        Position pos = start_position();
        for (int ply = 0; ply < 100 && static_cast<int>(out.size()) < count; ++ply) {
            MoveList moves;
            generate<GenKind::Legal>(pos, moves);
            if (moves.empty()) break;
            pos.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
            if (ply % 3 == 0) out.push_back(pos);
        }
    }
    return out;
}

// Turns a board without castling rights left to right.
Position mirrored(const Position& pos) {
    std::string fen = to_fen(pos), board = fen.substr(0, fen.find(' ')), out;
    std::string rank;
    for (char c : board + "/") {
        if (c != '/') {
            rank += c;
            continue;
        }
        std::reverse(rank.begin(), rank.end());
        out += (out.empty() ? "" : "/") + rank;
        rank.clear();
    }
    return *parse_fen(out + (pos.side_to_move() == Color::White ? " w - -" : " b - -"));
}

TEST(Record, FeaturesAreTheEngines) {
    for (const Position& pos : random_positions(500)) {
        const Color us = pos.side_to_move();
        std::vector<int> own, theirs, own_expected, their_expected;
        for_each_feature(make_record(pos, 0, 1, 0), nnue::king_map(nnue::kKingBuckets), [&](int a, int b) {
            own.push_back(a);
            theirs.push_back(b);
        });
        for (Bitboard rest = pos.pieces(); rest;) {
            const Square s = pop_first(rest);
            own_expected.push_back(nnue::feature(us, pos.king_square(us), pos.piece_on(s), s));
            their_expected.push_back(nnue::feature(~us, pos.king_square(~us), pos.piece_on(s), s));
        }
        for (auto* list : {&own, &theirs, &own_expected, &their_expected})
            std::sort(list->begin(), list->end());
        EXPECT_EQ(own, own_expected) << to_fen(pos);
        EXPECT_EQ(theirs, their_expected) << to_fen(pos);
    }
}

TEST(Record, LabelsAreTheSideToMovesView) {
    const Record white = make_record(start_position(), 120, 2, 3);
    EXPECT_EQ(white.score, 120);
    EXPECT_EQ(white.result, 2);
    EXPECT_EQ(white.generation, 3);
    const Record black = make_record(*parse_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 50"), 120, 2, 0);
    EXPECT_EQ(black.score, -120);
    EXPECT_EQ(black.result, 0);
    EXPECT_EQ(black.move_number, 49);
    EXPECT_EQ(black.piece_count(), 3);
}

TEST(Record, ColourFlipChangesNothing) {
    for (const Position& pos : random_positions(200))
        EXPECT_EQ(make_record(pos, 37, 2, 0), make_record(flipped(pos), -37, 0, 0)) << to_fen(pos);
}

TEST(Record, MirroredFilesGiveTheSameOutput) {
    const ModelShape shape{{32}};
    ReferenceModel<double> model(shape, initial_parameters(shape, 1));
    for (const Position& pos : random_positions(200)) {
        const double a = model.forward(make_record(pos, 0, 1, 0));
        const double b = model.forward(make_record(mirrored(pos), 0, 1, 0));
        EXPECT_NEAR(a, b, 1e-12) << to_fen(pos);
    }
}

}  // namespace
}  // namespace stillpoint::train
