#include <fstream>
#include <string>

#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint::tablebase {
namespace {

namespace fs = std::filesystem;

const char* const kKRvK = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
const char* const kKQvK = "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1";
const char* const kKRvKN = "8/8/8/3k4/8/6n1/8/R3K3 b - - 0 1";
const char* const kKQvKR = "8/8/8/3k4/8/5r2/8/Q3K3 b - - 0 1";

std::string joined(const Summary& summary) {
    std::string text;
    for (const std::string& w : summary.warnings) text += w + "\n";
    return text;
}

int private_folders() {
    int found = 0;
    for (const auto& entry : fs::directory_iterator(fs::temp_directory_path()))
        found += entry.path().filename().string().starts_with("stillpoint-syzygy-");
    return found;
}

// In a build without the library everything answers, and says why.
TEST(TablebaseStub, SaysThatItIsOff) {
    if (is_supported()) GTEST_SKIP() << "built with Fathom";
    const auto summary = init("/tmp");
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error(), "built without Syzygy support (install libfathom-dev)");
    EXPECT_TRUE(init(""));
    EXPECT_EQ(max_pieces(), 0);
    const Position pos = position(kKRvK);
    EXPECT_FALSE(probe_wdl(pos));
    EXPECT_FALSE(rank_root_moves(pos, {}));
    EXPECT_FALSE(probe(pos));
    EXPECT_TRUE(winning_line(pos, {}).empty());
}

class TablebaseInit : public ::testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = why_no_tables(); !reason.empty()) GTEST_SKIP() << reason;
        ASSERT_TRUE(init(""));
    }
    void TearDown() override {
        if (is_supported()) {
            EXPECT_TRUE(init(""));
        }
    }
};

TEST_F(TablebaseInit, OffUntilAsked) {
    EXPECT_EQ(max_pieces(), 0);
    EXPECT_FALSE(probe_wdl(position(kKRvK)));
    EXPECT_EQ(probe(position(kKRvK)).error(), "no tablebases: set SyzygyPath");
}

TEST_F(TablebaseInit, FindsAllTables) {
    const auto summary = init(test_tables());
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->wdl_total(), kTestTables);
    EXPECT_EQ(summary->dtz_total(), kTestTables);
    EXPECT_EQ(summary->largest(), 4);
    EXPECT_EQ(max_pieces(), 4);
    EXPECT_TRUE(summary->warnings.empty()) << joined(*summary);
    EXPECT_TRUE(summary->text().starts_with("22 WDL and 22 DTZ tables, up to 4 pieces")) << summary->text();
    EXPECT_EQ(probe_wdl(position(kKRvK)), Wdl::Win);
}

TEST_F(TablebaseInit, OffAgain) {
    for (const char* nothing : {"", "<empty>"}) {
        ASSERT_TRUE(init(test_tables()));
        ASSERT_TRUE(probe_wdl(position(kKRvK)));
        const auto off = init(nothing);
        ASSERT_TRUE(off);
        EXPECT_EQ(off->text(), "no tablebases");
        EXPECT_EQ(max_pieces(), 0);
        EXPECT_FALSE(probe_wdl(position(kKRvK)));
        EXPECT_FALSE(rank_root_moves(position(kKRvK), {}));
    }
}

TEST_F(TablebaseInit, AMissingFolderIsReportedAndChangesNothing) {
    ASSERT_TRUE(init(test_tables()));
    for (const std::string& path :
         {std::string("/no/such/folder"), test_tables() + "/KQvK.rtbw", std::string("::")}) {
        const auto summary = init(path);
        ASSERT_FALSE(summary) << path;
        EXPECT_TRUE(has(summary.error(), "no usable Syzygy tables")) << summary.error();
        EXPECT_EQ(max_pieces(), 4);
        EXPECT_EQ(probe_wdl(position(kKRvK)), Wdl::Win);
    }
}

