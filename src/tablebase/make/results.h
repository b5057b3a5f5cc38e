#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tablebase/make/ending.h"
#include "tablebase/wdl.h"

namespace stillpoint::tablebase {

// The results of an ending, for those that captures and promotions lead from: half a byte for each position
// and side to move.
class Results {
public:
    explicit Results(const Ending& ending)
        : ending_(ending), bytes_(static_cast<std::size_t>(ending.positions())) {}

    const Ending& ending() const { return ending_; }
    Wdl at(Color to_move, std::uint64_t index) const {
        const int byte = bytes_[static_cast<std::size_t>(index)];
        return static_cast<Wdl>((to_move == Color::White ? byte & 15 : byte >> 4) - 2);
    }
    void set(std::uint64_t index, Wdl white, Wdl black) {
        bytes_[static_cast<std::size_t>(index)] =
            static_cast<std::uint8_t>((static_cast<int>(white) + 2) | (static_cast<int>(black) + 2) << 4);
    }
    std::vector<std::uint8_t>& bytes() { return bytes_; }

private:
    Ending ending_;
    std::vector<std::uint8_t> bytes_;
};

using SharedResults = std::shared_ptr<const Results>;

}  // namespace stillpoint::tablebase
