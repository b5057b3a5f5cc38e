#pragma once

#include <cmath>
#include <span>

#include "train/record.h"

namespace stillpoint::train {

inline float sigmoid(float x) { return 1.0F / (1.0F + std::exp(-x)); }

// What the network should answer: a mix of how the game ended, if it did, and what the search thought. Scores
// become winning chances by each generation's own scale, so that different generations can be compared.
//
// A sharpness above 1 reads winning chances off a steeper curve, as stronger players would: differences near
// equality then weigh more, those in decided games less. The meaning of a score does not change.
struct Target {
    float lambda = 0.5F;                   // the share of the game's result
    std::span<const float> inverse_scale;  // 1/K by generation
    float sharpness = 1.0F;

    static float result(const Record& r) { return 0.5F * static_cast<float>(r.result); }
    float eval(const Record& r) const {
        return sigmoid(sharpness * static_cast<float>(r.score) * inverse_scale[r.generation]);
    }
    float operator()(const Record& r) const {
        if (!r.has_result()) return eval(r);
        return lambda * result(r) + (1.0F - lambda) * eval(r);
    }
};

struct LossAndSlope {
    float loss;
    float slope;  // with the network's output
};

// Squared error of the winning chance.
inline LossAndSlope squared_error(float output, float target, float sharpness = 1.0F) {
    const float p = sigmoid(sharpness * output);
    const float error = p - target;
    return {error * error, 2.0F * sharpness * error * p * (1.0F - p)};
}

}  // namespace stillpoint::train
