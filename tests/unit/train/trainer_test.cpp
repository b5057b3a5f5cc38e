#include "train/trainer.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/unit/support/temp_dir.h"
#include "train/bench.h"
#include "train/checkpoint.h"
#include "train/optimizer.h"
#include "train/settings.h"
#include "train/validation.h"

namespace stillpoint::train {
namespace {

const std::vector<float> kScales = {1.0F / 400.0F};

Settings small_settings() {
    Settings s;
    s.hidden = 32;
    s.king_buckets = 1;
    s.layers = {};
    s.batch = 1024;
    s.superbatch = 4096;
    s.superbatches = 5;
    s.warmup = 5;
    return s;
}

void train(Trainer& trainer, int batches) {
    for (int i = 0; i < batches; ++i) ASSERT_TRUE(trainer.step());
}

bool bit_equal(const Parameters& a, const Parameters& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

bool bit_equal(const TrainingState& a, const TrainingState& b) {
    return a.step == b.step && bit_equal(a.parameters, b.parameters) &&
           bit_equal(a.optimizer.mean, b.optimizer.mean) &&
           bit_equal(a.optimizer.square, b.optimizer.square) && a.seen == b.seen &&
           a.loss_sum == b.loss_sum && a.loss_batches == b.loss_batches;
}

class TrainerOfShapes : public testing::TestWithParam<nnue::Shape> {
protected:
    static Settings settings() {
        Settings s = small_settings();
        s.hidden = GetParam().hidden;
        s.king_buckets = GetParam().king_buckets;
        s.layers = GetParam().layers;
        return s;
    }
};
INSTANTIATE_TEST_SUITE_P(Shapes, TrainerOfShapes,
                         testing::Values(nnue::Shape{.hidden = 32, .king_buckets = 1, .layers = {}},
                                         nnue::Shape{.hidden = 32, .king_buckets = 4, .layers = {}},
                                         nnue::Shape{.hidden = 64, .king_buckets = 2, .layers = {16, 32}}));

TEST_P(TrainerOfShapes, ThreadsChangeNothing) {
    const RecordStore records = random_records(5000, 1);
    const Settings settings = TrainerOfShapes::settings();
    PositionsInMemory source(records, settings.seed);
    Trainer one(settings, source, kScales, 1);
    Trainer two(settings, source, kScales, 2);
    Trainer four(settings, source, kScales, 4);
    for (int i = 0; i < 12; ++i) {
        const double loss = *one.step();
        EXPECT_EQ(loss, *two.step());
        EXPECT_EQ(loss, *four.step());
    }
    EXPECT_TRUE(bit_equal(one.state(), two.state()));
    EXPECT_TRUE(bit_equal(one.state(), four.state()));

    const auto report = [&](Trainer& t) {
        return validate(settings.shape(), t.state().parameters, records, 3000,
                        {.lambda = 0.5F, .inverse_scale = kScales}, t.team());
    };
    EXPECT_EQ(report(one).loss, report(four).loss);
    EXPECT_EQ(report(one).dead_units, report(four).dead_units);
}

TEST_P(TrainerOfShapes, LearnsAThousandPositionsByHeart) {
    RecordStore records;
    const RecordStore all = random_records(1500, 2);
    for (std::uint64_t i = 0; i < 1000; ++i) {
        Record r = all[i];
        r.result = static_cast<std::uint8_t>(i % 3);
        records.push_back(r);
    }
    records.fill_last_block();
    Settings s = settings();
    PositionsInMemory source(records, s.seed);
    s.hidden = 64;
    s.superbatch = 1024 * 300;
    s.learning_rate = 1e-2;
    s.final_learning_rate = 1e-4;
    Trainer trainer(s, source, kScales, 2);
    const double first = *trainer.step();
    double last = first;
    for (std::uint64_t i = 1; i < s.total_batches(); ++i) last = *trainer.step();
    EXPECT_GT(first, 0.02);
    EXPECT_LT(last, 2e-4);
    for (float w : trainer.state().parameters) EXPECT_LE(std::abs(w), 1.98F);
}

TEST_P(TrainerOfShapes, StopAndResumeChangeNothing) {
    const RecordStore records = random_records(3000, 3);
    PositionsInMemory source(records, settings().seed);
    Trainer whole(settings(), source, kScales, 2);
    train(whole, 20);

    std::string bytes;
    {
        Trainer first(settings(), source, kScales, 1);
        train(first, 7);
        bytes = to_bytes({.settings = settings(), .state = first.state(), .history = {}});
    }
    auto checkpoint = checkpoint_from_bytes(bytes);
    ASSERT_TRUE(checkpoint) << checkpoint.error();
    Trainer second(checkpoint->settings, source, kScales, 2);
    second.state() = checkpoint->state;
    train(second, 13);
    EXPECT_TRUE(bit_equal(whole.state(), second.state()));
}

// What one king bucket learns, the others learn too: each weight has a part that all buckets share.
TEST(Trainer, KingBucketsShareWhatTheyLearn) {
    Settings settings = small_settings();
    settings.king_buckets = 2;
    settings.decay = 0.0;
    const ModelShape shape = settings.shape();
    Optimizer optimizer(settings);
    Parameters parameters = initial_parameters(shape, 1);
    const std::size_t first = shape.feature_weight(100, 7);
    const std::size_t second = shape.feature_weight(nnue::kBoardInputs + 100, 7);
    const std::size_t other = shape.feature_weight(101, 7);
    const float start = parameters[first], other_start = parameters[other];
    ASSERT_EQ(parameters[second], start);
    std::vector<Parameters> gradients(2, Parameters(shape.size()));
    gradients[0][first] = 0.01F;
    gradients[1][first] = 0.02F;
    gradients[1][shape.output_bias(3)] = -0.5F;
    optimizer.update(parameters, gradients, 0, 0, optimizer.work());

    // The first step of Adam is the learning rate, whatever the gradient's size.
    const auto rate = static_cast<float>(learning_rate_at(settings, 0));
    EXPECT_NEAR(parameters[second], start - rate, 1e-6F);
    EXPECT_NEAR(parameters[first], start - 2 * rate, 1e-6F);
    EXPECT_EQ(parameters[other], other_start);
    EXPECT_NEAR(parameters[shape.output_bias(3)], rate, 1e-6F);
    EXPECT_EQ(gradients[0][first], 0.0F);
    EXPECT_EQ(gradients[1][first], 0.0F);
}

TEST(Trainer, AnEpochVisitsEveryBlockOnce) {
    // With as many positions as five batches, five steps see every input that occurs at all.
    const RecordStore records = random_records(5 * 1024, 4);
    PositionsInMemory source(records, small_settings().seed);
    Trainer trainer(small_settings(), source, kScales, 1);
    train(trainer, 5);
    std::array<std::uint8_t, nnue::kBoardInputs> expected{};
    for (std::uint64_t i = 0; i < records.size(); ++i)
        for_each_feature(records[i], nnue::king_map(1),
                         [&](std::uint16_t a, std::uint16_t b) { expected[a] = expected[b] = 1; });
    EXPECT_EQ(trainer.state().seen, expected);
}

TEST(Trainer, ScheduleWarmsUpAndFallsToItsEnd) {
    Settings s;
    s.superbatch = 16384 * 1000;
    s.superbatches = 10;
    s.lambda = 0.2;
    s.final_lambda = 0.4;
    EXPECT_EQ(s.total_batches(), 10000U);
    EXPECT_NEAR(learning_rate_at(s, 0), 1e-3 / 200, 1e-8);
    EXPECT_NEAR(learning_rate_at(s, 200), 1e-3, 2e-6);
    EXPECT_NEAR(learning_rate_at(s, 5000), (1e-3 + 8e-6) / 2, 1e-8);
    EXPECT_NEAR(learning_rate_at(s, 10000), 8e-6, 1e-9);
    EXPECT_DOUBLE_EQ(lambda_at(s, 0), 0.2);
    EXPECT_DOUBLE_EQ(lambda_at(s, 5000), 0.3);
}

TEST(Trainer, SettingsAreChecked) {
    EXPECT_EQ(problem_with(Settings{}), "");
    EXPECT_EQ(problem_with(small_settings()), "");
    const auto bad = [](auto change) {
        Settings s;
        change(s);
        return !problem_with(s).empty();
    };
    EXPECT_TRUE(bad([](Settings& s) { s.hidden = 100; }));
    EXPECT_TRUE(bad([](Settings& s) { s.layers = {16, 0}; }));
    EXPECT_TRUE(bad([](Settings& s) { s.layers = {8, 32}; }));
    EXPECT_TRUE(bad([](Settings& s) { s.layers = {16, 80}; }));
    EXPECT_TRUE(bad([](Settings& s) { s.hidden = 96, s.layers = {16, 32}; }));
    EXPECT_FALSE(bad([](Settings& s) { s.hidden = 128, s.layers = {16, 32}; }));
    EXPECT_TRUE(bad([](Settings& s) { s.batch = 1000; }));
    EXPECT_TRUE(bad([](Settings& s) { s.lambda = 1.5; }));
    EXPECT_TRUE(bad([](Settings& s) { s.learning_rate = NAN; }));
    EXPECT_TRUE(bad([](Settings& s) { s.clip = 3.0; }));
    Settings other;
    other.lambda = 0.25;
    ASSERT_EQ(differences(other, Settings{}).size(), 1U);
    EXPECT_EQ(differences(other, Settings{})[0], "lambda is 0.25, was 0.5");
    Settings begun;
    begun.start = NetworkChecksum{0x00f41c8c};
    EXPECT_EQ(differences(begun, Settings{})[0], "start is 00f41c8c, was none");
}

TEST(Trainer, CheckpointsSurviveAndDamageIsNoticed) {
    const RecordStore records = random_records(1000, 5);
    PositionsInMemory source(records, small_settings().seed);
    Trainer trainer(small_settings(), source, kScales, 1);
    train(trainer, 1);
    Checkpoint c{
        .settings = small_settings(), .dataset_fingerprint = 123, .state = trainer.state(), .history = {}};
    c.history.push_back({.superbatch = 1, .train_loss = 0.5});
    c.best_validation = 0.25;
    const std::string bytes = to_bytes(c);
    const auto back = checkpoint_from_bytes(bytes);
    ASSERT_TRUE(back) << back.error();
    EXPECT_TRUE(bit_equal(back->state, c.state));
    EXPECT_EQ(back->settings, c.settings);
    EXPECT_EQ(back->dataset_fingerprint, 123U);
    ASSERT_EQ(back->history.size(), 1U);
    EXPECT_EQ(back->history[0].train_loss, 0.5);

    for (std::size_t at = 0; at < bytes.size(); at += 997) {
        std::string broken = bytes;
        broken[at] = static_cast<char>(broken[at] ^ 1);
        EXPECT_FALSE(checkpoint_from_bytes(broken));
        EXPECT_FALSE(checkpoint_from_bytes(bytes.substr(0, at)));
    }

    const TempDir dir;
    for (std::uint64_t step : {5U, 100U, 20U, 7U, 3000U}) {
        c.state.step = step;
        ASSERT_TRUE(save_numbered(dir.file(""), c));
    }
    const auto kept = numbered_checkpoints(dir.file(""));
    ASSERT_EQ(kept.size(), 3U);
    EXPECT_EQ(load_checkpoint(kept[0])->state.step, 3000U);
    EXPECT_EQ(load_checkpoint(kept[2])->state.step, 20U);
}

}  // namespace
}  // namespace stillpoint::train
