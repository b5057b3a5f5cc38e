#pragma once

#include <string>

#include "train/quantise.h"
#include "util/result.h"

namespace stillpoint::train {

// The engine's network file (see nnue/network_file.h) for any hidden layer: the engine's own writer knows
// only the size it was compiled for. `name` is cut to 23 characters, `fitted_k` is for the record.
std::string net_file_bytes(const QuantisedNet& net, const std::string& name, int fitted_k);

struct ExportRequest {
    std::string path{};
    std::string name{};
    int fitted_k = 0;
};
// Rounds, compares on the given positions and writes the file only if the comparison passes. The report is
// filled in either way.
Result<std::size_t> export_net(const ModelShape& shape, const Parameters& parameters,
                               std::span<const std::uint8_t> seen, const RecordStore& positions,
                               const ExportRequest& request, QuantisationReport& report);

}  // namespace stillpoint::train
