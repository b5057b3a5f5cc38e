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

// The network in whole numbers, as the engine uses it and as they lie in the file.
struct QuantisedNet {
    QuantisedNet() = default;
    // All zero.
    explicit QuantisedNet(const ModelShape& shape);

    ModelShape shape;
    std::vector<std::int16_t> features;      // [input][neuron]
    std::vector<std::int16_t> feature_bias;  // [neuron]
    // With layers behind the first; see second_at and third_at.
    std::vector<std::int8_t> second;
    std::vector<std::int32_t> second_bias;  // [bucket][neuron]
    std::vector<std::int16_t> third;
    std::vector<std::int32_t> third_bias;  // [bucket][neuron]
    std::vector<std::int16_t> output;      // [bucket][side][neuron], or with those layers [bucket][neuron]
    std::array<std::int32_t, nnue::kOutputBuckets> output_bias{};

    // The weight of an input of the second or third layer for one of its neurons.
    template <class Self>
    static auto& second_at(Self& self, int bucket, int product, int neuron) {
        return self.second[place(bucket, product, neuron, self.shape.hidden, self.shape.second(), 4)];
    }
    template <class Self>
    static auto& third_at(Self& self, int bucket, int from, int neuron) {
        return self.third[place(bucket, from, neuron, self.shape.second(), self.shape.third(), 2)];
    }

    // Calls visit(array) for each array of weights in the order of the file.
    template <class Self, class Visit>
    static void for_each_array(Self& self, Visit&& visit) {
        visit(self.features);
        visit(self.feature_bias);
        visit(self.second);
        visit(self.second_bias);
        visit(self.third);
        visit(self.third_bias);
        visit(self.output);
        visit(self.output_bias);
    }

private:
    // The engine takes several inputs at a time, so their weights lie together.
    static std::size_t place(int bucket, int input, int neuron, int inputs, int neurons, int together) {
        return static_cast<std::size_t>(((bucket * inputs + input) / together * neurons + neuron) * together +
                                        input % together);
    }
};

// What the engine's arithmetic relies on.
using nnue::kLargestFeatureWeight, nnue::kLargestOutputWeight;

// Rounds. Inputs that were never seen become zero. Fails if a weight is out of range.
Result<QuantisedNet> quantise(const ModelShape& shape, const Parameters& parameters,
                              std::span<const std::uint8_t> seen);

// The sums of both sides, to move first, before clipping.
using Neurons = std::array<std::vector<std::int32_t>, 2>;
Neurons neurons_of(const QuantisedNet& net, const Record& record);

// Neurons clipped and multiplied in pairs, as the second layer sees them: the side to move's first.
std::vector<int> products_of(const Neurons& sums);

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
    // How much more it may be with layers behind the first, which see products of seven bits.
    double deep_factor = 4.0;
    // Of rounding: the loss may rise by this share. Centipawns say little here: rounding moves the evaluation
    // of networks trained on the first games by 4 to 6 on average, a hundredth of its size, without any
    // effect on the loss.
    double loss_increase = 0.01;
};

struct QuantisationReport {
    std::uint64_t positions = 0;
    std::uint64_t near = 0;   // with |eval| < 1000
    bool deep = false;        // with layers behind the first
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
