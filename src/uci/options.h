#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace stillpoint {

// One UCI option: how it is announced, and what to do with a value. Invalid values never reach the action.
struct UciOption {
    enum class Type { Check, Spin, Combo, Button, String };

    std::string name;
    Type type = Type::String;
    std::string default_value;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::vector<std::string> choices;
    // Only the next `go` reads it: it can be changed while a search runs, which is not disturbed.
    bool for_next_search = false;
    // Returns a line to show, or an empty one. An error leaves the old value in force.
    std::function<Result<std::string>(const std::string& value)> apply;
};

class UciOptions {
public:
    void add(UciOption option) { options_.push_back(std::move(option)); }
    // Even after hide_those_to_come().
    void add_announced(UciOption option);
    // Spaces and case don't matter: `MoveOverhead` finds `Move Overhead`.
    const UciOption* find(std::string_view name) const;
    // All but the hidden ones.
    std::vector<UciOption> shown() const;
    // The `option name ...` lines, without hidden options unless these are wanted.
    std::vector<std::string> announcements() const;
    // Options added from now on are hidden.
    void hide_those_to_come() { first_hidden_ = options_.size(); }
    void announce_hidden(bool on) { announces_hidden_ = on; }
    // Checks the value and applies it.
    static Result<std::string> set(const UciOption& option, std::string_view value);

    const std::vector<UciOption>& all() const { return options_; }

private:
    std::vector<UciOption> options_;
    std::size_t first_hidden_ = std::numeric_limits<std::size_t>::max();
    bool announces_hidden_ = false;
};

}  // namespace stillpoint
