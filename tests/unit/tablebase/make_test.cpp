#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "tablebase/make/facts.h"
#include "tablebase/make/file_index.h"
#include "tablebase/make/maker.h"
#include "tablebase/make/solver.h"
#include "tablebase/make/verify.h"
#include "tablebase/work_folder.h"
#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint::tablebase {
namespace {

// Solves an ending and all it leads to.
std::unique_ptr<SolvedEnding> solve_all(std::string_view name) {
    std::map<std::string, SharedResults> known;
    std::unique_ptr<SolvedEnding> last;
    for (const Material& m : with_all_that_follow({*parse_material(name)})) {
        auto solved = solve(Ending(m), {.threads = 2,
                                        .results = [&](const Material& n) { return known.at(n.name()); },
                                        .progress = {},
                                        .swap_folder = {}});
        if (!solved) return nullptr;
        known[m.name()] = std::make_shared<Results>((*solved)->results());
        last = std::move(*solved);
    }
    return last;
}

TEST(TableMaker, EveryPositionHasOneNumber) {
    for (const char* name : {"KQvK", "KRRvK", "KPvKP", "KPPvK", "KQvKR"}) {
        const Ending ending(*parse_material(name));
        Rng rng(1);
        for (int i = 0; i < 20000; ++i) {
            const std::uint64_t index = rng.next() % ending.positions();
            Squares squares{};
            if (!ending.squares_of(index, squares)) continue;
            const auto king = [&](Color c) {
                return static_cast<int>(squares[static_cast<std::size_t>(ending.king(c))]);
            };
            if (std::abs(king(Color::White) % 8 - king(Color::Black) % 8) <= 1 &&
                std::abs(king(Color::White) / 8 - king(Color::Black) / 8) <= 1)
                continue;
            ASSERT_EQ(ending.index_of(squares), index) << name;
            for (std::size_t k = 0; k < ending.men().size(); ++k) squares[k] ^= 7;  // mirrored
            ASSERT_EQ(ending.index_of(squares), index) << name;
        }
    }
}

// The file's own way of counting: each of its numbers is a placing of its own.
TEST(TableMaker, FilesCountEveryPlacingOnce) {
    for (const char* name : {"KQvK", "KPvK"}) {
        const Material material = *parse_material(name);
        const Ending ending(material);
        for (const PieceOrder& order : possible_orders(material)) {
            const FileIndex index(ending, 0, order);
            std::set<Squares> seen;
            for (std::uint64_t i = 0; i < index.size(); ++i) seen.insert(index.squares_of(i));
            ASSERT_EQ(seen.size(), index.size()) << name;
        }
    }
    EXPECT_EQ(possible_orders(*parse_material("KQvK")).size(), 6u);
    EXPECT_EQ(
        FileIndex(Ending(*parse_material("KQvK")), 0, possible_orders(*parse_material("KQvK"))[0]).size(),
        31332u);
}

TEST(TableMaker, NextEndings) {
    std::set<std::string> names;
    for (const Material& m : next_endings(*parse_material("KPvKP"))) names.insert(m.name());
    EXPECT_EQ(names, (std::set<std::string>{"KPvK", "KQvK", "KRvK", "KBvK", "KNvK", "KQvKP", "KRvKP", "KBvKP",
                                            "KNvKP"}));
    EXPECT_TRUE(next_endings(*parse_material("KQvK")).empty());
}

// Distances every book gives; they end in mate or, where there is something to take, in taking it.
TEST(TableMaker, KnownLongestDistances) {
    struct Fact {
        const char* name;
        int moves;
    };
    for (const Fact& fact : {Fact{"KQvK", 10}, Fact{"KRvK", 16}, Fact{"KBNvK", 33}, Fact{"KQvKR", 31}}) {
        const auto solved = solve_all(fact.name);
        ASSERT_TRUE(solved);
        const EndingFacts facts = collect_facts(*solved);
        EXPECT_EQ((facts.to_move[Color::White].longest_win + 1) / 2, fact.moves) << fact.name;
        EXPECT_FALSE(facts.longest_fen.empty());
        const auto again = EndingFacts::from_line(facts.to_line());
        ASSERT_TRUE(again);
        EXPECT_EQ(again->to_line(), facts.to_line());
    }
}

TEST(TableMaker, PawnEndingHasTheKnownNumberOfWins) {
    const auto solved = solve_all("KPvK");
    ASSERT_TRUE(solved);
    const EndingFacts facts = collect_facts(*solved);
    EXPECT_EQ(facts.to_move[Color::White].positions() + facts.to_move[Color::Black].positions(), 165676u);
    EXPECT_EQ(facts.to_move[Color::White].results[4] + facts.to_move[Color::Black].results[0], 111282u);
}

TEST(TableMaker, MadeTablesSayWhatWasSolved) {
    if (!is_supported()) GTEST_SKIP() << "built without Fathom";
    const TemporaryFolder folder;
    const auto plan = plan_tables(all_materials(3), folder.string());
    EXPECT_EQ(plan.steps.size(), 5u);
    // With so little memory the positions are kept in files.
    ASSERT_LT(plan.least_memory(), plan.memory(1));
    EXPECT_GT(plan.disk(plan.least_memory()), plan.disk(plan.memory(1)));
    MakeOptions options{
        .folder = folder.string(), .threads = 2, .memory = plan.least_memory() - 1, .progress = {}};
    ASSERT_FALSE(make_tables(plan, options));
    EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
    ++options.memory;
    const auto made = make_tables(plan, options);
    ASSERT_TRUE(made) << made.error();
    EXPECT_TRUE(plan_tables(all_materials(3), folder.string()).steps.empty());
    ASSERT_TRUE(init(folder.string()));
    for (const Material& m : all_materials(3)) {
        const auto solved = solve_all(m.name());
        ASSERT_TRUE(solved);
        const Ending& ending = solved->ending();
        for (std::uint64_t i = 0; i < ending.positions(); ++i)
            for (Color c : {Color::White, Color::Black}) {
                const Verdict v = solved->at(c, i);
                if (!v.is_possible()) continue;
                const Position pos = *position_of(ending, i, c);
                ASSERT_EQ(probe_wdl(pos), v.wdl()) << to_fen(pos);
                if (i % 16 != 0) continue;
                const auto report = probe(pos);
                ASSERT_TRUE(report && report->dtz) << to_fen(pos);
                // Tables may give one half-move less than the truth, never more; mate counts as one.
                const int truth = v.kind() == Verdict::Kind::Draw ? 0 : std::max(v.distance(), 1);
                ASSERT_LE(std::abs(*report->dtz), truth) << to_fen(pos);
                ASSERT_GE(std::abs(*report->dtz), truth - 1) << to_fen(pos);
            }
        const Consistency found = check_consistency(m, 300, [](double) { return true; });
        EXPECT_EQ(found.positions, 300u);
        EXPECT_EQ(found.wrong, 0u) << found.example;
    }
    EXPECT_TRUE(init(""));
}

TEST(TableMaker, DistancesAgree) {
    const auto answer = [](int distance) {
        return TableAnswer{
            .index = 7, .to_move = Color::White, .wdl = 2, .distance = static_cast<std::int16_t>(distance)};
    };
    EXPECT_TRUE(agree(answer(5), answer(5), true));
    EXPECT_FALSE(agree(answer(5), answer(6), true));
    EXPECT_TRUE(agree(answer(5), answer(6), false));
    EXPECT_FALSE(agree(answer(5), answer(7), false));
    EXPECT_FALSE(agree(answer(TableAnswer::kNoDistance), answer(TableAnswer::kNoDistance), true));
}

// Most distances come from a question about the position before.
TEST_F(WithTables, AllAnswersOfAnEndingAreThoseAskedOneByOne) {
    for (const char* name : {"KRvK", "KPvK", "KNNvK"}) {
        const Material material = *parse_material(name);
        const Ending ending(material);
        const auto units = distance_units(test_tables() + "/" + name + ".rtbz", material);
        ASSERT_EQ(units, std::vector<int>(material.has_pawns() ? 4 : 1, 0))
            << "White to move, in whole moves";
        std::uint64_t n = 0;
        const auto answers = read_answers(material, Color::White, 1, 1, [](double) { return true; });
        // Which side is stored says what is cheaper to ask, not what the answer is.
        const auto as_if_black = read_answers(material, Color::Black, 1, 1, [](double) { return true; });
        ASSERT_EQ(answers.size(), as_if_black.size());
        for (std::size_t i = 0; i < answers.size(); ++i)
            ASSERT_TRUE(agree(answers[i], as_if_black[i], true)) << name << ' ' << i;
        for (const TableAnswer& answer : answers) {
            if (n++ % 59 != 0) continue;
            const Position pos = *position_of(ending, answer.index, answer.to_move);
            const auto report = probe(pos);
            if (!pos.has_legal_move() || answer.wdl == 0) {
                EXPECT_EQ(answer.distance, TableAnswer::kNotAsked) << to_fen(pos);
                continue;
            }
            ASSERT_TRUE(report && report->dtz) << to_fen(pos);
            EXPECT_EQ(answer.wdl, static_cast<int>(report->wdl)) << to_fen(pos);
            EXPECT_EQ(answer.distance, *report->dtz) << to_fen(pos);
        }
        EXPECT_GT(n, 50000u) << name;
    }
}

TEST(TableMaker, DamageIsNoticedAndMadeGood) {
    const TemporaryFolder folder;
    const std::vector<Material> wanted{*parse_material("KRvK")};
    const auto make = [&] {
        return make_tables(plan_tables(wanted, folder.string()),
                           {.folder = folder.string(), .threads = 1, .memory = 1 << 30, .progress = {}});
    };
    ASSERT_TRUE(make());
    const auto file = folder / "KRvK.rtbz";
    EXPECT_EQ(check_file(file, wanted[0], TableKind::Dtz), "");
    EXPECT_TRUE(has_known_checksum(file));
    {
        std::fstream spoil(file, std::ios::in | std::ios::out | std::ios::binary);
        spoil.seekp(-200, std::ios::end);
        spoil.put('\x5a');
    }
    EXPECT_NE(check_file(file, wanted[0], TableKind::Dtz), "");
    ASSERT_TRUE(make());
    EXPECT_EQ(check_file(file, wanted[0], TableKind::Dtz), "");
    EXPECT_EQ(read_facts(folder.string()).size(), 1u);
}

// Two runs in one folder would remove each other's results; what a killed one left is no run.
TEST(TableMaker, OneRunAtATimeAndNoTraceOfAKilledOne) {
    const TemporaryFolder folder;
    const std::vector<Material> wanted{*parse_material("KRvK")};
    const auto make = [&] {
        return make_tables(plan_tables(wanted, folder.string()),
                           {.folder = folder.string(), .threads = 1, .memory = 1 << 30, .progress = {}});
    };
    {
        const auto other = WorkFolder::open(folder.string());
        ASSERT_TRUE(other) << other.error();
        EXPECT_TRUE(WorkFolder::is_in_use(folder.string()));
        const auto refused = make();
        ASSERT_FALSE(refused);
        EXPECT_TRUE(has(refused.error(), "another run")) << refused.error();
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
    std::filesystem::create_directories(folder / "making");
    std::ofstream(folder / "making/KRvK.results.part") << "half";
    EXPECT_FALSE(WorkFolder::is_in_use(folder.string()));
    ASSERT_TRUE(make());
    EXPECT_FALSE(std::filesystem::exists(folder / "making"));
    const auto other = WorkFolder::open(folder.string());
    const auto nothing_to_do = make();
    ASSERT_TRUE(nothing_to_do) << nothing_to_do.error();
    EXPECT_TRUE(nothing_to_do->empty());
}

TEST(TableMaker, StopsInOrderAndGoesOn) {
    const TemporaryFolder folder;
    const auto plan = plan_tables(all_materials(3), folder.string());
    const auto stopped =
        make_tables(plan, {.folder = folder.string(),
                           .threads = 1,
                           .memory = 1 << 30,
                           .progress = [](double part, const std::string&) { return part < 0.5; }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error(), "stopped");
    const auto rest = plan_tables(all_materials(3), folder.string());
    EXPECT_GT(rest.already_made, 0);
    EXPECT_LT(rest.steps.size(), plan.steps.size());
    EXPECT_FALSE(rest.steps.empty());
    ASSERT_TRUE(
        make_tables(rest, {.folder = folder.string(), .threads = 1, .memory = 1 << 30, .progress = {}}));
    EXPECT_EQ(plan_tables(all_materials(3), folder.string()).already_made, 5);
    EXPECT_FALSE(std::filesystem::exists(folder / "making"));
}

}  // namespace
}  // namespace stillpoint::tablebase
