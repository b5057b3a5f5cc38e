#include "selfplay/play_key.h"

#include <string_view>
#include <type_traits>

#include "util/crc32c.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// Takes in one thing after the other.
class Sum {
public:
    template <class T>
    void add(std::string_view name, const T& value) {
        add_text(name);
        if constexpr (std::is_convertible_v<T, std::string_view>)
            add_text(value);
        else
            add_text(std::to_string(value));
    }
    std::string text() const { return format("%08x", static_cast<unsigned>(sum_)); }

private:
    // The length tells "ab", "c" from "a", "bc".
    void add_text(std::string_view text) {
        const std::string whole = std::to_string(text.size()) + ':' + std::string(text);
        sum_ = crc32c(whole.data(), whole.size(), sum_);
    }
    std::uint32_t sum_ = 0;
};

}  // namespace

std::string play_key(const PlayerConfig& config) {
    Sum key;
    key.add("network", config.network ? config.network->checksum : 0);
    key.add("plain", config.network == nullptr);
#define FEATURE(name, on, meaning) key.add(#name, config.tuning.features.name);
#include "search/features.def"
#undef FEATURE
#define PARAM(name, value, min, max, step) key.add(#name, config.tuning.params.name);
#include "search/params.def"
#undef PARAM
    if (config.clock.start > 0) {
        key.add("clock", config.clock.start);
        key.add("increment", config.clock.increment);
        key.add("nodetime", config.clock.node_time);
    } else {
        key.add("soft", config.soft_nodes);
        key.add("nodes", config.hard_nodes);
    }
    key.add("hash", config.hash_mebibytes);
    key.add("noise", config.eval_noise);
    return key.text();
}

std::string play_key(const OpeningSettings& openings, const Adjudication& rules) {
    Sum key;
    for (const std::string& line : openings.book) key.add("line", line);
    key.add("random plies", openings.random_plies);
    key.add("fischer", openings.fischer_percent);
    key.add("most", openings.max_score);
    key.add("win score", rules.win_score);
    key.add("win plies", rules.win_plies);
    key.add("draw score", rules.draw_score);
    key.add("draw plies", rules.draw_plies);
    key.add("draw ply", rules.draw_min_ply);
    key.add("most plies", rules.max_plies);
    return key.text();
}

}  // namespace stillpoint
