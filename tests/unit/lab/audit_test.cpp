// How often the rules of the search are wrong: the audit, and the second look it takes.
#include "lab/audit.h"

#include <numeric>

#include <gtest/gtest.h>

#include "commands/commands.h"
#include "search/second_look.h"
#include "tests/unit/lab/recorded_tree.h"
#include "tests/unit/support/games.h"

namespace stillpoint {
namespace {

using lab::Audit;
using lab::AuditFigures;
using lab::AuditSettings;

// Looks at some nodes as they are entered, with nothing switched off, and compares with what the search then
// finds. Only if the second look starts from exactly the same state do score and nodes agree.
class Rehearsal : public TraceListener {
public:
    Rehearsal(SoloSearch& search, int every) : search_(search), look_({}, {}), every_(every) {}

    void entered(const NodeEntry& entry) override {
        Expected expected{.nodes_before = nodes_, .entry = entry};
        if (entry.kind != NodeKind::Root && ++count_ % every_ == 0) {
            expected.rehearsed = look_.take_place(search_, entry, Features{});
            expected.score = look_.node();
            expected.nodes = look_.nodes();
        }
        open_.push_back(expected);
    }
    void made(Move) override { ++nodes_; }
    void left(const Finding&, Score score) override {
        const Expected expected = open_.back();
        open_.pop_back();
        if (!expected.rehearsed) return;
        ++compared_;
        deep_ += expected.entry.depth >= 3;
        EXPECT_EQ(score, expected.score) << "depth " << expected.entry.depth;
        EXPECT_EQ(nodes_ - expected.nodes_before, expected.nodes) << "depth " << expected.entry.depth;
    }

