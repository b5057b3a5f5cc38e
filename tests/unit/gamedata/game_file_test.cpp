#include <csignal>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "gamedata/bytes.h"
#include "gamedata/reader.h"
#include "gamedata/replay.h"
#include "gamedata/writer.h"
#include "tests/unit/gamedata/random_games.h"
#include "tests/unit/support/broken_disk.h"
#include "tests/unit/support/temp_dir.h"
#include "util/crc32c.h"

namespace stillpoint::spg {
namespace {

FileHeader some_header() {
    FileHeader h;
    h.chess960 = true;
    h.seed = 0x0123456789ABCDEFULL;
    h.unix_time = 1700000000;
    h.net_crc32c = 0xDEADBEEF;
    h.engine_build_id = 42;
    h.soft_nodes = 1000;
    h.hard_nodes = 8000;
    h.win_adjudication_cp = 2500;
    h.win_adjudication_plies = 4;
    h.draw_adjudication_plies = 12;
    h.draw_adjudication_cp = 4;
    h.draw_adjudication_min_ply = 80;
    h.eval_scale = 400;
    return h;
}

std::vector<Game> some_games(int count, std::uint64_t seed, int plies = 120) {
    Rng rng(seed);
    std::vector<Game> games;
    for (int i = 0; i < count; ++i) games.push_back(random_game(static_cast<Variant>(i % 3), rng, plies));
    return games;
}

std::vector<Game> read_games(const std::string& path, std::string* problem = nullptr) {
    std::vector<Game> games;
    auto reader = GameReader::open(path);
    if (!reader) {
        if (problem) *problem = reader.error();
        return games;
    }
    Game game;
    while (reader->next(game)) games.push_back(game);
    if (problem) *problem = reader->problem();
    return games;
}

// A file with `blocks` blocks of `per_block` games.
std::string write_file(const std::string& path, int blocks, int per_block, int plies = 120) {
    auto writer = std::move(*GameWriter::open(path, some_header()));
    for (int b = 0; b < blocks; ++b) {
        for (const Game& g : some_games(per_block, static_cast<std::uint64_t>(b), plies))
            EXPECT_TRUE(writer.add(g));
        EXPECT_TRUE(writer.flush());
    }
    return read_all(path);
}

// Where the file's header and each of its blocks end.
std::vector<std::size_t> block_ends(const std::string& bytes) {
    std::vector<std::size_t> ends{kFileHeaderBytes};
    for (std::size_t at = kFileHeaderBytes; at < bytes.size(); ends.push_back(at))
        at += kBlockHeaderBytes + get_le<std::uint32_t>(bytes, at + 4);
    return ends;
}

TEST(GameFile, Crc32cKnowsItsTestVector) {
    EXPECT_EQ(crc32c("123456789", 9), 0xE3069283U);
    EXPECT_EQ(crc32c("456789", 6, crc32c("123", 3)), 0xE3069283U);
    EXPECT_EQ(crc32c("", 0), 0U);
}

TEST(GameFile, HeaderHasTheDocumentedLayout) {
    const std::string bytes = encode_header(some_header());
    ASSERT_EQ(bytes.size(), 64U);
    EXPECT_EQ(bytes.substr(0, 8), "STILLPG1");
    EXPECT_EQ(get_le<std::uint16_t>(bytes, 8), 1);
    EXPECT_EQ(get_le<std::uint16_t>(bytes, 10), 64);
    EXPECT_EQ(get_le<std::uint32_t>(bytes, 12), 1U);
    EXPECT_EQ(get_le<std::uint64_t>(bytes, 16), 0x0123456789ABCDEFULL);
    EXPECT_EQ(get_le<std::uint32_t>(bytes, 32), 0xDEADBEEFU);
    EXPECT_EQ(get_le<std::uint16_t>(bytes, 48), 2500);
    EXPECT_EQ(get_le<std::uint8_t>(bytes, 50), 4);
    EXPECT_EQ(get_le<std::uint8_t>(bytes, 51), 12);
    EXPECT_EQ(get_le<std::uint16_t>(bytes, 56), 400);
    EXPECT_EQ(get_le<std::uint32_t>(bytes, 60), crc32c(bytes.data(), 60));
    ASSERT_TRUE(decode_header(bytes));
    EXPECT_EQ(*decode_header(bytes), some_header());
}

TEST(GameFile, RecordHasTheDocumentedLayout) {
    Game game;
    game.result = GameResult::WhiteWins;
    game.end_reason = EndReason::WinAdjudicated;
    game.prefix = {Move(Square::E2, Square::E4)};
    game.moves = {{Move(Square::E7, Square::E5), -25}};
    std::string bytes;
    ASSERT_TRUE(encode(game, bytes));
    ASSERT_EQ(bytes.size(), 4U + 2 + 4);
    EXPECT_EQ(bytes[0], 2 | 5 << 2);
    EXPECT_EQ(bytes[1], 1);
    EXPECT_EQ(get_le<std::uint16_t>(bytes, 2), 1);
    EXPECT_EQ(get_le<std::uint16_t>(bytes, 4), 12 | 28 << 6);
    EXPECT_EQ(get_le<std::int16_t>(bytes, 8), -25);
}

TEST(GameFile, RoundTripsAllVariantsOverSeveralBlocks) {
    const TempDir dir;
    const std::string path = dir.file("games.spg");
    const std::vector<Game> games = some_games(2400, 1);  // about a megabyte: four blocks by size alone
    {
        auto writer = GameWriter::open(path, some_header());
        ASSERT_TRUE(writer) << writer.error();
        for (const Game& g : games) ASSERT_TRUE(writer->add(g));
        EXPECT_EQ(writer->games(), games.size());
    }  // the destructor writes the rest
    auto reader = GameReader::open(path);
    ASSERT_TRUE(reader) << reader.error();
    EXPECT_EQ(reader->header(), some_header());
    Game game;
    std::size_t n = 0;
    for (; reader->next(game); ++n) {
        ASSERT_LT(n, games.size());
        EXPECT_EQ(game, games[n]);
        EXPECT_TRUE(replay(game, [](const ReplayStep&) {}));
    }
    EXPECT_EQ(n, games.size());
    EXPECT_EQ(reader->problem(), "");
    EXPECT_GT(reader->blocks(), 2U);
    EXPECT_EQ(reader->good_bytes(), read_all(path).size());
}

TEST(GameFile, TheLongestGameFits) {
    const TempDir dir;
    Game game = some_games(1, 3)[0];
    game.prefix.assign(kMaxPrefixMoves, Move(Square::E2, Square::E4));
    game.moves.assign(kMaxScoredMoves, {Move(Square::E2, Square::E4), 5});
    {
        auto writer = std::move(*GameWriter::open(dir.file("a.spg"), some_header()));
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(writer.add(game));
        game.prefix.push_back(Move(Square::E2, Square::E4));
        EXPECT_FALSE(writer.add(game));
        game.prefix.pop_back();
    }
    std::string problem;
    EXPECT_EQ(read_games(dir.file("a.spg"), &problem), std::vector<Game>(3, game));
    EXPECT_EQ(problem, "");
}

TEST(GameFile, EveryTruncationKeepsTheBlocksBefore) {
    const TempDir dir;
    const std::string bytes = write_file(dir.file("a.spg"), 3, 2, 20);
    const std::vector<Game> games = read_games(dir.file("a.spg"));
    ASSERT_EQ(games.size(), 6U);
    const std::vector<std::size_t> ends = block_ends(bytes);
    ASSERT_EQ(ends.size(), 4U);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        auto reader =
            GameReader::from_stream(std::make_unique<std::istringstream>(bytes.substr(0, size)), "x");
        ASSERT_EQ(reader.ok(), size >= kFileHeaderBytes);
        if (!reader) continue;
        std::size_t whole = 0;
        while (whole + 1 < ends.size() && ends[whole + 1] <= size) ++whole;
        Game game;
        std::size_t n = 0;
        for (; reader->next(game); ++n) EXPECT_EQ(game, games[n]);
        EXPECT_EQ(n, whole * 2);
        EXPECT_EQ(reader->problem().empty(), size == ends[whole]) << size;
    }
}

// The rest may be whole: it isn't cut off as what a killed run left.
TEST(GameFile, WhatADiskCannotGiveIsNoUnfinishedBlock) {
    const TempDir dir;
    const std::string bytes = write_file(dir.file("a.spg"), 2, 2, 20);
    const std::string half = bytes.substr(0, block_ends(bytes)[1] + 30);
    std::stringbuf ends_there(half);
    test::BrokenDisk breaks_there(half);
    for (std::streambuf* source :
         {static_cast<std::streambuf*>(&ends_there), static_cast<std::streambuf*>(&breaks_there)}) {
        auto reader = GameReader::from_stream(std::make_unique<std::istream>(source), "x");
        ASSERT_TRUE(reader) << reader.error();
        for (Game game; reader->next(game);) {
        }
        EXPECT_NE(reader->problem(), "");
        EXPECT_EQ(reader->unfinished_block().has_value(), source == &ends_there);
    }
}

TEST(GameFile, EveryFlippedBitIsNoticed) {
    const TempDir dir;
    const std::string bytes = write_file(dir.file("a.spg"), 2, 2, 12);
    const std::vector<Game> games = read_games(dir.file("a.spg"));
    const std::vector<std::size_t> ends = block_ends(bytes);
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string broken = bytes;
            broken[at] = static_cast<char>(broken[at] ^ 1 << bit);
            auto reader = GameReader::from_stream(std::make_unique<std::istringstream>(broken), "x");
            if (!reader) {
                EXPECT_LT(at, kFileHeaderBytes);
                continue;
            }
            std::vector<Game> read;
            for (Game game; reader->next(game);) read.push_back(game);
            EXPECT_NE(reader->problem(), "") << at << " bit " << bit;
            // A wrong number of a block does no harm; anything else costs the block it is in, and no more.
            const std::size_t in_block = at < ends[1] ? at - ends[0] : at - ends[1];
            const std::vector<Game> first(games.begin(), games.begin() + 2),
                second(games.begin() + 2, games.end());
            EXPECT_EQ(read, in_block >= 16 && in_block < 20 ? games : at < ends[1] ? second : first) << at;
        }
}

