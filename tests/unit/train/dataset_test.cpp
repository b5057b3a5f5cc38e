#include "train/dataset.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "gamedata/writer.h"
#include "tests/unit/gamedata/random_games.h"
#include "tests/unit/support/temp_dir.h"
#include "train/files.h"
#include "train/loss.h"
#include "train/scores.h"

namespace stillpoint::train {
namespace {

// A game from a FEN with the given moves; every move has the same score.
spg::Game game_from(const std::string& fen, const std::vector<std::string>& moves, int score) {
    spg::Game game;
    Position pos = *parse_fen(fen);
    EXPECT_TRUE(spg::set_start(game, pos));
    for (const std::string& text : moves) {
        const Move m = *parse_uci_move(pos, text);
        game.moves.push_back({m, static_cast<std::int16_t>(score)});
        pos.make(m);
    }
    return game;
}

void write_games(const std::string& path, const std::vector<spg::Game>& games, std::uint32_t net = 0) {
    spg::FileHeader header;
    header.net_crc32c = net;
    auto writer = spg::GameWriter::open(path, header);
    ASSERT_TRUE(writer) << writer.error();
    int n = 0;
    for (const spg::Game& g : games) {
        ASSERT_TRUE(writer->add(g));
        if (++n % 20 == 0) {  // several blocks, so that threads have something to share
            ASSERT_TRUE(writer->flush());
        }
    }
}

std::vector<spg::Game> random_games(int count, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<spg::Game> games;
    for (int i = 0; i < count; ++i)
        games.push_back(spg::random_game(static_cast<spg::Variant>(i % 3), rng, 80));
    return games;
}

// Loads everything as training data.
Dataset load_all(const std::string& path, const spg::Filters& filters) {
    auto data = load({path}, {.filters = filters, .validation_percent = 0});
    EXPECT_TRUE(data) << data.error();
    return std::move(*data);
}

TEST(Dataset, EachFilterDropsWhatItShould) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    // From move 20: a quiet move, a check given, the evasion, a capture, a promotion.
    const std::string fen = "6k1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 20";
    write_games(path,
                {game_from(fen, {"a1d1", "g8f8", "d1d8", "f8e7", "d8d2", "e7e6", "a7a8q", "e6e7"}, 50)});
    EXPECT_EQ(load_all(path, {}).counts.kept, 6U);
    EXPECT_EQ(load_all(path, {}).counts.check, 1U);
    EXPECT_EQ(load_all(path, {}).counts.noisy, 1U);
    EXPECT_EQ(load_all(path, {.skip_check = false}).counts.kept, 7U);
    EXPECT_EQ(load_all(path, {.skip_promotions = false}).counts.kept, 7U);
    EXPECT_EQ(load_all(path, {.min_ply = 40}).counts.kept, 4U);
    EXPECT_EQ(load_all(path, {.min_pieces = 11}).counts.kept, 0U);
    EXPECT_EQ(load_all(path, {.max_score = 49}).counts.score, 6U);
    EXPECT_EQ(load_all(path, {.max_score = 50}).counts.kept, 6U);

