#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "train/validation.h"

namespace stillpoint::train {

// One superbatch in the log.
struct HistoryRow {
    std::uint64_t superbatch = 0;  // from 1
    std::uint64_t step = 0;
    double train_loss = 0.0;
    ValidationReport validation{};
    double learning_rate = 0.0;
    double lambda = 0.0;
    double positions_per_second = 0.0;      // of wall-clock time
    double positions_per_cpu_second = 0.0;  // what one core does, however busy the machine is
};
using History = std::vector<HistoryRow>;

std::string to_csv(const History& history);

// A picture of the losses over time, as SVG.
std::string to_svg(const History& history, const std::string& title);

}  // namespace stillpoint::train