// Ways to damage the bytes from `begin` to `end` of a file.
using Harm = std::string (*)(const std::string& bytes, std::size_t begin, std::size_t end);
constexpr Harm kHarms[] = {
    [](const std::string& bytes, std::size_t, std::size_t end) {  // a flipped bit
        std::string out = bytes;
        out[end - 5] = static_cast<char>(out[end - 5] ^ 1);
        return out;
    },
    [](const std::string& bytes, std::size_t begin, std::size_t end) {  // a hole
        return std::string(bytes).replace(begin, end - begin, end - begin, '\0');
    },
    [](const std::string& bytes, std::size_t begin, std::size_t end) {  // lost bytes
        return bytes.substr(0, begin + 30) + bytes.substr(end);
    },
    [](const std::string& bytes, std::size_t begin, std::size_t end) {  // something else in its place
        return bytes.substr(0, begin) + "SPBKSPBSPBK" + std::string(200'000, 'S') + "SPB" + bytes.substr(end);
    },
    [](const std::string& bytes, std::size_t begin, std::size_t) {  // a length beyond the end
        return std::string(bytes).replace(begin + 4, 4, std::string("\0\0\x0F\0", 4));
    },
};

TEST(GameFile, DamageCostsTheBlockItIsInAndNoMore) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    const std::string bytes = write_file(path, 5, 2, 40);
    const std::vector<Game> games = read_games(path);
    const std::vector<std::size_t> ends = block_ends(bytes);
    const std::vector<Game> more = some_games(3, 99, 12);
    for (const Harm& harm : kHarms)
        for (std::size_t block = 0; block < 4; ++block) {
            const std::string broken = harm(bytes, ends[block], ends[block + 1]);
            write_all(path, broken);
            std::vector<Game> left = games;
            left.erase(left.begin() + static_cast<int>(2 * block),
                       left.begin() + static_cast<int>(2 * block + 2));
            std::string problem;
            EXPECT_EQ(read_games(path, &problem), left) << block;
            const std::size_t size = ends[block + 1] - ends[block] + broken.size() - bytes.size();
            EXPECT_NE(problem.find(std::to_string(size) + " bytes at byte " + std::to_string(ends[block])),
                      std::string::npos)
                << problem;

            {  // Going on with the file changes nothing of it.
                auto writer = GameWriter::open(path, some_header());
                ASSERT_TRUE(writer) << writer.error();
                EXPECT_EQ(writer->notice(), problem);
                EXPECT_EQ(writer->games(), left.size());
                for (const Game& g : more) ASSERT_TRUE(writer->add(g));
            }
            EXPECT_TRUE(read_all(path).starts_with(broken));
            left.insert(left.end(), more.begin(), more.end());
            EXPECT_EQ(read_games(path), left);
        }
}