    int compared() const { return compared_; }
    int deep() const { return deep_; }

private:
    struct Expected {
        bool rehearsed = false;
        Score score = 0;
        std::uint64_t nodes = 0;
        std::uint64_t nodes_before = 0;
        NodeEntry entry;
    };
    SoloSearch& search_;
    SecondLook look_;
    const int every_;
    std::uint64_t nodes_ = 0;
    int count_ = 0, compared_ = 0, deep_ = 0;
    std::vector<Expected> open_;
};

TEST(SecondLook, FindsWhatTheSearchFindsIfNothingIsSwitchedOff) {
    for (const char* fen : test::kLabFens) {
        const auto search = std::make_unique<SoloSearch>(SoloSettings{.hash_mebibytes = 1});
        const auto rehearsal = std::make_unique<Rehearsal>(*search, 53);
        search->run(
            test::must_parse(fen),
            {.limits = test::depth_limit(8), .tablebases = TablebaseSettings{}, .listener = rehearsal.get()});
        EXPECT_GT(rehearsal->compared(), 10) << fen;
        EXPECT_GT(rehearsal->deep(), 0) << fen;
    }
}

AuditSettings settings_for(int depth, int samples) {
    AuditSettings settings;
    for (const char* fen : test::kLabFens) settings.positions.push_back(test::must_parse(fen));
    settings.rules.resize(lab::kAuditedCount);
    std::iota(settings.rules.begin(), settings.rules.end(), std::size_t{0});
    settings.depth = depth;
    settings.samples = samples;
    settings.solo.hash_mebibytes = 1;
    return settings;
}

Audit must_audit(const AuditSettings& settings) {
    auto audit = lab::run_audit(settings);
    if (!audit) throw std::runtime_error(audit.error());
    return std::move(*audit);
}

AuditFigures figures(const Audit& audit, std::string_view rule) {
    return figures_of(audit, *lab::find_audited_rule(rule));
}

TEST(Audit, LeavesTheSearchAsItIs) {
    const AuditSettings settings = settings_for(8, 10);
    std::uint64_t nodes = 0;
    std::array<std::uint64_t, kRules> applied{};
    for (const Position& pos : settings.positions) {
        SoloSearch search(settings.solo);
        search.run(pos, {.limits = test::depth_limit(8), .tablebases = TablebaseSettings{}});
        nodes += search.worker().nodes();
        // Once more, counted.
        TraceListener nobody;
        search.clear();
        search.run(pos,
                   {.limits = test::depth_limit(8), .tablebases = TablebaseSettings{}, .listener = &nobody});
        for (std::size_t i = 0; i < kRules; ++i) applied[i] += search.worker().counts().applications[i];
    }
    const Audit audit = must_audit(settings);
    EXPECT_EQ(audit.nodes, nodes);
    // No claim is missed. Late-move pruning counts once a node here, and reductions are no rule.
    for (std::size_t i = 0; i < lab::kAuditedCount; ++i) {
        const Rule rule = lab::kAuditedRules[i].rule;
        if (rule == Rule::None || rule == Rule::LateMovePruning) continue;
        EXPECT_EQ(figures_of(audit, i).made, static_cast<double>(applied[static_cast<std::size_t>(rule)]))
            << name_of(rule);
    }
    EXPECT_GT(figures(audit, "late-move-pruning").made, 0);
    EXPECT_GT(figures(audit, "late-move-reduction").made, 0);
}

TEST(Audit, ChecksAsManyAsAskedForAndTheSameOnesEachTime) {
    const AuditSettings settings = settings_for(6, 5);
    const Audit audit = must_audit(settings);
    std::size_t checked = 0;
    for (const auto& depths : audit.counts)
        for (const lab::ClaimCount& count : depths) {
            EXPECT_EQ(count.checked, std::min<std::uint64_t>(count.made, 5));
            checked += count.checked;
        }
    EXPECT_EQ(audit.claims.size(), checked);
    EXPECT_EQ(audit_json(audit), audit_json(must_audit(settings)));
}

// One rule, with one of its numbers changed.
AuditFigures audit_with(std::string_view rule, int Params::*number, int value) {
    AuditSettings settings = settings_for(7, 300);
    settings.rules = {*lab::find_audited_rule(rule)};
    settings.solo.tuning.params.*number = value;
    return figures(must_audit(settings), rule);
}

TEST(Audit, FindsAPlantedFault) {
    struct Fault {
        std::string_view rule;
        int Params::*number;
        int sound, far_too_bold;
    };
    // Either way nearly all quiet moves are skipped.
    const Fault faults[] = {{"quiet_futility", &Params::fut_quiet_base, Params{}.fut_quiet_base, -2000},
                            {"SEE-pruning", &Params::see_quiet_depth2, Params{}.see_quiet_depth2, -1000}};
    for (const Fault& fault : faults) {
        const AuditFigures sound = audit_with(fault.rule, fault.number, fault.sound);
        const AuditFigures bold = audit_with(fault.rule, fault.number, fault.far_too_bold);
        EXPECT_GT(bold.wrong_low, sound.wrong_high) << fault.rule;
        EXPECT_GT(bold.error, sound.error) << fault.rule;
    }
}

TEST(Audit, ARuleThatNeverAppliesClaimsNothing) {
    const AuditFigures never = audit_with("quiet-futility", &Params::fut_quiet_base, 100'000);
    EXPECT_EQ(never.made, 0);
    EXPECT_EQ(never.checked, 0u);
}

// Also where nothing or everything is wrong, and one end is the share itself but for rounding.
TEST(Audit, TheIntervalHoldsTheShare) {
    for (const bool wrong : {false, true})
        for (std::uint64_t checked = 1; checked < 40; ++checked)
            for (std::uint64_t made : {checked, checked * 3 + 1, checked * 1043}) {
                Audit audit;
                audit.rules = {0};
                // Two depths, so that the claims have different weights.
                audit.counts[0][1] = {.made = made, .checked = checked};
                audit.counts[0][2] = {.made = 1, .checked = 1};
                for (std::uint64_t i = 0; i < checked; ++i)
                    audit.claims.push_back({.depth = 1, .wrong = wrong});
                audit.claims.push_back({.depth = 2, .wrong = wrong});
                const AuditFigures f = figures_of(audit, 0);
                ASSERT_LE(f.wrong_low, f.wrong);
                ASSERT_GE(f.wrong_high, f.wrong);
                ASSERT_GE(f.wrong_low, 0);
                ASSERT_LE(f.wrong_high, 1);
            }
}

TEST(Audit, WeighsWhatWasNotChecked) {
    Audit audit;
    audit.rules = {0};
    audit.counts[0][1] = {.made = 10, .checked = 10, .wasted = 20};
    for (int i = 0; i < 10; ++i)
        audit.claims.push_back(
            {.depth = 1, .margin = i, .wrong = i == 0, .error = i == 0 ? 50 : 0, .nodes_saved = 12});
    const AuditFigures one = figures_of(audit, 0);
    EXPECT_DOUBLE_EQ(one.wrong, 0.1);
    EXPECT_NEAR(one.wrong_low, 0.0179, 0.0001);
    EXPECT_NEAR(one.wrong_high, 0.4042, 0.0001);
    EXPECT_DOUBLE_EQ(one.error, 5);
    EXPECT_DOUBLE_EQ(one.error_if_wrong, 50);
    EXPECT_DOUBLE_EQ(one.worst_if_wrong, 50);
    EXPECT_DOUBLE_EQ(one.worst, 50);
    EXPECT_DOUBLE_EQ(one.nodes_saved, 10);
    EXPECT_DOUBLE_EQ(one.price(), 500);

    // Ninety claims at another depth, of which two were checked: each stands for 45.
    audit.counts[0][2] = {.made = 90, .checked = 2, .wasted = 0};
    audit.claims.push_back({.depth = 2, .margin = 20, .wrong = true, .error = 100, .nodes_saved = 40});
    audit.claims.push_back({.depth = 2, .margin = 30, .wrong = false, .error = 0, .nodes_saved = 40});
    const AuditFigures both = figures_of(audit, 0);
    EXPECT_DOUBLE_EQ(both.made, 100);
    EXPECT_DOUBLE_EQ(both.wrong, 0.46);
    EXPECT_DOUBLE_EQ(both.error, 45.5);
    EXPECT_DOUBLE_EQ(both.nodes_saved, (10 * 12 + 90 * 40 - 20) / 100.0);
    EXPECT_DOUBLE_EQ(figures_of(audit, 0, 2).wrong, 0.5);
    const auto groups = margin_groups(audit, 0);
    ASSERT_EQ(groups.size(), 3u);
    EXPECT_EQ(groups[0].low, 0);
    EXPECT_EQ(groups[2].high, 30);
    EXPECT_DOUBLE_EQ(groups[0].figures.wrong, 0.2);
}

TEST(Audit, ARuleThatSavesNothingHasNoPrice) {
    Audit audit;
    audit.rules = {0};
    audit.counts[0][1] = {.made = 1, .checked = 1, .wasted = 0};
    audit.claims.push_back({.depth = 1, .margin = 0, .wrong = true, .error = 10, .nodes_saved = -3});
    EXPECT_LT(figures_of(audit, 0).price(), 0);
    EXPECT_NE(audit_text(audit).find("no saving"), std::string::npos);
    EXPECT_NE(audit_json(audit).find("\"cp_per_1000_nodes\":null"), std::string::npos);
}

TEST(AuditCommand, RefusesNonsense) {
    Engine engine;
    for (const Words& words : {Words{"depth"},
                               {"depth", "0"},
                               {"depth", "x"},
                               {"depth", "999"},
                               {"samples", "0"},
                               {"hash", "-1"},
                               {"no-such-rule"},
                               {"positions"},
                               {"positions", "/nonexistent"},
                               {"razoring", "out"}})
        EXPECT_FALSE(stillpoint::audit(engine, words));
    EXPECT_NE(stillpoint::audit(engine, {"no-such-rule"}).error().find("reverse-futility"),
              std::string::npos);
    EXPECT_NE(stillpoint::audit(engine, {"depth", "999"}).error().find("depth must be a number from 1 to"),
              std::string::npos);
}

TEST(AuditCommand, SearchesThePositionsOfAFile) {
    const test::TempFile file("positions.epd");
    std::ofstream(file.path()) << test::kLabFens[1] << '\n';
    Engine engine;
    engine.use_plain_evaluation();
    const auto text = stillpoint::audit(
        engine, {"razoring", "null_move", "depth", "6", "positions", file.path(), "samples", "3"});
    ASSERT_TRUE(text) << text.error();
    EXPECT_NE(text->find("1 positions to depth 6"), std::string::npos) << *text;
    EXPECT_NE(text->find("razoring"), std::string::npos) << *text;
    EXPECT_EQ(text->find("multi-cut"), std::string::npos) << *text;
}

}  // namespace
}  // namespace stillpoint