TEST_F(TablebaseInit, EmptyFolder) {
    const TemporaryFolder folder;
    std::ofstream(folder / "readme.txt") << "no tables here";
    std::ofstream(folder / "KvKQ.rtbw") << "not a name of a table";
    const auto summary = init(folder.string());
    ASSERT_FALSE(summary);
    EXPECT_TRUE(has(summary.error(), "no usable Syzygy tables")) << summary.error();
}

TEST_F(TablebaseInit, SeveralFolders) {
    const TemporaryFolder a, b;
    for (const char* name : {"KRvK.rtbw", "KRvK.rtbz", "KQvK.rtbw"}) a.link(name);
    for (const char* name : {"KQvK.rtbw", "KQvK.rtbz", "KRvKN.rtbw", "KNvK.rtbw"}) b.link(name);
    const std::string s(1, kPathSeparator);
    // Also with empty parts, which Fathom itself would stumble over.
    for (const std::string& path : {a.string() + s + b.string(), s + a.string() + s + s + b.string() + s}) {
        const auto summary = init(path);
        ASSERT_TRUE(summary) << summary.error();
        EXPECT_EQ(summary->wdl_total(), 4);
        EXPECT_EQ(summary->dtz_total(), 2);
        EXPECT_EQ(summary->largest(), 4);
        EXPECT_TRUE(summary->warnings.empty()) << joined(*summary);
        EXPECT_EQ(summary->text(),
                  "4 WDL and 2 DTZ tables, up to 4 pieces; missing: 2 WDL and 3 DTZ of the 5 with 3 pieces, "
                  "29 WDL and 30 DTZ of the 30 with 4 pieces");
        EXPECT_TRUE(probe_wdl(position(kKRvK)));
        EXPECT_TRUE(probe_wdl(position(kKQvK)));
        EXPECT_TRUE(probe_wdl(position(kKRvKN)));
        EXPECT_FALSE(probe_wdl(position(kKQvKR)));
    }
    const auto with_missing = init(a.string() + s + "/no/such/folder");
    ASSERT_TRUE(with_missing);
    EXPECT_EQ(joined(*with_missing), "cannot read folder /no/such/folder\n");
    EXPECT_EQ(max_pieces(), 3);
}

TEST_F(TablebaseInit, BadFilesAreLeftOutAndTheRestWorks) {
    struct Case {
        const char* what;
        void (*spoil)(const fs::path&);
        const char* told;
    };
    const Case cases[] = {
        {"empty", [](const fs::path& f) { fs::resize_file(f, 0); }, "empty file"},
        {"cut off", [](const fs::path& f) { fs::resize_file(f, fs::file_size(f) / 2); }, "shorter than"},
        {"cut off at a likely length", [](const fs::path& f) { fs::resize_file(f, 64 * 700 + 16); },
         "shorter than"},
        {"only a beginning", [](const fs::path& f) { fs::resize_file(f, 16); }, "ends inside its header"},
        {"something else", [](const fs::path& f) { std::ofstream(f) << "404 Not Found"; }, "KRvKN.rtbw: "},
        {"a folder", [](const fs::path& f) { fs::remove(f), fs::create_directory(f); }, "not a regular file"},
        {"another table",
         [](const fs::path& f) { fs::remove(f), fs::copy_file(test_tables() + "/KRvKB.rtbw", f); },
         "is about other pieces"},
    };
    // A separate place: other tests that run at the same time make and remove such folders too.
    const TemporaryFolder place;
    const ScopedVariable variable("TMPDIR", place.string());
    for (const Case& c : cases) {
        const TemporaryFolder folder;
        folder.link_all_but("KRvKN.rtbw");
        folder.copy("KRvKN.rtbw");
        c.spoil(folder / "KRvKN.rtbw");
        const auto summary = init(folder.string());
        ASSERT_TRUE(summary) << c.what << ": " << summary.error();
        EXPECT_EQ(summary->wdl_total(), kTestTables - 1) << c.what;
        EXPECT_EQ(summary->dtz_total(), kTestTables - 1) << c.what;
        const std::string told = joined(*summary);
        EXPECT_TRUE(has(told, "KRvKN.rtbw: ")) << told;
        EXPECT_TRUE(has(told, c.told)) << c.what << ": " << told;
        EXPECT_TRUE(has(told, "1 DTZ tables are not used")) << told;
        EXPECT_EQ(private_folders(), 1);
        EXPECT_FALSE(probe_wdl(position(kKRvKN))) << c.what;
        EXPECT_FALSE(rank_root_moves(position(kKRvKN), {})) << c.what;
        EXPECT_TRUE(probe_wdl(position(kKQvKR))) << c.what;
        EXPECT_TRUE(rank_root_moves(position(kKQvKR), {})) << c.what;
    }
    ASSERT_TRUE(init(test_tables()));
    EXPECT_EQ(private_folders(), 0);
}

