#include "train/run.h"

#include <gtest/gtest.h>

#include "gamedata/writer.h"
#include "nnue/network_file.h"
#include "tests/unit/gamedata/random_games.h"
#include "tests/unit/support/temp_dir.h"
#include "train/checkpoint.h"
#include "train/history.h"
#include "train/position_stream.h"
#include "train/progress.h"

namespace stillpoint::train {
namespace {

class TrainingRun : public testing::Test {
protected:
    void SetUp() override {
        Rng rng(1);
        auto writer = spg::GameWriter::open(dir_.file("games.spg"), {});
        ASSERT_TRUE(writer);
        for (int i = 0; i < 400; ++i) {
            spg::Game game = spg::random_game(spg::Variant::Standard, rng, 100);
            // Labels that can be learned: material decides.
            Position pos = start_position();
            for (Move m : game.prefix) pos.make(m);
            for (spg::ScoredMove& m : game.moves) {
                m.score = static_cast<std::int16_t>(
                    100 * (count(pos.pieces(Color::White)) - count(pos.pieces(Color::Black))));
                pos.make(m.move);
            }
            ASSERT_TRUE(writer->add(game));
        }
    }

    RunOptions options(const std::string& folder) const {
        RunOptions o;
        o.inputs = {dir_.file("games.spg")};
        o.folder = dir_.file(folder);
        o.name = "test";
        o.load.validation_percent = 10;
        o.settings.hidden = 32;
        o.settings.batch = 2048;
        o.settings.superbatch = 40'000;
        o.settings.superbatches = 4;
        o.settings.warmup = 10;
        o.settings.lambda = 0.2;
        o.settings.final_lambda = 0.0;
        return o;
    }

    // Little memory: the positions are streamed from a file.
    RunOptions streaming(const std::string& folder) const {
        RunOptions o = options(folder);
        o.load.memory = PositionStream::memory_for(static_cast<std::uint64_t>(o.settings.batch));
        return o;
    }

    int run(const RunOptions& o, const std::atomic<bool>& stop) {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int code = run_training(o, stop);
        output_ = testing::internal::GetCapturedStdout();
        errors_ = testing::internal::GetCapturedStderr();
        return code;
    }

