#include <algorithm>

#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint::tablebase {
namespace {

using TablebaseGames = WithTables;

enum class Defence { Best, Random, Shortest };

// A game that keeps track of `has_repeated` as an engine has to.
class Game {
public:
    explicit Game(const Position& pos) : pos_(pos) {}

    const Position& pos() const { return pos_; }
    bool has_repeated() const { return has_repeated_; }
    void play(Move m) {
        pos_.make(m);
        if (pos_.halfmove_clock() == 0) has_repeated_ = false;
        has_repeated_ = has_repeated_ || pos_.times_seen_before() > 0;
    }

private:
    Position pos_;
    bool has_repeated_ = false;
};

// Any of the highest-ranked moves.
Move choose_best(const RootRanking& ranking, Rng& rng) {
    const auto equal =
        static_cast<std::uint32_t>(std::ranges::count(ranking.moves, ranking.best().rank, &RankedMove::rank));
    return ranking.moves[rng.below(equal)].move;
}

Move choose_defence(const RootRanking& ranking, Defence defence, Rng& rng) {
    const auto size = static_cast<std::uint32_t>(ranking.moves.size());
    switch (defence) {
        case Defence::Best: return ranking.best().move;
        case Defence::Random: return ranking.moves[rng.below(size)].move;
        case Defence::Shortest: return ranking.moves.back().move;
    }
    return Move::none();
}

// The side to move at the start plays highest-ranked moves only, and must mate.
void expect_mate(const Position& start, bool use_rule50, Defence defence, Rng& rng) {
    Game game(start);
    const Color winner = start.side_to_move();
    for (int ply = 0; ply < 2000; ++ply) {
        const Position& pos = game.pos();
        ASSERT_FALSE(pos.times_seen_before() >= 2) << to_fen(start) << " repeats at " << to_fen(pos);
        if (use_rule50) {
            ASSERT_FALSE(pos.is_draw_by_fifty_moves()) << to_fen(start) << " runs out at " << to_fen(pos);
        }
        if (!pos.has_legal_move()) {
            ASSERT_TRUE(pos.in_check() && pos.side_to_move() != winner)
                << to_fen(start) << " " << to_fen(pos);
            return;
        }
        const auto ranking =
            rank_root_moves(pos, {.use_rule50 = use_rule50, .has_repeated = game.has_repeated()});
        ASSERT_TRUE(ranking) << to_fen(pos);
        const bool ours = pos.side_to_move() == winner;
        ASSERT_EQ(ranking->best().outcome, ours ? Outcome::Win : Outcome::Loss)
            << to_fen(start) << " " << to_fen(pos);
        game.play(ours ? choose_best(*ranking, rng) : choose_defence(*ranking, defence, rng));
    }
    FAIL() << to_fen(start) << " does not end";
}

// A won position; if `late`, with the highest clock that still wins for sure (dtz + clock up to 99).
Position random_win(const Material& m, Rng& rng, bool use_rule50, bool late) {
    for (;;) {
        const Position pos = random_position(m, rng);
        const auto ranking = rank_root_moves(pos, {.use_rule50 = use_rule50});
        if (!ranking || ranking->best().outcome != Outcome::Win) continue;
        if (!late) return pos;
        int dtz = 1000;
        for (const RankedMove& r : ranking->moves)
            if (r.outcome == Outcome::Win) dtz = std::min(dtz, r.dtz);
        return with_clock(pos, 99 - dtz);
    }
}

bool can_be_won(const Material& m) {
    const std::string name = m.name();
    // Hardly any won positions, or none.
    return name != "KBvK" && name != "KNvK" && name != "KBvKB" && name != "KBvKN" && name != "KNvKN" &&
           name != "KNNvK";
}

TEST_F(TablebaseGames, WonPositionsAreWonWithinTheRule) {
    Rng rng(21);
    for (const Material& m : test_materials()) {
        if (!can_be_won(m)) continue;
        for (Defence defence : {Defence::Best, Defence::Random, Defence::Shortest})
            for (int i = 0; i < 3; ++i)
                ASSERT_NO_FATAL_FAILURE(expect_mate(random_win(m, rng, true, false), true, defence, rng));
    }
}

TEST_F(TablebaseGames, WonPositionsAreWonAtTheLastMoment) {
    Rng rng(22);
    for (const Material& m : test_materials()) {
        if (!can_be_won(m)) continue;
        for (Defence defence : {Defence::Best, Defence::Random})
            for (int i = 0; i < 3; ++i)
                ASSERT_NO_FATAL_FAILURE(expect_mate(random_win(m, rng, true, true), true, defence, rng));
    }
}

TEST_F(TablebaseGames, WithoutTheRuleTheClockDoesNotMatter) {
    Rng rng(23);
    for (const char* name : {"KRvK", "KQvKR", "KBNvK", "KPvK", "KQvKP", "KRvKN", "KPvKP"}) {
        const Material m = *parse_material(name);
        for (int clock : {0, 95, 300})
            for (int i = 0; i < 2; ++i) {
                const Position pos = with_clock(random_win(m, rng, false, false), clock);
                ASSERT_NO_FATAL_FAILURE(expect_mate(pos, false, Defence::Best, rng));
            }
    }
}

// In drawn positions, the side that plays highest-ranked moves never loses, whatever the other one does.
TEST_F(TablebaseGames, DrawnPositionsAreHeld) {
    Rng rng(24);
    for (const Material& m : test_materials()) {
        int games = 0;
        for (int attempt = 0; attempt < 2000 && games < 4; ++attempt) {
            const Position start = random_position(m, rng);
            const auto value = probe_wdl(start);
            if (value != Wdl::Draw || !start.has_legal_move()) continue;
            ++games;
            Game game(start);
            const Color holder = start.side_to_move();
            for (int ply = 0; ply < 120 && game.pos().has_legal_move(); ++ply) {
                const Position& pos = game.pos();
                const auto ranking =
                    rank_root_moves(pos, {.use_rule50 = true, .has_repeated = game.has_repeated()});
                ASSERT_TRUE(ranking);
                const bool ours = pos.side_to_move() == holder;
                if (ours) {
                    ASSERT_NE(ranking->best().outcome, Outcome::Loss) << to_fen(start) << " " << to_fen(pos);
                }
                // The opponent tries to win with the best moves or errs at random.
                game.play(ours || games % 2 == 0 ? choose_best(*ranking, rng)
                                                 : choose_defence(*ranking, Defence::Random, rng));
            }
            const bool over = !game.pos().has_legal_move();
            ASSERT_FALSE(over && game.pos().in_check() && game.pos().side_to_move() == holder)
                << to_fen(start);
        }
    }
}

TEST_F(TablebaseGames, LinesEndInMate) {
    Rng rng(25);
    for (const Material& m : test_materials()) {
        if (!can_be_won(m)) continue;
        for (int i = 0; i < 3; ++i) {
            const Position start = random_win(m, rng, true, false);
            Position pos = start;
            const auto line = winning_line(start, {.max_plies = 400, .budget = std::chrono::minutes(1)});
            ASSERT_FALSE(line.empty());
            for (Move move : line) {
                ASSERT_TRUE(pos.is_legal(move));
                ASSERT_FALSE(pos.is_draw_by_fifty_moves());
                pos.make(move);
                ASSERT_EQ(pos.times_seen_before(), 0);
            }
            ASSERT_TRUE(pos.in_check() && !pos.has_legal_move()) << to_fen(start) << " -> " << to_fen(pos);
            ASSERT_NE(pos.side_to_move(), start.side_to_move());

            // Also seen from the loser's side.
            const Position next = after(start, line.front());
            if (next.has_legal_move()) {
                const auto rest = winning_line(next, {.max_plies = 400, .budget = std::chrono::minutes(1)});
                ASSERT_FALSE(rest.empty());
            }
        }
    }
}

TEST_F(TablebaseGames, LinesStopAtTheirLimits) {
    const Position pos = position("8/8/8/8/1k6/8/8/K1BN4 w - - 0 1");
    const auto whole = winning_line(pos, {.max_plies = 400, .budget = std::chrono::minutes(1)});
    EXPECT_GT(whole.size(), 20u);
    EXPECT_LT(whole.size(), 80u);
    EXPECT_EQ(winning_line(pos, {.max_plies = 7, .budget = std::chrono::minutes(1)}).size(), 7u);
    EXPECT_TRUE(winning_line(pos, {.max_plies = 7, .budget = std::chrono::milliseconds(0)}).empty());
    EXPECT_TRUE(winning_line(position("8/8/8/8/1k6/8/8/K1NN4 w - - 0 1"), {}).empty());
    // Won but for the rule.
    const Position late = position("8/8/8/8/1k6/8/8/K1BN4 w - - 90 90");
    EXPECT_TRUE(winning_line(late, {}).empty());
    EXPECT_FALSE(winning_line(late, {.use_rule50 = false}).empty());
}

}  // namespace
}  // namespace stillpoint::tablebase
