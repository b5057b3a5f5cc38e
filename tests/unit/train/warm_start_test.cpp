#include "train/warm_start.h"

#include <cstring>
#include <fstream>

#include <gtest/gtest.h>

#include "nnue/network_file.h"
#include "tests/unit/support/temp_dir.h"
#include "train/bench.h"
#include "train/export.h"
#include "train/micro_batch.h"
#include "train/network_pass.h"
#include "train/quantise.h"

namespace stillpoint::train {
namespace {

ModelShape engine_shape() { return {nnue::kShape}; }

TrainingState state_of(const ModelShape& shape) {
    Settings settings;
    settings.hidden = shape.hidden;
    settings.king_buckets = shape.king_buckets;
    settings.layers = shape.layers;
    return TrainingState(settings);
}

TEST(WarmStart, RoundedAgainItIsTheSameNetwork) {
    const TempDir dir;
    const auto network = nnue::random_network(7);
    for (int bucket = 0; bucket < nnue::kKingBuckets; ++bucket)  // as if never seen
        for (std::int16_t& weight : network->weights.features[bucket * nnue::kBoardInputs + 5]) weight = 0;
    ASSERT_TRUE(nnue::export_net(*network, dir.file("start.nn")));
    const auto start = load_start(dir.file("start.nn"), engine_shape());
    ASSERT_TRUE(start) << start.error();
    EXPECT_EQ(start->name, network->name);
    EXPECT_EQ(start->checksum, nnue::checksum_of(network->weights));
    TrainingState state = state_of(engine_shape());
    start_from(start->net, engine_shape(), state);
    EXPECT_EQ(state.seen[5], 0);
    EXPECT_EQ(state.seen[6], 1);

    const auto net = quantise(engine_shape(), state.parameters, state.seen);
    ASSERT_TRUE(net) << net.error();
    const std::string bytes = net_file_bytes(*net, network->name, network->fitted_k);
    const auto own = nnue::network_bytes(*network);
    ASSERT_EQ(bytes.size(), own.size());
    EXPECT_EQ(std::memcmp(bytes.data(), own.data(), own.size()), 0);
}

// A network without king buckets says the same in every bucket.
TEST(WarmStart, KingBucketsBeginWithTheWeightsOfOne) {
    const TempDir dir;
    const ModelShape plain{{.hidden = 32, .king_buckets = 1, .layers = {}}},
        buckets{{.hidden = 32, .king_buckets = 4, .layers = {}}};
    std::array<std::uint8_t, nnue::kBoardInputs> seen{};
    seen.fill(1);
    const auto net = quantise(plain, initial_parameters(plain, 3), seen);
    ASSERT_TRUE(net);
    const std::string bytes = net_file_bytes(*net, "plain", 400);
    std::ofstream(dir.file("plain.nn"), std::ios::binary) << bytes;

    const auto start = load_start(dir.file("plain.nn"), buckets);
    ASSERT_TRUE(start) << start.error();
    EXPECT_EQ(start->net.shape, buckets);
    TrainingState state = state_of(buckets);
    start_from(start->net, buckets, state);
    const auto again = quantise(buckets, state.parameters, state.seen);
    ASSERT_TRUE(again);
    const RecordStore records = random_records(500, 2);
    for (std::uint64_t i = 0; i < 500; ++i)
        ASSERT_EQ(evaluate(*again, records[i]).centipawns, evaluate(*net, records[i]).centipawns);
}

// New neurons change nothing at first, but can learn.
TEST(WarmStart, AWiderNetworkBeginsWithTheOutputOfANarrowOne) {
    const TempDir dir;
    const ModelShape narrow{{.hidden = 32, .king_buckets = 1, .layers = {}}},
        wide{{.hidden = 96, .king_buckets = 4, .layers = {}}};
    std::array<std::uint8_t, nnue::kBoardInputs> seen{};
    seen.fill(1);
    const auto net = quantise(narrow, initial_parameters(narrow, 3), seen);
    ASSERT_TRUE(net);
    std::ofstream(dir.file("narrow.nn"), std::ios::binary) << net_file_bytes(*net, "narrow", 400);

    const auto start = load_start(dir.file("narrow.nn"), wide);
    ASSERT_TRUE(start) << start.error();
    TrainingState state = state_of(wide);
    start_from(start->net, wide, state);
    EXPECT_NE(state.parameters[wide.feature_weight(70, 95)], 0.0F);
    const auto wider = quantise(wide, state.parameters, state.seen);
    ASSERT_TRUE(wider);
    const RecordStore records = random_records(500, 2);
    for (std::uint64_t i = 0; i < 500; ++i)
        ASSERT_EQ(evaluate(*wider, records[i]).centipawns, evaluate(*net, records[i]).centipawns);
}

// Squared neurons become pairs with the same product, and the second layer knows the old output.
TEST(WarmStart, LayersBeginWithTheOutputOfANetworkWithoutThem) {
    const TempDir dir;
    const ModelShape direct{{.hidden = 64, .king_buckets = 1, .layers = {}}},
        deep{{.hidden = 128, .king_buckets = 1, .layers = {16, 32}}};
    std::array<std::uint8_t, nnue::kBoardInputs> seen{};
    seen.fill(1);
    const auto net = quantise(direct, initial_parameters(direct, 3), seen);
    ASSERT_TRUE(net);
    std::ofstream(dir.file("direct.nn"), std::ios::binary) << net_file_bytes(*net, "direct", 400);
    const auto start = load_start(dir.file("direct.nn"), deep);
    ASSERT_TRUE(start) << start.error();
    TrainingState state = state_of(deep);
    start_from(start->net, deep, state);

    constexpr int kSome = 64;
    const RecordStore records = random_records(kSome, 2);
    std::array<const Record*, kMicroBatch> list{};
    for (std::uint64_t i = 0; i < kSome; ++i) list[i] = &records[i];
    MicroBatch old_batch(direct), batch(deep);
    old_batch.fill(std::span(list).first(kSome));
    batch.fill(std::span(list).first(kSome));
    NetworkPass old_pass(direct), pass(deep);
    std::array<float, kMicroBatch> old_outputs{}, outputs{};
    old_pass.forward(old_batch, in_floats(*net), old_outputs);
    pass.forward(batch, state.parameters, outputs);
    int different_pairs = 0;
    for (int n = 0; n < direct.hidden; ++n)
        different_pairs += state.parameters[deep.feature_weight(70, n)] !=
                           state.parameters[deep.feature_weight(70, n + direct.hidden)];
    EXPECT_GT(different_pairs, direct.hidden / 2) << "a pair's neurons can go apart";
    for (int i = 0; i < kSome; ++i) {
        const auto place = static_cast<std::size_t>(i);
        EXPECT_NEAR(pass.second_sums(i)[0], 0.5 + old_outputs[place] / 8, 0.01);
        EXPECT_NEAR(pass.second_sums(i)[7], 0.5 - old_outputs[place], 0.05);
    }
}

TEST(WarmStart, WrongFilesAndShapesAreRefused) {
    const TempDir dir;
    const std::string path = dir.file("start.nn");
    ASSERT_TRUE(nnue::export_net(*nnue::random_network(7), path));
    EXPECT_TRUE(load_start(path, engine_shape()));
    ModelShape other = engine_shape();
    other.hidden -= 32;
    const auto narrower = load_start(path, other);
    ASSERT_FALSE(narrower);
    EXPECT_NE(narrower.error().find("hidden"), std::string::npos) << narrower.error();
    EXPECT_FALSE(load_start(dir.file("nothing.nn"), engine_shape()));

    const ModelShape buckets{{.hidden = 32, .king_buckets = 4, .layers = {}}},
        plain{{.hidden = 32, .king_buckets = 1, .layers = {}}};
    std::array<std::uint8_t, nnue::kBoardInputs> seen{};
    seen.fill(1);
    const auto net = quantise(buckets, initial_parameters(buckets, 3), seen);
    ASSERT_TRUE(net);
    std::ofstream(path, std::ios::binary) << net_file_bytes(*net, "buckets", 400);
    const auto fewer = load_start(path, plain);
    ASSERT_FALSE(fewer);
    EXPECT_NE(fewer.error().find("4 king buckets, --king-buckets is 1"), std::string::npos) << fewer.error();
    const ModelShape deep{{.hidden = 64, .king_buckets = 1, .layers = {16, 32}}},
        direct{{.hidden = 64, .king_buckets = 1, .layers = {}}};
    const auto layers = quantise(deep, initial_parameters(deep, 3), seen);
    ASSERT_TRUE(layers);
    std::ofstream(path, std::ios::binary) << net_file_bytes(*layers, "layers", 400);
    EXPECT_TRUE(load_start(path, deep));
    EXPECT_NE(load_start(path, direct)
                  .error()
                  .find("has layers of 16 and 32 neurons behind the first, --layers asks for no layers"),
              std::string::npos);
}

}  // namespace
}  // namespace stillpoint::train
