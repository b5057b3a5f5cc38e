#include <cmath>

#include <gtest/gtest.h>

#include "tests/unit/train/reference_model.h"
#include "train/bench.h"
#include "train/loss.h"
#include "train/network_pass.h"
#include "util/rng.h"

namespace stillpoint::train {
namespace {

// Larger weights than at the start of a run, so that neurons reach all parts of the activation.
Parameters wild_parameters(const ModelShape& shape, std::uint64_t seed) {
    Parameters p = initial_parameters(shape, seed);
    Rng rng(seed);
    // Biases alike would keep the layers behind the first in one part of it.
    for (float& value : p) value *= shape.is_deep() ? static_cast<float>(0.5 + 2.0 * rng.unit()) : 2.0F;
    for (int b = 0; b < nnue::kOutputBuckets; ++b)
        p[shape.output_bias(b)] = static_cast<float>(rng.unit() - 0.5);
    return p;
}

std::vector<const Record*> pointers(const RecordStore& records, std::uint64_t count) {
    std::vector<const Record*> out;
    for (std::uint64_t i = 0; i < count; ++i) out.push_back(&records[i]);
    return out;
}

// Everything but the number of hidden neurons.
class Gradient : public testing::TestWithParam<nnue::Shape> {
protected:
    static ModelShape shape_with(int hidden) {
        ModelShape shape{GetParam()};
        shape.hidden = shape.is_deep() ? 2 * hidden : hidden;
        return shape;
    }
};
INSTANTIATE_TEST_SUITE_P(Shapes, Gradient,
                         testing::Values(nnue::Shape{.king_buckets = 1, .layers = {}},
                                         nnue::Shape{.king_buckets = 4, .layers = {}},
                                         nnue::Shape{.king_buckets = 1, .layers = {16, 32}},
                                         nnue::Shape{.king_buckets = 2, .layers = {32, 16}}));

TEST_P(Gradient, AgreesWithFiniteDifferences) {
    const ModelShape shape = shape_with(32);
    const RecordStore records = random_records(40, 5);
    ReferenceModel<double> model(shape, wild_parameters(shape, 3));
    Rng rng(9);
    constexpr double kStep = 1e-6;
    int checked = 0;
    for (std::uint64_t r = 0; r < 40; ++r) {
        const Record& record = records[r];
        const double target = rng.unit();
        const auto loss = [&] {
            const double p = 1.0 / (1.0 + std::exp(-model.forward(record)));
            return (p - target) * (p - target);
        };
        const double p = 1.0 / (1.0 + std::exp(-model.forward(record)));
        if (model.distance_to_kink() < 2 * kStep) continue;
        std::vector<double> gradient(shape.size());
        model.backward(record, 2 * (p - target) * p * (1 - p), gradient);

        // A few of every kind, on inputs that are active.
        std::vector<std::size_t> chosen;
        const int bucket = nnue::output_bucket(record.piece_count());
        for_each_feature(record, shape.king_map(), [&](int own, int theirs) {
            chosen.push_back(shape.feature_weight(own, static_cast<int>(rng.below(32))));
            chosen.push_back(shape.feature_weight(theirs, static_cast<int>(rng.below(32))));
        });
        const auto any = [&](int count) {
            return static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
        };
        for (int i = 0; i < 8; ++i) {
            chosen.push_back(shape.feature_bias(any(shape.hidden)));
            if (shape.is_deep()) {
                const int second = any(shape.second()), third = any(shape.third());
                chosen.push_back(shape.second_weight(bucket, any(shape.hidden), second));
                chosen.push_back(shape.second_bias(bucket, second));
                chosen.push_back(shape.third_weight(bucket, second, third));
                chosen.push_back(shape.third_bias(bucket, third));
                chosen.push_back(shape.last_weight(bucket, third));
            } else {
                chosen.push_back(shape.output_weight(bucket, i % 2, any(shape.hidden)));
            }
        }
        chosen.push_back(shape.output_bias(bucket));
        chosen.push_back(shape.output_bias((bucket + 1) % 8));
        for (std::size_t i : chosen) {
            const double before = model.parameters()[i];
            model.parameters()[i] = before + kStep;
            const double up = loss();
            model.parameters()[i] = before - kStep;
            const double down = loss();
            model.parameters()[i] = before;
            EXPECT_NEAR((up - down) / (2 * kStep), gradient[i], 1e-8 + 1e-5 * std::abs(gradient[i]));
            ++checked;
        }
    }
    EXPECT_GT(checked, 1000);
}

TEST_P(Gradient, FastPassesAgreeWithPlainLoops) {
    for (int hidden : {32, 96}) {
        const ModelShape shape = shape_with(hidden);
        const RecordStore records = random_records(kMicroBatch, 6);
        const Parameters p = wild_parameters(shape, 4);
        for (std::uint64_t count : {std::uint64_t{1}, std::uint64_t{77}, std::uint64_t{kMicroBatch}}) {
            MicroBatch batch(shape);
            batch.fill(pointers(records, count));
            NetworkPass pass(shape);
            std::vector<float> outputs(count), slopes(count);
            pass.forward(batch, p, outputs);

            Rng rng(1);
            ReferenceModel<double> model(shape, p);
            std::vector<double> expected(shape.size());
            for (std::size_t i = 0; i < count; ++i) {
                const Record& r = batch.record(static_cast<int>(i));
                EXPECT_NEAR(outputs[i], model.forward(r), 1e-4);
                slopes[i] = static_cast<float>(rng.unit() - 0.5);
                model.backward(r, static_cast<double>(slopes[i]), expected);
            }
            Parameters gradient(shape.size());
            pass.backward(batch, p, slopes, gradient);
            for (std::size_t i = 0; i < shape.size(); ++i)
                ASSERT_NEAR(gradient[i], expected[i], 2e-4 + 1e-5 * std::abs(expected[i])) << i;
        }
    }
}

// Short rows are off by less than a hundredth of their size on average; layers behind the first, with weights
// as large as these, add to that.
TEST_P(Gradient, TrainingPassesAgreeUpToTheirRounding) {
    const ModelShape shape = shape_with(64);
    const double allowed = shape.is_deep() ? 0.05 : 0.01;
    const RecordStore records = random_records(kMicroBatch, 6);
    const Parameters p = wild_parameters(shape, 4);
    ShortWeights weights(shape);
    weights.copy(p, 0, weights.size());
    MicroBatch batch(shape);
    batch.fill(pointers(records, kMicroBatch));
    NetworkPass exact(shape);
    TrainingPass half(shape);
    std::vector<float> expected(kMicroBatch), outputs(kMicroBatch), slopes(kMicroBatch);
    exact.forward(batch, p, expected);
    half.forward(batch, p, weights.data(), outputs);
    Rng rng(1);
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < kMicroBatch; ++i) {
        slopes[i] = static_cast<float>(rng.unit());
        error += std::abs(static_cast<double>(outputs[i] - expected[i]));
        size += std::abs(static_cast<double>(expected[i]));
    }
    EXPECT_GT(error, 0.0);
    EXPECT_LT(error, size * allowed);

