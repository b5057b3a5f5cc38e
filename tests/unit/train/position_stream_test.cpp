#include "train/position_stream.h"

#include <algorithm>
#include <csignal>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/unit/support/temp_dir.h"
#include "train/hash_set.h"

namespace stillpoint::train {
namespace {

constexpr std::uint64_t kBlocksPerChunk = PositionFile::kChunk / RecordStore::kBlock;
constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30;

// A record that stands for a number.
Record numbered(std::uint64_t number) {
    Record record;
    record.occupied = number;
    return record;
}

Result<PositionFile> make_file(const std::string& path, std::uint64_t records, std::uint64_t seed = 1) {
    PositionScatter scatter(path, seed);
    for (std::uint64_t i = 0; i < records; ++i)
        if (const auto added = scatter.add(numbered(i)); !added) return Error{added.error()};
    return scatter.finish("notes", kPlenty);
}

std::vector<std::uint64_t> numbers(const RecordStore& records) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t i = 0; i < records.size(); ++i) out.push_back(records[i].occupied);
    return out;
}

std::vector<std::string> files_in(const TempDir& dir) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(dir.path()))
        names.push_back(entry.path().filename().string());
    return names;
}

TEST(PositionFile, HoldsEveryPositionOnceInFairOrder) {
    const TempDir dir;
    constexpr std::uint64_t kRecords = 100'000;
    auto file = make_file(dir.file("p"), kRecords);
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->take_notes(), "notes");
    EXPECT_EQ(file->chunks(), kRecords / PositionFile::kChunk + 1);
    EXPECT_EQ(files_in(dir), std::vector<std::string>{"p"}) << "parts are gone";

    const auto all = file->front(kPlenty);
    ASSERT_TRUE(all) << all.error();
    std::vector<std::uint64_t> order = numbers(*all);
    // The mean place of the first and of the last tenth is the middle: 4 standard errors are 1.2 %.
    double first = 0, last = 0;
    for (std::uint64_t i = 0; i < kRecords; ++i) {
        if (order[i] < kRecords / 10) first += static_cast<double>(i);
        if (order[i] >= kRecords - kRecords / 10) last += static_cast<double>(i);
    }
    EXPECT_NEAR(first / (kRecords / 10.0) / kRecords, 0.5, 0.012);
    EXPECT_NEAR(last / (kRecords / 10.0) / kRecords, 0.5, 0.012);
    // Neighbours in the games are strangers in the file.
    std::uint64_t neighbours = 0;
    for (std::uint64_t i = 1; i < kRecords; ++i) neighbours += order[i] == order[i - 1] + 1;
    EXPECT_LT(neighbours, 10U);
    // The last chunk is filled with the file's first positions.
    for (std::uint64_t i = kRecords; i < order.size(); ++i) EXPECT_EQ(order[i], order[i - kRecords]);
    order.resize(kRecords);
    std::sort(order.begin(), order.end());
    for (std::uint64_t i = 0; i < kRecords; ++i) ASSERT_EQ(order[i], i);
}

