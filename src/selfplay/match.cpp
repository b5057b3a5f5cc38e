#include "selfplay/match.h"

#include <atomic>
#include <charconv>
#include <limits>
#include <mutex>

#include "engine/strength.h"
#include "util/thread_group.h"

namespace stillpoint {

namespace {

double points(spg::GameResult result, Color side) {
    if (result == spg::GameResult::Draw) return 0.5;
    return (result == spg::GameResult::WhiteWins) == (side == Color::White) ? 1 : 0;
}

constexpr std::int64_t kMaxParam = 1'000'000;

std::string_view without_prefix(std::string_view name, std::string_view prefix) {
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

}  // namespace

PairResults play_match(const PlayerConfig& first, const PlayerConfig& second, const MatchSettings& settings) {
    PairResults results;
    std::mutex mutex;
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> ended{false};
    ThreadGroup(settings.threads, [&](int) {
        Player a(first), b(second);
        while (!ended) {
            const std::uint64_t pair = settings.first_pair + next++;
            if (pair >= settings.pairs) return;
            // Each pair has its own random numbers, so results don't depend on the number of threads. The
            // seed is mixed first, or the numbers of neighbouring seeds would overlap.
            Rng rng(Rng(settings.seed).next() + pair);
            const Opening opening = choose_opening(rng, b, settings.openings);
            const PlayedGame one = play_game(a, b, opening.position, settings.adjudication);
            if (ended && !settings.finish_pairs) return;
            const PlayedGame two = play_game(b, a, opening.position, settings.adjudication);
            std::lock_guard lock(mutex);
            if (settings.on_game) {
                settings.on_game(opening, one);
                settings.on_game(opening, two);
            }
            results.add(points(one.result, Color::White), points(two.result, Color::Black));
            if (settings.on_pair && !settings.on_pair(results)) ended = true;
        }
    }).join();
    return results;
}

Result<bool> apply_setting(PlayerConfig& config, const std::string& setting, LoadedNetworks& networks) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) return Error{"expected name=value, found '" + setting + "'"};
    const std::string name = setting.substr(0, equals), value = setting.substr(equals + 1);
    if (name == "net") {
        auto network = choose_network(value);
        if (!network) return Error{network.error()};
        networks.push_back(std::move(*network));
        config.network = networks.back().get();
        return true;
    }
    if (bool* feature = find_feature(config.tuning.features, without_prefix(name, "feature."))) {
        const bool on = value == "on" || value == "true" || value == "1";
        if (!on && value != "off" && value != "false" && value != "0")
            return Error{name + ": expected on or off, found '" + value + "'"};
        *feature = on;
        return true;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size())
        return Error{name + ": expected a number"};
    if (int* param = find_param(config.tuning.params, without_prefix(name, "param."))) {
        // Beyond the range that is tuned, but no further than a search can bear.
        if (number < -kMaxParam || number > kMaxParam)
            return Error{name + ": expected at most " + std::to_string(kMaxParam)};
        *param = static_cast<int>(number);
        return true;
    }
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    struct Row {
        std::string_view name;
        std::int64_t min, max;
        std::function<void()> set;
    };
    const Row rows[] = {
        {"nodes", 1, kMost, [&] { config.hard_nodes = static_cast<std::uint64_t>(number); }},
        {"soft", 0, kMost, [&] { config.soft_nodes = static_cast<std::uint64_t>(number); }},
        {"clock", 0, kMost, [&] { config.clock.start = number; }},
        {"increment", 0, kMost, [&] { config.clock.increment = number; }},
        {"nodetime", 1, kMost, [&] { config.clock.node_time = number; }},
        {"hash", 1, 33554432, [&] { config.hash_mebibytes = static_cast<std::size_t>(number); }},
        {"noise", 0, 10000, [&] { config.eval_noise = static_cast<int>(number); }},
        // The strongest level is full strength, which has no weakness to apply.
        {"elo", kMinElo, kMaxElo - 1,
         [&] {
             const auto weakness = weakness_for_elo(static_cast<int>(number));
             config.hard_nodes = weakness->nodes;
             config.eval_noise = weakness->eval_noise;
         }},
    };
    for (const Row& row : rows) {
        if (name != row.name) continue;
        if (number < row.min) return Error{name + ": expected at least " + std::to_string(row.min)};
        if (number > row.max) return Error{name + ": expected at most " + std::to_string(row.max)};
        row.set();
        return true;
    }
    return Error{"there is no setting '" + name + "'"};
}

}  // namespace stillpoint
