#pragma once

#include <cstdint>

namespace stillpoint {

enum class NodeKind : std::uint8_t { Root, Pv, NonPv };

// What the parent wants to learn from searching a node.
enum class Purpose : std::uint8_t {
    Root,                  // one window of one iteration
    NullMove,              // does passing hold beta?
    NullMoveVerification,  // does the node hold it without null moves?
    Razoring,              // the same position, handed over to quiescence
    ProbCutQuiescence,     // does a capture beat the raised beta at once?
    ProbCut,               // ... and in a shallow search?
    Singular,              // the same position without its table move
    Reduced,               // a late move, shallower
    Research,              // it beat alpha: once more, deeper
    ZeroWindow,            // is the move better than alpha?
    FullWindow,            // its exact score
    Forcing,               // a move of the quiescence search
    Count
};

}  // namespace stillpoint
