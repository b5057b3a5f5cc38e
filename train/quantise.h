#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "train/loss.h"
#include "train/model.h"
#include "train/record.h"
#include "train/record_store.h"
#include "util/result.h"

namespace stillpoint::train {

// The network in whole numbers, as the engine uses it.
struct QuantisedNet {
    ModelShape shape;
    std::vector<std::int16_t> features;      // [input][neuron]
    std::vector<std::int16_t> feature_bias;  // [neuron]
    std::vector<std::int16_t> output;        // [bucket][side][neuron]
    std::array<std::int32_t, nnue::kOutputBuckets> output_bias{};
};

// What the engine's arithmetic relies on.
using nnue::kLargestFeatureWeight, nnue::kLargestOutputWeight;

// Rounds. Inputs that were never seen become zero. Fails if a weight is out of range.
Result<QuantisedNet> quantise(const ModelShape& shape, const Parameters& parameters,
                              std::span<const std::uint8_t> seen);

// The sums of both sides, to move first, before clipping.
using Neurons = std::array<std::vector<std::int32_t>, 2>;
Neurons neurons_of(const QuantisedNet& net, const Record& record);

// The network's weights as floats again.
Parameters in_floats(const QuantisedNet& net);

struct IntegerEval {
    int centipawns = 0;
    bool overflow = false;  // a neuron's sum does not fit 16 bits
};
// The engine's formula, written plainly: the reference that the report compares with.
IntegerEval evaluate(const QuantisedNet& net, const Record& record);

// Differences between two evaluations in centipawns. Mean and p99 are over positions with |eval| < 1000, the
// maximum is over all.
struct ErrorSummary {
    double mean = 0.0;
    double p99 = 0.0;
    double max = 0.0;
};

struct QuantisationLimits {
    // Of the engine's arithmetic: cutting off fractions costs half a centipawn; anything more is a mistake.
    double mean = 2.0;
    double p99 = 10.0;
    // Of rounding: the loss may rise by this share. Centipawns say little here: rounding moves the evaluation
    // of networks trained on the first games by 4 to 6 on average, a hundredth of its size, without any
    // effect on the loss.
    double loss_increase = 0.01;
};

struct QuantisationReport {
    std::uint64_t positions = 0;
    std::uint64_t near = 0;   // with |eval| < 1000
    ErrorSummary arithmetic;  // the integer evaluation against the rounded weights in floats
    ErrorSummary rounding;    // the integer evaluation against the trained network
    std::uint64_t overflows = 0;
    double mean_eval = 0.0;   // mean |centipawns| of the trained network
    double float_loss = 0.0;  // of the trained network, against the training target
    double integer_loss = 0.0;

    // Empty if all is well.
    std::string problem(const QuantisationLimits& limits) const;
};
// Uses at most `limit` positions from the front.
QuantisationReport compare(const ModelShape& shape, const Parameters& parameters, const QuantisedNet& net,
                           const RecordStore& records, std::uint64_t limit, const Target& target);
std::string to_string(const QuantisationReport& report);

}  // namespace stillpoint::train
