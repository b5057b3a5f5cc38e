#include "train/export.h"

#include <algorithm>
#include <bit>
#include <span>

#include "nnue/network_file.h"
#include "train/calibrate.h"
#include "train/files.h"

namespace stillpoint::train {

namespace {

static_assert(std::endian::native == std::endian::little, "weights are written as they lie in memory");

constexpr std::uint64_t kComparedPositions = 200'000;

template <class Array>
void put_array(std::string& out, const Array& values) {
    out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
}

}  // namespace

std::string net_file_bytes(const QuantisedNet& net, const std::string& name, int fitted_k) {
    std::string payload;
    QuantisedNet::for_each_array(net, [&](const auto& values) { put_array(payload, values); });

    const auto header = nnue::network_header({.shape = net.shape,
                                              .fitted_k = static_cast<std::uint16_t>(fitted_k),
                                              .name = name,
                                              .weights = std::as_bytes(std::span(payload))});
    std::string out(reinterpret_cast<const char*>(header.data()), header.size());
    return out + payload;
}

Result<std::size_t> export_net(const ExportRequest& r, QuantisationReport& report) {
    const auto net = quantise_on(r.shape, r.parameters, r.seen, r.calibration);
    if (!net) return Error{net.error()};
    report = compare(r.shape, r.parameters, *net, r.comparison, kComparedPositions, r.target);
    if (const std::string problem = report.problem(r.limits); !problem.empty())
        return Error{"'" + r.path + "': not written: " + problem + "; " + to_string(report)};
    return write_safely(r.path, net_file_bytes(*net, r.name, r.fitted_k));
}

}  // namespace stillpoint::train