TEST(GameFile, OnlyAnUnfinishedBlockIsCutOffAndNotWithoutAWord) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    const std::string bytes = write_file(path, 2, 2, 12);
    const std::vector<std::size_t> ends = block_ends(bytes);
    const auto after_opening = [&](const std::string& content, std::string& notice) {
        write_all(path, content);
        auto writer = GameWriter::open(path, some_header());
        if (writer) notice = writer->notice();
        return read_all(path);
    };
    std::string notice;
    EXPECT_EQ(after_opening(bytes, notice), bytes);
    EXPECT_EQ(notice, "");
    EXPECT_EQ(after_opening(bytes.substr(0, bytes.size() - 1), notice), bytes.substr(0, ends[1]));
    EXPECT_NE(notice.find("cut off"), std::string::npos) << notice;
    // A last block that is whole but wrong, and bytes that are no block, stay.
    for (const std::string& tail : {std::string("ZZ"), std::string(100, '\0'), bytes.substr(ends[1] + 1)}) {
        EXPECT_EQ(after_opening(bytes + tail, notice), bytes + tail);
        EXPECT_NE(notice.find(std::to_string(tail.size()) + " bytes at byte " + std::to_string(bytes.size())),
                  std::string::npos)
            << notice;
    }
}

TEST(GameFile, AppendingAfterAKillLosesOnlyTheBrokenBlock) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    const std::string bytes = write_file(path, 2, 2, 12);
    const std::vector<Game> games = read_games(path);
    const std::vector<Game> more = some_games(2, 99, 12);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        write_all(path, bytes.substr(0, size));
        const std::size_t kept = read_games(path).size();
        {
            auto writer = GameWriter::open(path, some_header());
            ASSERT_TRUE(writer) << size << ": " << writer.error();
            EXPECT_EQ(writer->games(), kept);
            for (const Game& g : more) ASSERT_TRUE(writer->add(g));
        }
        std::string problem;
        const std::vector<Game> now = read_games(path, &problem);
        EXPECT_EQ(problem, "");
        ASSERT_EQ(now.size(), kept + more.size());
        for (std::size_t i = 0; i < now.size(); ++i) EXPECT_EQ(now[i], i < kept ? games[i] : more[i - kept]);
    }
}

