#include "selfplay/play_key.h"

#include <set>

#include <gtest/gtest.h>

#include "selfplay/match.h"

namespace stillpoint {
namespace {

TEST(PlayKey, IsAnotherForWhateverAltersPlay) {
    LoadedNetworks networks;
    std::set<std::string> keys{play_key(PlayerConfig{})};
    const auto adds = [&](const std::vector<std::string>& settings) {
        PlayerConfig config;
        for (const std::string& setting : settings)
            EXPECT_TRUE(apply_setting(config, setting, networks).ok()) << setting;
        EXPECT_EQ(play_key(config), play_key(config));
        return keys.insert(play_key(config)).second;
    };
    for (const FeatureInfo& feature : kFeatureInfos)
        EXPECT_TRUE(adds({std::string(feature.name) + (feature.on_by_default ? "=off" : "=on")}))
            << feature.name;
    for (const ParamInfo& param : kParamInfos)
        EXPECT_TRUE(adds({std::string(param.name) + "=" + std::to_string(param.value + 1)})) << param.name;
    for (const char* setting : {"nodes=5001", "soft=100", "hash=5", "noise=1", "clock=1000"})
        EXPECT_TRUE(adds({setting})) << setting;
    EXPECT_TRUE(adds({"clock=1000", "increment=1"}));
    EXPECT_TRUE(adds({"clock=1000", "nodetime=51"}));
    // Without effect: there is no clock, or the clock takes the place of the nodes.
    EXPECT_FALSE(adds({"increment=1"}));
    EXPECT_FALSE(adds({"clock=1000", "nodes=77"}));
    nnue::Network network;
    network.checksum = 1;
    PlayerConfig with_network;
    with_network.network = &network;
    EXPECT_TRUE(keys.insert(play_key(with_network)).second);
    network.checksum = 2;
    EXPECT_TRUE(keys.insert(play_key(with_network)).second);
}

TEST(PlayKey, IsAnotherForOtherOpeningsAndOtherEnds) {
    std::set<std::string> keys;
    const auto adds = [&](const OpeningSettings& openings, const Adjudication& rules) {
        return keys.insert(play_key(openings, rules)).second;
    };
    EXPECT_TRUE(adds({}, {}));
    EXPECT_FALSE(adds({}, {}));
    EXPECT_TRUE(adds({.book = {"a", "b"}}, {}));
    EXPECT_TRUE(adds({.book = {"ab"}}, {}));
    EXPECT_TRUE(adds({.book = {}, .random_plies = 6}, {}));
    EXPECT_TRUE(adds({.book = {}, .fischer_percent = 5}, {}));
    EXPECT_TRUE(adds({}, {.win_score = 900}));
    EXPECT_TRUE(adds({}, {.draw_plies = 0}));
}

}  // namespace
}  // namespace stillpoint
