#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "train/model.h"
#include "train/record.h"
#include "train/record_store.h"
#include "util/result.h"

namespace stillpoint::train {

// The network in whole numbers, as the engine uses it.
struct QuantisedNet {
    int hidden = 0;
    std::vector<std::int16_t> features;      // [input][neuron]
    std::vector<std::int16_t> feature_bias;  // [neuron]
    std::vector<std::int16_t> output;        // [bucket][side][neuron]
    std::array<std::int32_t, nnue::kOutputBuckets> output_bias{};
};

// Rounds. Inputs that were never seen become zero. Fails if a weight is out of the range that the engine's
// arithmetic relies on.
Result<QuantisedNet> quantise(const ModelShape& shape, const Parameters& parameters,
                              std::span<const std::uint8_t> seen);

struct IntegerEval {
    int centipawns = 0;
    bool overflow = false;  // a neuron's sum does not fit 16 bits
};
// The engine's formula, written plainly: the reference that the report compares with.
IntegerEval evaluate(const QuantisedNet& net, const Record& record);

// How far the whole numbers are from the trained network.
struct QuantisationReport {
    std::uint64_t positions = 0;
    std::uint64_t near = 0;  // with |centipawns| < 1000; mean and p99 are over these
    double mean = 0.0;
    double p99 = 0.0;
    double max = 0.0;  // over all
    std::uint64_t overflows = 0;
    double mean_eval = 0.0;  // mean |centipawns| of the network

    static constexpr double kWorstMean = 2.0, kWorstP99 = 10.0;
    bool passes() const { return overflows == 0 && mean <= kWorstMean && p99 <= kWorstP99; }
};
// Uses at most `limit` positions from the front.
QuantisationReport compare(const ModelShape& shape, const Parameters& parameters, const QuantisedNet& net,
                           const RecordStore& records, std::uint64_t limit);
std::string to_string(const QuantisationReport& report);

}  // namespace stillpoint::train
