#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/position.h"

namespace stillpoint::pgn {

struct Tag {
    std::string name;
    std::string value;
    friend bool operator==(const Tag&, const Tag&) = default;
};

struct MoveNode;

// A line of moves, and the comment before its first move.
struct Line {
    std::string comment;
    std::vector<MoveNode> moves;
    friend bool operator==(const Line&, const Line&) = default;
};

struct MoveNode {
    Move move;  // the null move may occur in variations
    std::vector<int> nags{};
    std::string comment{};           // after the move
    std::vector<Line> variations{};  // instead of this move
    friend bool operator==(const MoveNode&, const MoveNode&) = default;
};

// Deeper ones are left out when reading: no person writes them, and they would exhaust the stack.
inline constexpr int kMaxVariationDepth = 60;

struct Game {
    std::vector<Tag> tags;
    Position start = start_position();
    bool chess960 = false;
    Line main;
    std::string result = "*";  // 1-0, 0-1, 1/2-1/2 or *

    // Empty if there is no such tag.
    std::string_view tag(std::string_view name) const;
    // Changes the tag or adds it at the end; an empty value removes it.
    void set_tag(std::string_view name, std::string value);
};

}  // namespace stillpoint::pgn