    const std::string capture = dir.file("b.spg");
    write_games(capture,
                {game_from("4k3/8/8/3pP3/8/8/r7/4K2R w K d6 0 20", {"e5d6", "a2a1", "e1e2", "a1h1"}, 0)});
    EXPECT_EQ(load_all(capture, {}).counts.noisy, 2U);  // en passant counts as a capture
    EXPECT_EQ(load_all(capture, {.skip_captures = false}).counts.noisy, 0U);
}

// One move of each side, both scored 300 for White.
Dataset two_positions(spg::GameResult result) {
    const TempDir dir;
    spg::Game game = game_from("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 20", {"a1d1", "g8f8"}, 300);
    game.result = result;
    write_games(dir.file("a.spg"), {game});
    return load_all(dir.file("a.spg"), {});
}

TEST(Dataset, LabelsFollowTheSideToMove) {
    const Dataset data = two_positions(spg::GameResult::WhiteWins);
    ASSERT_EQ(data.training.size(), 2U);
    EXPECT_EQ(data.training[0].score, 300);
    EXPECT_EQ(data.training[0].result, 2);
    EXPECT_EQ(data.training[1].score, -300);
    EXPECT_EQ(data.training[1].result, 0);
}

TEST(Dataset, PositionsWithoutAResultAreTaughtByTheirScoreAlone) {
    const Dataset data = two_positions(spg::GameResult::Unknown);
    ASSERT_EQ(data.training.size(), 2U);
    const std::array<float, 1> inverse_scale{1.0F / 400};
    const Target half{.lambda = 0.5F, .inverse_scale = inverse_scale};
    for (const Record& r : {data.training[0], data.training[1]}) {
        EXPECT_FALSE(r.has_result());
        EXPECT_FLOAT_EQ(half(r), half.eval(r));
    }
    EXPECT_FALSE(data.generations.at(0).fitted) << "scores alone say nothing about their scale";
}

TEST(Dataset, ASharperCurveKeepsWhatAScoreMeans) {
    // The output that fits a target best is the same for any sharpness.
    const std::array<float, 1> inverse_scale{1.0F / 400};
    const Target sharp{.lambda = 0, .inverse_scale = inverse_scale, .sharpness = 1.6F};
    Record record;
    record.score = 200;
    const LossAndSlope at_its_score = squared_error(0.5F, sharp(record), sharp.sharpness);
    EXPECT_NEAR(at_its_score.loss, 0, 1e-12);
    EXPECT_GT(sharp(record), (Target{.lambda = 0, .inverse_scale = inverse_scale}(record)));
}

TEST(LookAhead, MixesInWhatFollows) {
    const auto moves = [](std::initializer_list<int> scores) {
        std::vector<spg::ScoredMove> list;
        for (int s : scores) list.push_back({Move::none(), static_cast<std::int16_t>(s)});
        return list;
    };
    EXPECT_EQ(look_ahead(moves({0, 100, 200}), 0.5), (std::vector{75, 150, 200}));
    EXPECT_EQ(look_ahead(moves({10, -20, 30990}), 0.0), (std::vector{10, -20, 30990}));
    EXPECT_EQ(look_ahead(moves({0, 30990}), 0.5), (std::vector{1000, 2000}))
        << "a mate must not drown the rest";
    EXPECT_TRUE(look_ahead({}, 0.5).empty());
}

TEST(Dataset, LookingAheadChangesScoresButNotWhatIsKept) {
    const TempDir dir;
    write_games(dir.file("a.spg"), random_games(30, 5));
    const auto plain = load({dir.file("a.spg")}, {.validation_percent = 0});
    const auto ahead = load({dir.file("a.spg")}, {.validation_percent = 0, .look_ahead = 0.5});
    ASSERT_TRUE(plain && ahead);
    ASSERT_EQ(plain->training.size(), ahead->training.size());
    EXPECT_NE(plain->fingerprint, ahead->fingerprint);
    std::uint64_t changed = 0;
    for (std::uint64_t i = 0; i < plain->training.size(); ++i) {
        EXPECT_EQ(plain->training[i].occupied, ahead->training[i].occupied);
        changed += plain->training[i].score != ahead->training[i].score;
    }
    EXPECT_GT(changed, plain->training.size() / 2);
}

TEST(Dataset, PositionsFromAGamesTreeAreHeldOutWithIt) {
    const TempDir dir;
    std::vector<spg::Game> games;
    for (spg::Game game : random_games(200, 6)) {
        game.result = spg::GameResult::Draw;
        games.push_back(game);
        game.result = spg::GameResult::Unknown;
        games.push_back(game);
    }
    write_games(dir.file("a.spg"), games);
    const auto data = load({dir.file("a.spg")}, {.validation_percent = 20});
    ASSERT_TRUE(data);
    for (const RecordStore* store : {&data->training, &data->validation}) {
        std::uint64_t from_tree = 0;
        for (std::uint64_t i = 0; i < store->size(); ++i) from_tree += !(*store)[i].has_result();
        EXPECT_GT(store->size(), 0U);
        EXPECT_EQ(2 * from_tree, store->size());
    }
}

TEST(Dataset, ThreadsChangeNothing) {
    const TempDir dir;
    write_games(dir.file("a.spg"), random_games(300, 1));
    write_games(dir.file("b.spg"), random_games(300, 2), 77);
    const std::vector<std::string> files = {dir.file("a.spg"), dir.file("b.spg")};
    const auto one = load(files, {.threads = 1, .validation_percent = 5});
    const auto three = load(files, {.threads = 3, .validation_percent = 5});
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->fingerprint, three->fingerprint);
    ASSERT_EQ(one->training.size(), three->training.size());
    ASSERT_EQ(one->validation.size(), three->validation.size());
    EXPECT_GT(one->validation.size(), 100U);
    for (std::uint64_t i = 0; i < one->training.size(); ++i) ASSERT_EQ(one->training[i], three->training[i]);
    EXPECT_EQ(one->generations.size(), 2U);
    EXPECT_EQ(one->generations[1].net_crc32c, 77U);
    EXPECT_EQ(to_string(*one), to_string(*three));
}

