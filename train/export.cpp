#include "train/export.h"

#include <algorithm>
#include <bit>

#include "train/calibrate.h"
#include "train/safe_file.h"
#include "util/crc32c.h"

namespace stillpoint::train {

namespace {

static_assert(std::endian::native == std::endian::little, "weights are written as they lie in memory");

constexpr std::uint64_t kComparedPositions = 200'000;
constexpr std::size_t kHeaderBytes = 64, kNameBytes = 24;
constexpr std::uint16_t kVersion = 1;
// Inputs, mirrored by king, squared clipped activation, buckets, two sides: as in nnue/network_file.cpp; a
// test loads our file with the engine's reader.
constexpr std::uint32_t kArchitecture =
    nnue::kInputs | 1U << 10 | 1U << 12 | nnue::kOutputBuckets << 16 | 2U << 20;

template <class T>
void put(std::string& out, T value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Array>
void put_array(std::string& out, const Array& values) {
    out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
}

}  // namespace

std::string net_file_bytes(const QuantisedNet& net, const std::string& name, int fitted_k) {
    std::string payload;
    put_array(payload, net.features);
    put_array(payload, net.feature_bias);
    put_array(payload, net.output);
    put_array(payload, net.output_bias);

    std::string out = "STILLNN1";
    put(out, kVersion);
    put(out, static_cast<std::uint16_t>(kHeaderBytes));
    put(out, kArchitecture);
    for (int number : {net.hidden, nnue::kOutputBuckets, nnue::kQa, nnue::kQb, nnue::kScale, fitted_k})
        put(out, static_cast<std::uint16_t>(number));
    put(out, static_cast<std::uint32_t>(payload.size()));
    put(out, crc32c(payload.data(), payload.size()));
    std::string padded = name.substr(0, kNameBytes - 1);
    padded.resize(kNameBytes, '\0');
    out += padded;
    put(out, crc32c(out.data(), out.size()));
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
