#include "train/export.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "nnue/evaluate.h"
#include "nnue/network_file.h"
#include "tests/unit/support/temp_dir.h"
#include "train/bench.h"
#include "train/calibrate.h"
#include "train/files.h"
#include "train/rounding.h"
#include "train/warm_start.h"
#include "util/rng.h"

namespace stillpoint::train {
namespace {

const std::array<std::uint8_t, nnue::kBoardInputs>& all_seen() {
    static const auto seen = [] {
        std::array<std::uint8_t, nnue::kBoardInputs> s{};
        s.fill(1);
        return s;
    }();
    return seen;
}

Target some_target() {
    static const std::vector<float> scales = {1.0F / 400.0F};
    return {.lambda = 0.5F, .inverse_scale = scales};
}

// Without king buckets and layers behind the first, whatever the engine is built for.
ModelShape plain_shape(int hidden) { return {{.hidden = hidden, .king_buckets = 1, .layers = {}}}; }

TEST(Export, SmallNetStaysCloseToItsFloats) {
    const ModelShape shape = plain_shape(32);
    const Parameters p = initial_parameters(shape, 1);
    const auto net = quantise(shape, p, all_seen());
    ASSERT_TRUE(net) << net.error();
    const RecordStore records = random_records(5000, 1);
    const QuantisationReport report = compare(shape, p, *net, records, 4000, some_target());
    EXPECT_EQ(report.positions, 4000U);
    EXPECT_GT(report.near, 3900U);
    EXPECT_GT(report.rounding.mean, 0.0);
    EXPECT_LT(report.arithmetic.mean, 1.0);
    EXPECT_LT(report.arithmetic.max, 1.5);
    EXPECT_EQ(report.problem({}), "") << to_string(report);
    EXPECT_NEAR(report.float_loss, report.integer_loss, 1e-3);
}

TEST(Export, EngineReadsTheFileAndAgrees) {
    const ModelShape shape{nnue::kShape};
    Parameters p = initial_parameters(shape, 2);
    Rng rng(3);
    for (int b = 0; b < nnue::kOutputBuckets; ++b)
        p[shape.output_bias(b)] = static_cast<float>(rng.unit() - 0.5);
    const auto net = quantise(shape, p, all_seen());
    ASSERT_TRUE(net);
    const std::string bytes = net_file_bytes(*net, "a name that is much too long for it", 412);
    const auto network = nnue::load_network(std::as_bytes(std::span(bytes)), "test");
    ASSERT_TRUE(network) << network.error();
    EXPECT_EQ((*network)->name, "a name that is much too");
    EXPECT_EQ((*network)->fitted_k, 412);
    // What the engine writes is the same to the last byte.
    const auto own = nnue::network_bytes(**network);
    ASSERT_EQ(own.size(), bytes.size());
    EXPECT_EQ(std::memcmp(own.data(), bytes.data(), own.size()), 0);

    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
                            "8/8/1k6/8/3P4/8/5K2/8 w - - 0 1", "8/8/6k1/8/3P4/8/2K5/8 b - - 0 1",
                            "r1bq1rk1/pp2bppp/2n2n2/2pp4/8/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 10"}) {
        const Position pos = *parse_fen(fen);
        EXPECT_EQ(evaluate(*net, make_record(pos, 0, 1, 0)).centipawns,
                  nnue::evaluate_from_scratch(pos, **network))
            << fen;
    }
}

// A network with king buckets in the trainer's reading of the file: as the trainer wrote it.
TEST(Export, AFileNamesItsKingBuckets) {
    const ModelShape shape{{.hidden = 32, .king_buckets = 4, .layers = {}}};
    const auto net = quantise(shape, initial_parameters(shape, 2), all_seen());
    ASSERT_TRUE(net);
    const std::string bytes = net_file_bytes(*net, "buckets", 400);
    const auto file = nnue::read_network(std::as_bytes(std::span(bytes)), "test");
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->shape, shape);
    EXPECT_EQ(std::memcmp(file->weights.data(), net->features.data(), net->features.size() * 2), 0);
    EXPECT_FALSE(nnue::load_network(std::as_bytes(std::span(bytes)), "test"));
}