TEST(Dataset, TheReportSaysHowTheGamesWereRead) {
    const TempDir dir;
    write_games(dir.file("a.spg"), random_games(5, 4));
    const auto usual = load({dir.file("a.spg")}, {});
    ASSERT_TRUE(usual);
    EXPECT_NE(
        to_string(*usual).find("read from ply 16 on, with 4 pieces or more, scores to 10000, checks left "
                               "out, captures left out, promotions left out\n"),
        std::string::npos)
        << to_string(*usual);
    EXPECT_EQ(to_string(*usual).find("look-ahead"), std::string::npos);
    const auto other =
        load({dir.file("a.spg")}, {.filters = {.min_ply = 8, .skip_captures = false}, .look_ahead = 0.75});
    ASSERT_TRUE(other);
    const std::string text = to_string(*other);
    EXPECT_NE(text.find("from ply 8 on"), std::string::npos) << text;
    EXPECT_NE(text.find("captures kept"), std::string::npos) << text;
    EXPECT_NE(text.find("look-ahead 0.75\n"), std::string::npos) << text;
}

TEST(Dataset, DuplicatesAndCorruptGamesAreLeftOut) {
    const TempDir dir;
    auto games = random_games(10, 3);
    games.push_back(games[4]);
    games.push_back(games[5]);
    games.back().moves[30].move = Move(Square::A1, Square::A1);
    write_games(dir.file("a.spg"), games);
    const Dataset data = load_all(dir.file("a.spg"), {});
    EXPECT_EQ(data.games, 10U);
    EXPECT_EQ(data.duplicate_games, 1U);
    EXPECT_EQ(data.corrupt_games, 1U);
    EXPECT_EQ(data.problems.size(), 1U);
}

TEST(Dataset, OtherGamesOrFiltersHaveAnotherFingerprint) {
    const TempDir dir;
    write_games(dir.file("a.spg"), random_games(10, 3));
    write_games(dir.file("b.spg"), random_games(10, 4));
    const std::uint64_t a = load_all(dir.file("a.spg"), {}).fingerprint;
    EXPECT_EQ(a, load_all(dir.file("a.spg"), {}).fingerprint);
    EXPECT_NE(a, load_all(dir.file("b.spg"), {}).fingerprint);
    EXPECT_NE(a, load_all(dir.file("a.spg"), {.min_ply = 17}).fingerprint);
}

TEST(Dataset, LimitAndBrokenTail) {
    const TempDir dir;
    const std::string path = dir.file("a.spg");
    write_games(path, random_games(60, 3));
    const auto limited = load({path}, {.max_positions = 500});
    ASSERT_TRUE(limited);
    EXPECT_TRUE(limited->full);
    EXPECT_LE(limited->training.size() + limited->validation.size(), 500U);
    EXPECT_FALSE(load({dir.file("none.spg")}, {}));

    std::string bytes = read_all(path);
    bytes.resize(bytes.size() - 10);
    write_all(path, bytes);
    const Dataset cut = load_all(path, {});
    EXPECT_EQ(cut.games, 40U);
    EXPECT_EQ(cut.problems.size(), 1U);

    bytes[100] = static_cast<char>(bytes[100] ^ 1);  // in the first block of three
    write_all(path, bytes);
    const Dataset middle = load_all(path, {});
    EXPECT_EQ(middle.games, 20U);
    EXPECT_EQ(middle.problems.size(), 1U);
}

