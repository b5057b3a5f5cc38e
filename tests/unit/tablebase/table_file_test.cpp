#include "tablebase/table_file.h"

#include <fstream>
#include <string>
#include <vector>

#include "tablebase/table_header.h"
#include "tests/unit/tablebase/with_tables.h"

namespace stillpoint::tablebase {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> read_all(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_all(const fs::path& file, const std::vector<std::uint8_t>& bytes) {
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::string fault(const fs::path& file, const std::string& material, TableKind kind = TableKind::Wdl) {
    return std::string(find_fault(file, *parse_material(material), kind));
}

class TableFile : public ::testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists(test_tables() + "/KQvK.rtbw")) GTEST_SKIP() << "no tables in " << test_tables();
    }
};

TEST_F(TableFile, RealOnesAreSound) {
    int files = 0;
    for (const Material& m : test_materials())
        for (TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
            const fs::path file = test_tables() + "/" + m.name() + std::string(file_ending(kind));
            EXPECT_EQ(find_fault(file, m, kind), "") << file;
            ++files;
        }
    EXPECT_EQ(files, 2 * kTestTables);
}

TEST_F(TableFile, EachIsSoundOnlyUnderItsOwnName) {
    for (const Material& m : test_materials())
        for (const Material& other : test_materials())
            for (TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
                const fs::path file = test_tables() + "/" + m.name() + std::string(file_ending(kind));
                EXPECT_EQ(find_fault(file, other, kind).empty(), m == other)
                    << file << " as " << other.name();
                const TableKind wrong = kind == TableKind::Wdl ? TableKind::Dtz : TableKind::Wdl;
                EXPECT_NE(find_fault(file, m, wrong), "") << file;
            }
}

TEST_F(TableFile, EveryOtherLengthIsNoticed) {
    const TemporaryFolder folder;
    const auto whole = read_all(test_tables() + "/KRvKB.rtbw");
    const Material material = *parse_material("KRvKB");
    for (std::size_t size = 0; size < whole.size(); size += size < 3000 ? 1 : 257) {
        const HeaderFindings found = read_header(std::span(whole).first(size), material, TableKind::Wdl);
        EXPECT_TRUE(found.needs_more_bytes || found.file_size == whole.size()) << size;
    }
    for (std::size_t size : {1u, 4u, 5u, 16u, 80u, 1000u, 30000u}) {
        write_all(folder / "t", {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
        EXPECT_NE(fault(folder / "t", "KRvKB"), "") << size;
    }
    // Also where the length is one a table could have.
    write_all(folder / "t", {whole.begin(), whole.end() - 64});
    EXPECT_TRUE(has(fault(folder / "t", "KRvKB"), "shorter than its header says"));
    auto longer = whole;
    longer.resize(whole.size() + 64, 1);
    write_all(folder / "t", longer);
    EXPECT_EQ(fault(folder / "t", "KRvKB"), "longer than its header says");
}

TEST_F(TableFile, SaysWhatIsWrong) {
    const TemporaryFolder folder;
    EXPECT_EQ(fault(folder / "nothing", "KRvKB"), "not a regular file");
    EXPECT_EQ(fault(folder / "", "KRvKB"), "not a regular file");
    write_all(folder / "t", {});
    EXPECT_EQ(fault(folder / "t", "KRvKB"), "empty file");

    auto bytes = read_all(test_tables() + "/KRvKB.rtbw");
    auto spoilt = bytes;
    spoilt[0] ^= 1;
    write_all(folder / "t", spoilt);
    EXPECT_EQ(fault(folder / "t", "KRvKB"), "not a Syzygy table");

    spoilt = bytes;
    spoilt[read_header(bytes, *parse_material("KRvKB"), TableKind::Wdl).index_begin] ^= 1;
    write_all(folder / "t", spoilt);
    EXPECT_EQ(fault(folder / "t", "KRvKB"), "has a broken index");

    spoilt = bytes;
    std::fill(spoilt.end() - 16, spoilt.end(), 0);
    write_all(folder / "t", spoilt);
    EXPECT_TRUE(has(fault(folder / "t", "KRvKB"), "no checksum"));

    const std::string page = "<html><body>404 Not Found</body></html>";
    write_all(folder / "t", {page.begin(), page.end()});
    EXPECT_NE(fault(folder / "t", "KRvKB"), "");
}

TEST_F(TableFile, WideDistancesAreRefused) {
    // No small table has them: pretend, by setting the bits for mapped and wide in the first sub-table.
    auto bytes = read_all(test_tables() + "/KRvKN.rtbz");
    bytes[10] |= 2 | 16;
    EXPECT_TRUE(
        has(std::string(read_header(bytes, *parse_material("KRvKN"), TableKind::Dtz).fault), "16-bit"));
}

// Whatever happens to header and index, either the file is refused or Fathom can cope with it.
TEST_F(TableFile, SpoiltHeadersAndIndexesNeverCrash) {
    if (!is_supported()) GTEST_SKIP() << "built without Fathom";
    const TemporaryFolder folder;
    folder.link_all_but("KRvKN.rtbw");
    const auto whole = read_all(test_tables() + "/KRvKN.rtbw");
    const Material material = *parse_material("KRvKN");
    const auto before_blocks =
        static_cast<std::uint32_t>(read_header(whole, material, TableKind::Wdl).index_end);
    Rng rng(7);
    int accepted = 0;
    for (int round = 0; round < 300; ++round) {
        auto spoilt = whole;
        const int changes = 1 + static_cast<int>(rng.below(3));
        for (int i = 0; i < changes; ++i)
            spoilt[4 + rng.below(before_blocks - 4)] = static_cast<std::uint8_t>(rng.next());
        write_all(folder / "KRvKN.rtbw", spoilt);
        if (!find_fault(folder / "KRvKN.rtbw", material, TableKind::Wdl).empty()) continue;
        ++accepted;
        ASSERT_TRUE(init(folder.string()));
        for (int i = 0; i < 300; ++i) {
            const auto wdl = probe_wdl(random_position(material, rng));
            ASSERT_TRUE(wdl);
            ASSERT_LE(std::abs(static_cast<int>(*wdl)), 2);
        }
    }
    EXPECT_GT(accepted, 0);
    EXPECT_LT(accepted, 300);
    EXPECT_TRUE(init(""));
}

}  // namespace
}  // namespace stillpoint::tablebase