TEST(GameFile, OtherFilesAndOtherSettingsAreLeftAlone) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    for (const std::string& content : {std::string("my diary"), std::string(1000, 'x')}) {
        write_all(path, content);
        EXPECT_FALSE(GameWriter::open(path, some_header()));
        EXPECT_EQ(read_all(path), content);
        EXPECT_FALSE(GameReader::open(path));
    }
    std::filesystem::remove(path);
    const std::string bytes = write_file(path, 1, 1);
    FileHeader other = some_header();
    other.net_crc32c = 1;
    EXPECT_FALSE(GameWriter::open(path, other));
    EXPECT_EQ(read_all(path), bytes);
    other = some_header();
    other.seed = 7;
    EXPECT_TRUE(GameWriter::open(path, other));
    EXPECT_FALSE(GameWriter::open(dir.file("no/such/folder"), other));
    EXPECT_FALSE(GameReader::open(dir.file("nothing")));
    EXPECT_FALSE(GameReader::open(dir.file("")));
}

TEST(GameFile, ASecondWriterIsRefused) {
    const TempDir dir;
    auto first = GameWriter::open(dir.file("a.spg"), some_header());
    ASSERT_TRUE(first);
    EXPECT_FALSE(GameWriter::open(dir.file("a.spg"), some_header()));
}

