#pragma once

#include "chess/position.h"
#include "eval/plain.h"
#include "nnue/accumulator.h"
#include "nnue/network.h"

namespace stillpoint {

// All the search knows about evaluation: it follows the moves and judges the current position. With a
// network it keeps the network's sums in step; without one it falls back on the plain evaluation.
class Evaluator {
public:
    // Takes effect at the next reset. The network must outlive its use.
    void use(const nnue::Network* network) {
        network_ = network;
        accumulators_.change_network();
    }

    void reset() {
        if (network_) accumulators_.reset();
    }
    void push(const PieceChanges& changes) {
        if (network_) accumulators_.push(changes);
    }
    // Does ahead, after push(), what an evaluation is likely to need.
    void keep_up(const Position& pos) {
        if (network_) accumulators_.keep_up(pos, *network_);
    }
    void pop() {
        if (network_) accumulators_.pop();
    }
    int evaluate(const Position& pos) {
        return network_ ? accumulators_.evaluate(pos, *network_) : plain::evaluate(pos);
    }

private:
    const nnue::Network* network_ = nullptr;
    nnue::AccumulatorStack accumulators_;
};

}  // namespace stillpoint
