#include "selfplay/wdl_fit.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "util/rng.h"

namespace stillpoint {
namespace {

// Games of a single scored move whose results follow the model: the fit must find it again.
WdlCounts counts_following(const WdlModel& model, int games) {
    const char* const fens[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                "r2qk2r/ppp2ppp/8/8/8/8/PPP2PPP/R2QK2R b KQkq - 0 1",
                                "4k3/pppp4/8/8/8/8/4PPPP/R3K2R w KQ - 0 1"};
    Rng rng(1);
    WdlCounts counts;
    for (int i = 0; i < games; ++i) {
        const Position pos = *parse_fen(fens[rng.below(std::size(fens))]);
        const bool white = pos.side_to_move() == Color::White;
        const int score = static_cast<int>(rng.below(1201)) - 600;
        const WdlModel::Curve curve = model.at(wdl_material(pos));
        const double chance = rng.unit();
        const int outcome = chance < curve.win(score) ? 2 : chance < 1 - curve.win(-score) ? 1 : 0;
        spg::Game game;
        EXPECT_TRUE(spg::set_start(game, pos));
        game.result = static_cast<spg::GameResult>(white ? outcome : 2 - outcome);
        MoveList moves;
        generate<GenKind::Legal>(pos, moves);
        game.moves.push_back({moves[0], spg::stored_score(white ? score : -score)});
        EXPECT_TRUE(counts.add(game));
    }
    return counts;
}

TEST(WdlFit, FindsTheModelTheGamesFollow) {
    const WdlModel truth{230, 60, 90, -25};
    const WdlCounts counts = counts_following(truth, 40000);
    EXPECT_EQ(counts.positions(), 40000U);
    const WdlModel found = fit_wdl(counts, kWdlModel);
    EXPECT_LE(counts.misfit(found), counts.misfit(truth));
    for (const int material : {kLeastMaterial, 40, 58, kMostMaterial}) {
        EXPECT_NEAR(found.at(material).a, truth.at(material).a, 12) << material;
        EXPECT_NEAR(found.at(material).b, truth.at(material).b, 8) << material;
    }
}

TEST(WdlFit, LeavesOutDecisiveScoresAndCorruptGames) {
    WdlCounts counts;
    spg::Game game;
    game.moves.push_back({Move(Square::E2, Square::E4), spg::stored_mate(true, 5)});
    game.moves.push_back({Move(Square::E7, Square::E5), 20});
    EXPECT_TRUE(counts.add(game));
    EXPECT_EQ(counts.positions(), 1U);
    game.moves.push_back({Move(Square::E4, Square::E5), 20});  // illegal
    EXPECT_FALSE(counts.add(game));
    EXPECT_EQ(counts.positions(), 1U);
}

TEST(WdlFit, ComparesModelAndGamesInATable) {
    const WdlModel truth{200, 0, 80, 0};
    const std::string table = counts_following(truth, 5000).table(truth);
    EXPECT_NE(table.find("| 0 to 49 |"), std::string::npos);
    EXPECT_NE(table.find("| 400 to 599 |"), std::string::npos);
}

}  // namespace
}  // namespace stillpoint
