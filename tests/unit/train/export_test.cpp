#include "train/export.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "nnue/evaluate.h"
#include "nnue/network_file.h"
#include "tests/unit/gamedata/temp_dir.h"
#include "train/bench.h"
#include "util/rng.h"

namespace stillpoint::train {
namespace {

const std::array<std::uint8_t, nnue::kInputs>& all_seen() {
    static const auto seen = [] {
        std::array<std::uint8_t, nnue::kInputs> s{};
        s.fill(1);
        return s;
    }();
    return seen;
}

TEST(Export, SmallNetStaysCloseToItsFloats) {
    const ModelShape shape{32};
    const Parameters p = initial_parameters(shape, 1);
    const auto net = quantise(shape, p, all_seen());
    ASSERT_TRUE(net) << net.error();
    const RecordStore records = random_records(5000, 1);
    const QuantisationReport report = compare(shape, p, *net, records, 4000);
    EXPECT_EQ(report.positions, 4000U);
    EXPECT_GT(report.near, 3900U);
    EXPECT_GT(report.mean, 0.0);
    EXPECT_TRUE(report.passes()) << to_string(report);
}

TEST(Export, EngineReadsTheFileAndAgrees) {
    const ModelShape shape{nnue::kHidden};
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

TEST(Export, UnseenInputsBecomeZero) {
    const ModelShape shape{32};
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
    const ModelShape shape{32};
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
    const ModelShape shape{256};
    // Every weight rounds the wrong way by nearly half a unit.
    Parameters p(shape.size());
    for (int input = 0; input < nnue::kInputs; ++input)
        for (int n = 0; n < shape.hidden; ++n) p[shape.feature_weight(input, n)] = 4.49F / 255;
    for (int n = 0; n < shape.hidden; ++n) p[shape.output_weight(7, 0, n)] = 0.02F;
    for (int b = 0; b < 7; ++b)
        for (int n = 0; n < shape.hidden; ++n) p[shape.output_weight(b, 0, n)] = 0.02F;
    const RecordStore records = random_records(1000, 1);
    QuantisationReport report;
    const auto written = export_net(shape, p, all_seen(), records, {.path = dir.file("x.nn")}, report);
    EXPECT_FALSE(written);
    EXPECT_GT(report.mean, 2.0);
    EXPECT_FALSE(std::filesystem::exists(dir.file("x.nn")));
    EXPECT_FALSE(std::filesystem::exists(dir.file("x.nn.tmp")));

    const auto good = export_net(ModelShape{32}, initial_parameters(ModelShape{32}, 1), all_seen(), records,
                                 {.path = dir.file("x.nn")}, report);
    ASSERT_TRUE(good) << good.error();
    EXPECT_EQ(std::filesystem::file_size(dir.file("x.nn")), *good);
    EXPECT_FALSE(export_net(ModelShape{32}, initial_parameters(ModelShape{32}, 1), all_seen(), records,
                            {.path = dir.file("no/folder/x.nn")}, report));
}

TEST(Export, OverflowIsNoticed) {
    QuantisedNet net;
    net.hidden = 32;
    net.features.assign(nnue::kInputs * 32, 2000);
    net.feature_bias.assign(32, 0);
    net.output.assign(8 * 2 * 32, 1);
    EXPECT_TRUE(evaluate(net, make_record(start_position(), 0, 1, 0)).overflow);
    net.features.assign(nnue::kInputs * 32, 505);
    EXPECT_FALSE(evaluate(net, make_record(start_position(), 0, 1, 0)).overflow);
}

}  // namespace
}  // namespace stillpoint::train