    std::string output_, errors_;  // of the last run
    TempDir dir_;
    const std::atomic<bool> never_ = false;
};

TEST_F(TrainingRun, WritesEverythingAndLearns) {
    RunOptions o = options("run");
    o.threads = 2;
    ASSERT_EQ(run(o, never_), kDone);
    for (const char* name :
         {"run/test.nn", "run/best.ckpt", "run/log.csv", "run/loss.svg", "run/manifest.txt"})
        EXPECT_GT(read_all(dir_.file(name)).size(), 200U) << name;
    EXPECT_NE(read_all(dir_.file("run/manifest.txt")).find("K = "), std::string::npos);
    // A second run in the same folder needs --resume.
    EXPECT_EQ(run(o, never_), kFailed);
}

TEST_F(TrainingRun, StoppedAndResumedGivesTheSameNetwork) {
    ASSERT_EQ(run(options("whole"), never_), kDone);
    RunOptions o = options("parts");
    o.threads = 2;
    const std::atomic<bool> at_once = true;
    ASSERT_EQ(run(o, at_once), kStopped);  // before the first batch
    o.resume = true;
    int sessions = 0, code = kStopped;
    for (std::uint64_t batches : {7U, 1U, 25U, 20U, 0U}) {
        o.session_batches = batches;
        o.threads = 1 + sessions++ % 2;
        if (code == kStopped) code = run(o, never_);
    }
    ASSERT_EQ(code, kDone);
    EXPECT_EQ(read_all(dir_.file("whole/test.nn")), read_all(dir_.file("parts/test.nn")));
}

TEST_F(TrainingRun, AnotherRunsCheckpointIsRefused) {
    const std::atomic<bool> at_once = true;
    RunOptions o = options("run");
    ASSERT_EQ(run(o, at_once), kStopped);
    o.resume = true;
    o.settings.superbatches = 3;
    EXPECT_EQ(run(o, at_once), kFailed);
    o.force = true;
    EXPECT_EQ(run(o, at_once), kStopped);
    o = options("run");
    o.resume = true;
    o.load.filters.min_ply = 20;
    EXPECT_EQ(run(o, at_once), kFailed);
    o.folder = dir_.file("empty");
    EXPECT_EQ(run(o, at_once), kFailed);
    o.inputs = {dir_.file("nothing")};
    EXPECT_EQ(run(o, at_once), kFailed);
}

TEST_F(TrainingRun, GoesOnFromANetwork) {
    const std::string first = dir_.file("first.nn"), second = dir_.file("second.nn");
    ASSERT_TRUE(nnue::export_net(*nnue::random_network(1), first));
    ASSERT_TRUE(nnue::export_net(*nnue::random_network(2), second));
    const std::atomic<bool> at_once = true;
    RunOptions o = options("run");
    o.start = first;
    EXPECT_EQ(run(o, at_once), kFailed);  // another size
    o.settings.hidden = nnue::kHidden;
    o.settings.superbatches = 1;
    ASSERT_EQ(run(o, at_once), kStopped);
    o.resume = true;
    o.start = second;
    EXPECT_EQ(run(o, at_once), kFailed);  // began with another
    o.start = first;
    EXPECT_EQ(run(o, never_), kDone);
    EXPECT_NE(read_all(dir_.file("run/manifest.txt")).find(first), std::string::npos);
}

TEST_F(TrainingRun, StreamedStoppedAndResumedGivesTheSameNetwork) {
    ASSERT_EQ(run(streaming("whole"), never_), kDone);
    EXPECT_NE(output_.find("positions are read from"), std::string::npos) << output_;
    EXPECT_FALSE(std::filesystem::exists(position_file_in(dir_.file("whole")))) << "not needed any more";

    RunOptions o = streaming("parts");
    const std::string file = position_file_in(o.folder);
    const std::string games = read_all(o.inputs[0]);
    const auto replace_games = [&](const std::string& content) {
        const auto time = std::filesystem::last_write_time(o.inputs[0]);
        write_all(o.inputs[0], content);
        std::filesystem::last_write_time(o.inputs[0], time);
    };
    std::string made_first;
    int sessions = 0, code = kStopped;
    for (std::uint64_t batches : {7U, 1U, 25U, 20U, 0U}) {
        o.session_batches = batches;
        o.threads = 1 + sessions++ % 2;
        if (code != kStopped) break;
        code = run(o, never_);
        o.resume = true;
        if (sessions == 1) {
            made_first = read_all(file);
            ASSERT_FALSE(made_first.empty());
            // The next session takes it as it is: it would notice that the games have no content now.
            replace_games(std::string(games.size(), '\0'));
        } else if (sessions == 2) {
            // Made again, it is the same.
            replace_games(games);
            std::filesystem::remove(file);
        } else if (sessions == 3) {
            EXPECT_EQ(read_all(file), made_first);
        }
    }
    ASSERT_EQ(code, kDone) << errors_;
    EXPECT_EQ(read_all(dir_.file("whole/test.nn")), read_all(dir_.file("parts/test.nn")));
}

TEST_F(TrainingRun, StreamedLearnsAsWellAsFromMemory) {
    const auto last_loss = [&](const RunOptions& o) {
        EXPECT_EQ(run(o, never_), kDone) << errors_;
        const auto checkpoint = load_checkpoint(numbered_checkpoints(o.folder).at(0));
        EXPECT_EQ(checkpoint->settings.window > 0, o.load.memory < 1'000'000);
        return checkpoint->history.back().validation.loss;
    };
    const double from_memory = last_loss(options("memory")), streamed = last_loss(streaming("stream"));
    EXPECT_NEAR(streamed, from_memory, 0.03 * from_memory);
}

TEST_F(TrainingRun, AWindowOfAnotherSizeIsAnotherRun) {
    RunOptions o = streaming("run");
    o.session_batches = 3;
    ASSERT_EQ(run(o, never_), kStopped);
    o.load.memory = LoadOptions{}.memory;
    o.resume = true;
    EXPECT_EQ(run(o, never_), kFailed);
    EXPECT_NE(output_.find("window is 0, was 8192"), std::string::npos) << output_;
}

TEST_F(TrainingRun, TooLittleMemoryForABatchIsRefused) {
    RunOptions o = streaming("run");
    --o.load.memory;
    EXPECT_EQ(run(o, never_), kFailed);
    EXPECT_EQ(errors_, "error: 0.5 MiB of memory are too little: two batches of 2048 positions take 0.5\n");
    EXPECT_TRUE(std::filesystem::is_empty(o.folder));
}

TEST_F(TrainingRun, ADamagedFileOfPositionsLosesNothing) {
    ASSERT_EQ(run(streaming("whole"), never_), kDone);
    RunOptions o = streaming("damaged");
    o.session_batches = 3;
    ASSERT_EQ(run(o, never_), kStopped);
    const std::string file = position_file_in(o.folder);
    std::string bytes = read_all(file);
    for (std::size_t at = 1000; at < 500'000; at += 100'000) bytes[at] = static_cast<char>(bytes[at] ^ 1);
    write_all(file, bytes);
    o.session_batches = 0;
    o.resume = true;
    EXPECT_EQ(run(o, never_), kFailed);
    EXPECT_EQ(errors_, "error: '" + file + "': damaged; remove it, and --resume makes it again\n");
    std::filesystem::remove(file);
    ASSERT_EQ(run(o, never_), kDone) << errors_;
    EXPECT_EQ(read_all(dir_.file("whole/test.nn")), read_all(dir_.file("damaged/test.nn")));
}

TEST(ProgressLine, SaysWhatIsGoingOn) {
    Settings s;
    s.superbatch = 16384 * 100;
    s.superbatches = 40;
    const ProgressView view{
        .step = 1150,
        .loss = 0.034123,
        .validation = {.positions = 10, .loss = 0.03457, .eval_loss = 0.0298, .result_loss = 0.1071},
        .learning_rate = 6.1e-4,
        .positions_per_second = 1.08e6};
    EXPECT_EQ(progress_line(s, view),
              "sb 12/40 [#####...............] loss .03412 val .03457 (eval .0298 wdl .1071) lr 6.1e-04 "
              "1.08M pos/s "
              "ETA 0:00:43");
    EXPECT_EQ(clock_text(3 * 3600 + 62), "3:01:02");
}

TEST(ProgressLine, LogAndPictureHoldEveryRow) {
    History history;
    for (int i = 1; i <= 5; ++i)
        history.push_back(
            {.superbatch = static_cast<std::uint64_t>(i),
             .train_loss = 0.1 / i,
             .validation = {.positions = 100, .loss = 0.11 / i, .eval_loss = 0.05, .result_loss = 0.2}});
    const std::string csv = to_csv(history);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 6);
    const std::string svg = to_svg(history, "a < b");
    EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
    EXPECT_NE(svg.find("</svg>"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_NE(to_svg({}, "").find("</svg>"), std::string::npos);
    history.resize(1);
    EXPECT_EQ(to_svg(history, "").find("nan"), std::string::npos);
}

}  // namespace
}  // namespace stillpoint::train
