#pragma once

#include <cstdint>

#include "train/loss.h"
#include "train/model.h"
#include "train/record_store.h"
#include "train/thread_team.h"

namespace stillpoint::train {

struct ValidationReport {
    std::uint64_t positions = 0;
    double loss = 0.0;         // at lambda: comparable only between runs with the same data and lambda
    double eval_loss = 0.0;    // against the search's score alone
    double result_loss = 0.0;  // against the game's result alone
    double mean_output = 0.0;  // mean |output|: shows whether the scale drifts between networks
    int dead_units = 0;        // neurons active in less than a thousandth of the positions
    int saturated_units = 0;   // neurons at their limit in more than 99 of 100
};

// Runs at most `limit` positions from the front through the network.
ValidationReport validate(const ModelShape& shape, const Parameters& parameters, const RecordStore& records,
                          std::uint64_t limit, const Target& target, ThreadTeam& team);

}  // namespace stillpoint::train