TEST_F(TablebaseInit, AGoodFileElsewhereReplacesABadOne) {
    const TemporaryFolder bad;
    bad.link("KRvK.rtbw");
    bad.copy("KRvKN.rtbw");
    fs::resize_file(bad / "KRvKN.rtbw", 16);
    const auto summary = init(bad.string() + kPathSeparator + test_tables());
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->wdl_total(), kTestTables);
    EXPECT_EQ(summary->warnings.size(), 1u);
    EXPECT_TRUE(probe_wdl(position(kKRvKN)));
}

TEST_F(TablebaseInit, ManyBadFilesGetFewLines) {
    const TemporaryFolder folder;
    folder.link("KRvK.rtbw");
    for (const Material& m : all_materials(4)) std::ofstream(folder / (m.name() + ".rtbw")) << "junk";
    const auto summary = init(folder.string());
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->warnings.size(), 11u);
    EXPECT_EQ(summary->warnings.back(), "and 20 more such files");
    EXPECT_EQ(max_pieces(), 3);
}

TEST_F(TablebaseInit, WithoutDtzTablesMovesAreRankedByResult) {
    const TemporaryFolder folder;
    for (const Material& m : test_materials()) folder.link(m.name() + ".rtbw");
    const auto summary = init(folder.string());
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->dtz_total(), 0);

    Rng rng(3);
    int by_wdl = 0;
    const auto materials = test_materials();
    for (int i = 0; i < 500; ++i) {
        const Position pos = random_position(materials[rng.below(kTestTables)], rng);
        const auto ranking = rank_root_moves(pos, {});
        if (legal_moves(pos).empty()) {
            EXPECT_FALSE(ranking);
            continue;
        }
        ASSERT_TRUE(ranking);
        // Where no distance is needed, as in drawn positions, DTZ tables are not needed either.
        by_wdl += ranking->by == RankedBy::Wdl;
        EXPECT_EQ(ranking->best().wdl, *probe_wdl(pos));
        EXPECT_EQ(ranking->moves.size(), legal_moves(pos).size());
    }
    EXPECT_GT(by_wdl, 100);
    const auto report = probe(position(kKRvK));
    ASSERT_TRUE(report);
    EXPECT_EQ(report->wdl, Wdl::Win);
    EXPECT_FALSE(report->dtz);
    EXPECT_TRUE(winning_line(position(kKRvK), {}).empty());
}

TEST_F(TablebaseInit, WithoutSmallerTablesThereIsNoAnswer) {
    const TemporaryFolder folder;
    folder.link("KRvKN.rtbw");
    folder.link("KRvKN.rtbz");
    ASSERT_TRUE(init(folder.string()));
    EXPECT_EQ(max_pieces(), 4);
    // White can take the knight, and nothing is known about king and rook against king.
    const Position pos = position("8/8/8/3k4/8/8/8/R2nK3 w - - 0 1");
    EXPECT_FALSE(probe_wdl(pos));
    EXPECT_FALSE(rank_root_moves(pos, {}));
    EXPECT_EQ(probe(pos).error(), "a table this position needs is missing");
}

}  // namespace
}  // namespace stillpoint::tablebase
