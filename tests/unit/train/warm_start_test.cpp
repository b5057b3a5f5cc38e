#include "train/warm_start.h"

#include <cstring>

#include <gtest/gtest.h>

#include "tests/unit/support/temp_dir.h"
#include "train/quantise.h"

namespace stillpoint::train {
namespace {

TEST(WarmStart, RoundedAgainItIsTheSameNetwork) {
    const auto network = nnue::random_network(7);
    for (std::int16_t& weight : network->weights.features[5]) weight = 0;  // as if never seen
    Settings settings;
    settings.hidden = nnue::kHidden;
    TrainingState state(settings);
    start_from(*network, state);
    EXPECT_EQ(state.seen[5], 0);
    EXPECT_EQ(state.seen[6], 1);

    const auto net = quantise(settings.shape(), state.parameters, state.seen);
    ASSERT_TRUE(net) << net.error();
    const nnue::Weights& w = network->weights;
    EXPECT_EQ(std::memcmp(net->features.data(), w.features, sizeof w.features), 0);
    EXPECT_EQ(std::memcmp(net->feature_bias.data(), w.feature_bias, sizeof w.feature_bias), 0);
    EXPECT_EQ(std::memcmp(net->output.data(), w.output, sizeof w.output), 0);
    EXPECT_EQ(std::memcmp(net->output_bias.data(), w.output_bias, sizeof w.output_bias), 0);
}

TEST(WarmStart, WrongFilesAndSizesAreRefused) {
    const TempDir dir;
    const std::string path = dir.file("start.nn");
    ASSERT_TRUE(nnue::export_net(*nnue::random_network(7), path));
    EXPECT_TRUE(load_start(path, nnue::kHidden));
    const auto other = load_start(path, nnue::kHidden + 32);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().find("hidden"), std::string::npos) << other.error();
    EXPECT_FALSE(load_start(dir.file("nothing.nn"), nnue::kHidden));
}

}  // namespace
}  // namespace stillpoint::train
