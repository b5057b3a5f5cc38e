#pragma once

#include <string>

#include "train/quantise.h"
#include "util/result.h"

namespace stillpoint::train {

// The engine's network file (see nnue/network_file.h) for any hidden layer: the engine's own writer knows
// only the size it was compiled for. `name` is cut to 23 characters, `fitted_k` is for the record.
std::string net_file_bytes(const QuantisedNet& net, const std::string& name, int fitted_k);

struct ExportRequest {
    ModelShape shape;
    const Parameters& parameters;
    std::span<const std::uint8_t> seen;
    const RecordStore& calibration;  // used while rounding
    const RecordStore& comparison;   // used for the report; better not the same positions
    Target target;
    QuantisationLimits limits{};
    std::string path{};
    std::string name{};
    int fitted_k = 0;
};
// Rounds, compares and writes the file only if the comparison passes. The report is filled in either way.
// Returns the number of bytes.
Result<std::size_t> export_net(const ExportRequest& request, QuantisationReport& report);

}  // namespace stillpoint::train