TEST(GameFile, AFullDiskLosesNothing) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    const std::vector<Game> games = some_games(4, 5);
    auto writer = std::move(*GameWriter::open(path, some_header()));
    ASSERT_TRUE(writer.add(games[0]));
    ASSERT_TRUE(writer.flush());

    // A limit on the size of files fails in the middle of a block, as a full disk does.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    rlimit tight = old;
    tight.rlim_cur = read_all(path).size() + 100;
    setrlimit(RLIMIT_FSIZE, &tight);
    for (int i = 1; i < 4; ++i) EXPECT_TRUE(writer.add(games[static_cast<std::size_t>(i)]));
    const auto full = writer.flush();
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_FALSE(full);
    std::string problem;
    EXPECT_EQ(read_games(path, &problem).size(), 1U);
    EXPECT_EQ(problem, "");

    EXPECT_TRUE(writer.flush());
    EXPECT_EQ(read_games(path, &problem), games);
    EXPECT_EQ(problem, "");
}

TEST(GameFile, RandomBytesNeverHurt) {
    Rng rng(17);
    for (int i = 0; i < 20000; ++i) {
        std::string bytes(rng.below(200), '\0');
        for (char& c : bytes) c = static_cast<char>(rng.next());
        std::string_view rest = bytes;
        while (!rest.empty()) {
            const auto game = decode(rest);
            if (!game) break;
            static_cast<void>(replay(*game, [](const ReplayStep&) {}));
        }
        // After a valid header, and with a valid checksum, the decoder still gets nonsense.
        BlockHeader block{.payload_bytes = static_cast<std::uint32_t>(bytes.size()),
                          .games = rng.below(5),
                          .scored_plies = rng.below(50),
                          .block_index = 0,
                          .crc = crc32c(bytes.data(), bytes.size())};
        const std::string file =
            encode_header(some_header()) + (i % 2 ? encode_block_header(block) : "") + bytes;
        auto reader = std::move(*GameReader::from_stream(std::make_unique<std::istringstream>(file), "x"));
        Game game;
        while (reader.next(game)) static_cast<void>(replay(game, [](const ReplayStep&) {}));
    }
}

TEST(GameFile, IllegalMovesMakeAGameCorrupt) {
    for (Game game : some_games(30, 23)) {
        ASSERT_TRUE(replay(game, [](const ReplayStep&) {}));
        if (game.moves.size() < 20) continue;
        game.moves[10].move = Move(Square::A1, Square::A1);
        int steps = 0;
        const auto last = replay(game, [&](const ReplayStep&) { ++steps; });
        ASSERT_FALSE(last);
        EXPECT_NE(last.error().find("illegal"), std::string::npos);
        EXPECT_EQ(steps, static_cast<int>(game.prefix.size()) + 10);
    }
}

TEST(GameFile, StoredScoresStayInTheirRanges) {
    EXPECT_EQ(stored_score(40000), 30000);
    EXPECT_EQ(stored_score(-40000), -30000);
    EXPECT_EQ(stored_score(-12), -12);
    EXPECT_EQ(stored_mate(true, 3), 30997);
    EXPECT_EQ(stored_mate(false, 3), -30997);
    EXPECT_EQ(stored_mate(true, 5000), 30001);
}

}  // namespace
}  // namespace stillpoint::spg