TEST(Export, UnseenInputsBecomeZero) {
    const ModelShape shape = plain_shape(32);
    auto seen = all_seen();
    seen[100] = 0;
    const auto net = quantise(shape, initial_parameters(shape, 1), seen);
    ASSERT_TRUE(net);
    const auto row = [&](int input) {
        const auto begin = net->features.begin() + input * 32;
        return std::any_of(begin, begin + 32, [](int w) { return w != 0; });
    };
    EXPECT_FALSE(row(100));
    EXPECT_TRUE(row(101));
}

TEST(Export, RoundsToTheNearest) {
    const ModelShape shape = plain_shape(32);
    Parameters p(shape.size());
    p[shape.feature_weight(3, 5)] = 1.4F / 255;
    p[shape.feature_weight(3, 6)] = -1.6F / 255;
    p[shape.feature_bias(7)] = 1.98F;
    p[shape.output_weight(2, 1, 4)] = -1.98F;
    p[shape.output_bias(6)] = 0.5F;
    const auto net = quantise(shape, p, all_seen());
    ASSERT_TRUE(net);
    EXPECT_EQ(net->features[3 * 32 + 5], 1);
    EXPECT_EQ(net->features[3 * 32 + 6], -2);
    EXPECT_EQ(net->feature_bias[7], 505);
    EXPECT_EQ(net->output[(2 * 2 + 1) * 32 + 4], -127);
    EXPECT_EQ(net->output_bias[6], 255 * 32);
    p[shape.output_weight(0, 0, 0)] = 2.5F;
    EXPECT_FALSE(quantise(shape, p, all_seen()));
    p[shape.output_weight(0, 0, 0)] = NAN;
    EXPECT_FALSE(quantise(shape, p, all_seen()));
}

TEST(Export, ABadNetIsNotInstalled) {
    const TempDir dir;
    const ModelShape shape = plain_shape(32);
    const Parameters p = initial_parameters(shape, 1);
    const RecordStore records = random_records(1000, 1);
    ExportRequest request{.shape = shape,
                          .parameters = p,
                          .seen = all_seen(),
                          .calibration = records,
                          .comparison = records,
                          .target = some_target(),
                          .limits = {.mean = 0.01},  // cutting off fractions costs more
                          .path = dir.file("x.nn")};
    QuantisationReport report;
    EXPECT_FALSE(export_net(request, report));
    EXPECT_GT(report.arithmetic.mean, 0.01);
    EXPECT_EQ(report.problem({.loss_increase = -1.0}), "rounding raises the loss too much");
    EXPECT_FALSE(std::filesystem::exists(dir.file("x.nn")));
    EXPECT_FALSE(std::filesystem::exists(dir.file("x.nn.part")));

    request.limits = {};
    const auto good = export_net(request, report);
    ASSERT_TRUE(good) << good.error();
    EXPECT_EQ(std::filesystem::file_size(dir.file("x.nn")), *good);
    request.path = dir.file("no/folder/x.nn");
    EXPECT_FALSE(export_net(request, report));
}

class ExportOfShapes : public testing::TestWithParam<nnue::Shape> {
protected:
    // As a trained network's: larger than at the start.
    static Parameters parameters(const ModelShape& shape) {
        Parameters p = initial_parameters(shape, 3);
        const std::size_t features = shape.tile_bias(shape.is_deep() ? 0 : shape.tiles());
        for (std::size_t i = 0; i < p.size(); ++i)
            if (i < features || !shape.is_deep()) p[i] *= 3.0F;
        return p;
    }
};
INSTANTIATE_TEST_SUITE_P(Shapes, ExportOfShapes,
                         testing::Values(nnue::Shape{.hidden = 64, .king_buckets = 1, .layers = {}},
                                         nnue::Shape{.hidden = 64, .king_buckets = 4, .layers = {}},
                                         nnue::Shape{.hidden = 128, .king_buckets = 1, .layers = {16, 32}}));