TEST(PositionFile, TheSeedDecidesTheOrder) {
    const TempDir dir;
    const auto order = [&](const char* name, std::uint64_t seed) {
        return numbers(*make_file(dir.file(name), 20'000, seed)->front(kPlenty));
    };
    EXPECT_EQ(order("a", 1), order("b", 1));
    EXPECT_NE(order("a", 1), order("b", 2));
}

TEST(PositionFile, LeavesNothingBehindWhenItIsNotFinished) {
    const TempDir dir;
    {
        PositionScatter scatter(dir.file("p"), 1);
        for (std::uint64_t i = 0; i < 5000; ++i) ASSERT_TRUE(scatter.add(numbered(i)));
        EXPECT_GT(files_in(dir).size(), 1U);
    }
    EXPECT_TRUE(files_in(dir).empty());

    // Nor does what a killed process left confuse the next one.
    for (const char* name : {"p.part3", "p.new"}) write_all(dir.file(name), "left over");
    auto file = make_file(dir.file("p"), 5000);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->take_notes(), "notes");
    EXPECT_EQ(files_in(dir), std::vector<std::string>{"p"});
    write_all(dir.file("p.part3"), "left over");
    remove_position_file(dir.file("p"));
    EXPECT_TRUE(files_in(dir).empty());
}

TEST(PositionFile, SaysWhatIsWrong) {
    const TempDir dir;
    const auto nowhere = make_file(dir.file("none/p"), 600'000);
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().find("can't be written"), std::string::npos) << nowhere.error();

    PositionScatter scatter(dir.file("q"), 1);
    for (std::uint64_t i = 0; i < 100'000; ++i) ASSERT_TRUE(scatter.add(numbered(i)));
    const auto too_small = scatter.finish("", 1000);
    ASSERT_FALSE(too_small);
    EXPECT_NE(too_small.error().find("takes 1 MiB of memory"), std::string::npos) << too_small.error();
}

TEST(PositionFile, AFullDiskIsOneLineAndLeavesNothing) {
    const TempDir dir;
    // The kernel refuses to let files grow further, as on a full disk.
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    // Parts hold 75 KB each; the whole is larger.
    for (rlim_t limit : {rlim_t{50'000}, rlim_t{1'000'000}}) {
        const rlimit small{limit, before.rlim_max};
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto file = make_file(dir.file("p"), 600'000);
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
        ASSERT_FALSE(file);
        EXPECT_NE(file.error().find("can't be written: File too large"), std::string::npos) << file.error();
        EXPECT_EQ(file.error().find('\n'), std::string::npos);
        EXPECT_TRUE(files_in(dir).empty());
    }
    std::signal(SIGXFSZ, old_handler);
}

TEST(PositionFile, DamageIsNoticed) {
    const TempDir dir;
    const std::string path = dir.file("p");
    ASSERT_TRUE(make_file(path, 20'000));
    const std::string good = read_all(path);
    for (std::size_t size : {std::size_t{0}, std::size_t{19}, good.size() / 2, good.size() - 1}) {
        write_all(path, good.substr(0, size));
        EXPECT_FALSE(PositionFile::open(path)) << size;
    }
    for (std::size_t at = good.size() - 50; at < good.size(); ++at) {
        std::string broken = good;
        broken[at] = static_cast<char>(broken[at] ^ 1);
        write_all(path, broken);
        EXPECT_FALSE(PositionFile::open(path)) << at;
    }
    std::string broken = good;
    broken[300'000] = static_cast<char>(broken[300'000] ^ 1);  // in the second chunk
    write_all(path, broken);
    const auto file = PositionFile::open(path);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->front(1));
    EXPECT_FALSE(file->front(PositionFile::kChunk + 1));

    PositionStream stream(*file, 3 * PositionFile::kChunk, 1);
    const auto ready = stream.make_ready(0, 1);
    ASSERT_FALSE(ready);
    EXPECT_NE(ready.error().find("damaged"), std::string::npos) << ready.error();
    EXPECT_FALSE(stream.make_ready(0, 1)) << "asking again does not help";
}

// The numbers of the blocks' records, in the order in which training gets them.
std::vector<std::uint64_t> streamed(PositionStream& stream, std::uint64_t first, std::uint64_t blocks,
                                    std::uint64_t at_once = 7) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t done = 0; done < blocks; done += at_once) {
        const std::uint64_t count = std::min(at_once, blocks - done);
        const auto ready = stream.make_ready(first + done, count);
        EXPECT_TRUE(ready) << ready.error();
        for (std::uint64_t b = 0; b < count; ++b)
            for (std::size_t i = 0; i < RecordStore::kBlock; ++i)
                out.push_back(stream.block(first + done + b)[i].occupied);
    }
    return out;
}

TEST(PositionStream, AnEpochVisitsEveryPositionOnce) {
    const TempDir dir;
    constexpr std::uint64_t kChunks = 12, kWindow = 4;
    const auto file = make_file(dir.file("p"), kChunks * PositionFile::kChunk);
    ASSERT_TRUE(file);
    PositionStream stream(*file, kWindow * PositionFile::kChunk, 5);
    std::vector<std::vector<std::uint64_t>> epochs;
    for (std::uint64_t epoch = 0; epoch < 3; ++epoch)
        epochs.push_back(streamed(stream, epoch * kChunks * kBlocksPerChunk, kChunks * kBlocksPerChunk));
    EXPECT_NE(epochs[0], epochs[1]);
    // Other positions meet in a window each time.
    const auto window = [&](std::size_t epoch) {
        std::vector<std::uint64_t> in(epochs[epoch].begin(),
                                      epochs[epoch].begin() + kWindow * PositionFile::kChunk);
        std::sort(in.begin(), in.end());
        return in;
    };
    EXPECT_NE(window(0), window(1));
    for (std::vector<std::uint64_t>& epoch : epochs) {
        std::sort(epoch.begin(), epoch.end());
        for (std::uint64_t i = 0; i < epoch.size(); ++i) ASSERT_EQ(epoch[i], i);
    }
}

TEST(PositionStream, GoesOnFromAnyBlock) {
    const TempDir dir;
    const auto file = make_file(dir.file("p"), 90'000);  // windows and epochs don't end together
    ASSERT_TRUE(file);
    constexpr std::uint64_t kBlocks = 4000;
    PositionStream stream(*file, 5 * PositionFile::kChunk, 5);
    const auto all = streamed(stream, 0, kBlocks);
    for (std::uint64_t first : {1U, 639U, 640U, 1500U, 3999U}) {
        PositionStream other(*file, 5 * PositionFile::kChunk, 5);
        const auto rest = streamed(other, first, kBlocks - first, 600);
        EXPECT_TRUE(std::equal(rest.begin(), rest.end(),
                               all.begin() + static_cast<std::ptrdiff_t>(first * RecordStore::kBlock)));
    }
    stream.release();
    EXPECT_EQ(streamed(stream, 0, 1), std::vector(all.begin(), all.begin() + RecordStore::kBlock));
}

TEST(PositionStream, MemoryAndWindowsFitEachOther) {
    EXPECT_EQ(PositionStream::memory_for(16384), 1U << 20);
    EXPECT_EQ(PositionStream::window_for(1U << 20), 16384U);
    EXPECT_EQ(PositionStream::window_for((1U << 20) - 1), 8192U);
    EXPECT_EQ(PositionStream::window_for(1000), 0U);
}

TEST(HashSet, KnowsWhatItHasSeen) {
    HashSet set;
    Rng rng(3);
    std::vector<std::uint64_t> inserted{0};
    for (int i = 0; i < 20'000; ++i) inserted.push_back(rng.next());
    for (std::uint64_t hash : inserted) EXPECT_TRUE(set.insert(hash));
    for (std::uint64_t hash : inserted) EXPECT_FALSE(set.insert(hash));
    for (int i = 0; i < 20'000; ++i) EXPECT_TRUE(set.insert(rng.next()));
    EXPECT_LT(set.bytes(), 40'001 * 14U);
}

}  // namespace
}  // namespace stillpoint::train