    Parameters exact_gradient(shape.size()), half_gradient(shape.size());
    exact.backward(batch, p, slopes, exact_gradient);
    half.backward(batch, p, slopes, half_gradient);
    error = size = 0.0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        error += std::abs(static_cast<double>(half_gradient[i] - exact_gradient[i]));
        size += std::abs(static_cast<double>(exact_gradient[i]));
    }
    EXPECT_LT(error, size * allowed);
}

TEST(Loss, SlopeOfTheLossIsItsDerivative) {
    for (float output : {-3.0F, -0.2F, 0.0F, 1.5F})
        for (float target : {0.0F, 0.3F, 1.0F})
            for (float sharpness : {1.0F, 1.7F}) {
                const double h = 1e-3;
                const auto loss = [&](double o) {
                    const double e = 1.0 / (1.0 + std::exp(-static_cast<double>(sharpness) * o)) -
                                     static_cast<double>(target);
                    return e * e;
                };
                const double o = static_cast<double>(output);
                const LossAndSlope found = squared_error(output, target, sharpness);
                EXPECT_NEAR(found.slope, (loss(o + h) - loss(o - h)) / (2 * h), 1e-5);
                EXPECT_NEAR(found.loss, loss(o), 1e-6);
            }
}

TEST_P(Gradient, MicroBatchListsEveryFeatureOnce) {
    const RecordStore records = random_records(300, 8);
    const ModelShape shape = shape_with(32);
    MicroBatch batch(shape);
    batch.fill(pointers(records, 300));
    std::size_t seats = 0, features = 0;
    int last_count = 0;
    for (int i = 0; i < batch.size(); ++i) {
        const int pieces = batch.record(i).piece_count();
        EXPECT_GE(pieces, last_count);
        EXPECT_LE(batch.begin(pieces), i);
        EXPECT_GT(batch.begin(pieces + 1), i);
        const int bucket = nnue::output_bucket(pieces);
        EXPECT_LE(batch.bucket_begin(bucket), i);
        EXPECT_GT(batch.bucket_begin(bucket + 1), i);
        last_count = pieces;
        features += 2 * static_cast<std::size_t>(pieces);
    }
    for (int f = 0; f < shape.inputs(); ++f) seats += batch.seats(f).size();
    EXPECT_EQ(seats, features);
}

}  // namespace
}  // namespace stillpoint::train
