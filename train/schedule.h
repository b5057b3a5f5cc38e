#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "train/settings.h"

namespace stillpoint::train {

// How far the run has come before batch `step`, from 0 to 1.
inline double progress_of(const Settings& s, std::uint64_t step) {
    return std::min(1.0, static_cast<double>(step) / static_cast<double>(s.total_batches()));
}

// A cosine from the first to the last rate. It has to be low at the end: a constant rate costs a hundred Elo.
// Warming up, because the optimiser's first steps are large while its averages are still empty.
inline double learning_rate_at(const Settings& s, std::uint64_t step) {
    const double cosine = 0.5 * (1.0 + std::cos(std::numbers::pi * progress_of(s, step)));
    const double rate = s.final_learning_rate + (s.learning_rate - s.final_learning_rate) * cosine;
    if (step >= static_cast<std::uint64_t>(s.warmup)) return rate;
    return rate * static_cast<double>(step + 1) / s.warmup;
}

inline double lambda_at(const Settings& s, std::uint64_t step) {
    return s.lambda + (s.final_lambda - s.lambda) * progress_of(s, step);
}

}  // namespace stillpoint::train