// The file in the trainer's reading is what the trainer wrote.
TEST_P(ExportOfShapes, AFileIsReadAsItWasWritten) {
    const TempDir dir;
    const ModelShape shape{GetParam()};
    const auto net = quantise(shape, parameters(shape), all_seen());
    ASSERT_TRUE(net);
    const std::string bytes = net_file_bytes(*net, "a net", 400);
    ASSERT_TRUE(write_safely(dir.file("a.nn"), bytes));
    const auto start = load_start(dir.file("a.nn"), shape);
    ASSERT_TRUE(start) << start.error();
    EXPECT_EQ(start->net.shape, shape);
    EXPECT_EQ(net_file_bytes(start->net, "a net", 400), bytes);
    // Floats and back again change nothing.
    const auto again = quantise(shape, in_floats(start->net), all_seen());
    ASSERT_TRUE(again);
    EXPECT_EQ(net_file_bytes(*again, "a net", 400), bytes);
}

TEST_P(ExportOfShapes, ArithmeticStaysCloseToFloats) {
    const ModelShape shape{GetParam()};
    const Parameters p = parameters(shape);
    const auto net = quantise(shape, p, all_seen());
    ASSERT_TRUE(net);
    const QuantisationReport report = compare(shape, p, *net, random_records(3000, 5), 3000, some_target());
    EXPECT_EQ(report.problem({.loss_increase = 1.0}), "") << to_string(report);
    EXPECT_GT(report.mean_eval, 10.0);
}

TEST_P(ExportOfShapes, LookingAtPositionsRoundsBetter) {
    const ModelShape shape{GetParam()};
    const Parameters p = parameters(shape);
    const RecordStore records = random_records(20000, 4);
    const RecordStore others = random_records(3000, 5);
    const auto alone = quantise(shape, p, all_seen());
    const auto together = quantise_on(shape, p, all_seen(), records);
    ASSERT_TRUE(alone && together);
    const double before = compare(shape, p, *alone, others, 3000, some_target()).rounding.mean;
    const double after = compare(shape, p, *together, others, 3000, some_target()).rounding.mean;
    // With layers behind the first, most of the difference is that of products in seven bits.
    EXPECT_LT(after, (shape.is_deep() ? 0.95 : 0.85) * before);
}

TEST(Export, JointRoundingUsesWhatOccursTogether) {
    // Two inputs that always occur together: only the sum of their weights matters.
    GramMatrix gram(2);
    gram.add(std::vector<float>{1, 1, 1, 1, 1, 1});
    const JointRounding rounding(std::move(gram));
    const std::vector<int> limit = {100, 100};
    const std::vector<int> whole = rounding.round(std::vector<double>{0.4, 0.4}, limit);
    EXPECT_EQ(whole[0] + whole[1], 1);
    const std::vector<int> bounded = rounding.round(std::vector<double>{7.0, 500.0}, limit);
    EXPECT_EQ(bounded[1], 100);

    // y = 2 x0 - x1 is found from the samples.
    GramMatrix other(2);
    const std::vector<float> x = {1, 0, 0, 1, 1, 1, 0.5F, 0.25F};
    other.add(x);
    double xy[2] = {};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 2; ++j)
            xy[j] += static_cast<double>(x[2 * i + j]) *
                     (2.0 * static_cast<double>(x[2 * i]) - static_cast<double>(x[2 * i + 1]));
    const std::vector<double> solution =
        JointRounding(std::move(other)).solve(xy, std::vector<double>{2.0, -1.0});
    EXPECT_NEAR(solution[0], 2.0, 1e-6);
    EXPECT_NEAR(solution[1], -1.0, 1e-6);
}

TEST(Export, OverflowIsNoticed) {
    QuantisedNet net(plain_shape(32));
    net.features.assign(nnue::kBoardInputs * 32, 2000);
    net.output.assign(8 * 2 * 32, 1);
    EXPECT_TRUE(evaluate(net, make_record(start_position(), 0, 1, 0)).overflow);
    net.features.assign(nnue::kBoardInputs * 32, 505);
    EXPECT_FALSE(evaluate(net, make_record(start_position(), 0, 1, 0)).overflow);
}

}  // namespace
}  // namespace stillpoint::train