// A damaged file among the inputs, more positions than fit in memory, and any number of threads: what is
// learnt from is the same as in memory.
TEST(Dataset, WhatDoesNotFitInMemoryGoesToAFile) {
    const TempDir dir;
    write_games(dir.file("a.spg"), random_games(200, 1));
    write_games(dir.file("b.spg"), random_games(200, 2), 77);
    write_games(dir.file("c.spg"), random_games(200, 3));
    std::string bytes = read_all(dir.file("b.spg"));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_all(dir.file("b.spg"), bytes);
    const std::vector<std::string> files = {dir.file("a.spg"), dir.file("b.spg"), dir.file("c.spg")};
    LoadOptions options{.validation_percent = 5};
    const auto in_memory = load(files, options);
    ASSERT_TRUE(in_memory);
    EXPECT_FALSE(in_memory->file);
    ASSERT_EQ(in_memory->problems.size(), 1U);
    EXPECT_NE(in_memory->problems[0].find("b.spg"), std::string::npos);

    options.memory = 200'000;
    options.folder = dir.file("out");
    std::filesystem::create_directories(options.folder);
    std::string first_file;
    for (int threads : {1, 3}) {
        options.threads = threads;
        const auto in_file = load(files, options);
        ASSERT_TRUE(in_file) << in_file.error();
        ASSERT_TRUE(in_file->file);
        EXPECT_TRUE(in_file->training.empty());
        EXPECT_EQ(to_string(*in_file), to_string(*in_memory));
        ASSERT_EQ(in_file->validation.size(), in_memory->validation.size());
        for (std::uint64_t i = 0; i < in_memory->validation.size(); ++i)
            ASSERT_EQ(in_file->validation[i], in_memory->validation[i]);

        const auto all = in_file->file->front(1'000'000);
        ASSERT_TRUE(all);
        const auto sorted = [](const RecordStore& records, std::uint64_t count) {
            std::vector<std::string> out;
            for (std::uint64_t i = 0; i < count; ++i)
                out.emplace_back(reinterpret_cast<const char*>(&records[i]), sizeof(Record));
            std::sort(out.begin(), out.end());
            return out;
        };
        EXPECT_EQ(sorted(*all, in_file->training_positions),
                  sorted(in_memory->training, in_memory->training.size()));

        // The same again, but from the file that is there.
        const auto again = load(files, options);
        ASSERT_TRUE(again && again->file);
        EXPECT_EQ(to_string(*again), to_string(*in_file));
        EXPECT_EQ(again->validation.size(), in_file->validation.size());
        EXPECT_EQ(again->inverse_scales(), in_file->inverse_scales());
        const std::string file = read_all(position_file_in(options.folder));
        if (first_file.empty()) first_file = file;
        EXPECT_EQ(file, first_file);
        std::filesystem::remove(position_file_in(options.folder));
    }

    // Without a folder only a sample is kept.
    options.folder.clear();
    const auto sample = load(files, options);
    ASSERT_TRUE(sample);
    EXPECT_FALSE(sample->file);
    EXPECT_EQ(sample->training_positions, in_memory->training_positions);
    EXPECT_LT(sample->training.size(), 200'000 / sizeof(Record) + 1);
    EXPECT_NE(to_string(*sample).find("random sample"), std::string::npos);
    EXPECT_EQ(sample->fingerprint, in_memory->fingerprint);
}

TEST(Dataset, AFileOfOtherGamesOrSettingsIsNotTaken) {
    const TempDir dir;
    write_games(dir.file("a.spg"), random_games(100, 1));
    LoadOptions options{.memory = 100'000, .folder = dir.file("")};
    const auto first = load({dir.file("a.spg")}, options);
    ASSERT_TRUE(first && first->file);
    options.filters.min_ply = 20;
    const auto second = load({dir.file("a.spg")}, options);
    ASSERT_TRUE(second && second->file);
    EXPECT_LT(second->training_positions, first->training_positions);
    write_games(dir.file("a.spg"), random_games(50, 2));
    const auto third = load({dir.file("a.spg")}, options);
    ASSERT_TRUE(third && third->file);
    EXPECT_GT(third->training_positions, second->training_positions);
}

TEST(Dataset, ScaleIsFoundAgain) {
    for (double k : {120.0, 400.0}) {
        ScoreHistogram histogram;
        Rng rng(5);
        for (int i = 0; i < 200000; ++i) {
            const int score = static_cast<int>(rng.below(1601)) - 800;
            const double win = 1.0 / (1.0 + std::exp(-score / k));
            // Draws in the middle; the expected value is the winning chance all the same.
            const double draw = 0.6 * std::min(win, 1.0 - win);
            const double u = rng.unit();
            histogram.add(score, u < win - draw / 2 ? 2 : u < win + draw / 2 ? 1 : 0);
        }
        EXPECT_NEAR(histogram.fit(), k, 0.02 * k);
    }
    ScoreHistogram empty;
    EXPECT_EQ(empty.fit(), 0.0);
    for (int i = 0; i < 1000; ++i) empty.add(100, 1);
    EXPECT_EQ(empty.fit(), 0.0);  // only draws
}

TEST(Dataset, InputsAreFoundByFolderAndPattern) {
    const TempDir dir;
    std::filesystem::create_directories(dir.file("gen1/deep"));
    for (const char* name : {"gen1/a.spg", "gen1/deep/b.spg", "gen1/notes.txt", "c.spg"})
        write_all(dir.file(name), "");
    EXPECT_EQ(find_game_files({dir.file("gen1")})->size(), 2U);
    EXPECT_EQ(find_game_files({dir.file("*.spg")})->size(), 1U);
    EXPECT_EQ(find_game_files({dir.file("g?n*")})->size(), 2U);
    EXPECT_EQ(find_game_files({dir.file("gen1"), dir.file("*"), dir.file("c.spg")})->size(), 3U);
    EXPECT_FALSE(find_game_files({dir.file("gen2")}));
    EXPECT_FALSE(find_game_files({dir.file("*.pgn")}));
    EXPECT_TRUE(matches_pattern("abcabc", "a*bc"));
    EXPECT_FALSE(matches_pattern("abcab", "a*bc"));
    EXPECT_TRUE(matches_pattern("", "*"));
}

}  // namespace
}  // namespace stillpoint::train
