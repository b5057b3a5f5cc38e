#include "nnue/network_file.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "util/crc32c.h"
#include "util/replace_file.h"

namespace stillpoint::nnue {

namespace {

static_assert(std::endian::native == std::endian::little, "weights are read as they lie in the file");

constexpr std::string_view kMagic = "STILLNN1";
constexpr int kVersion = 1;
constexpr std::size_t kNameSize = 24;
// Without the padding at the end.
constexpr std::size_t kWeightsSize = offsetof(Weights, output_bias) + sizeof(Weights::output_bias);
static_assert(kWeightsSize == 2 * kHidden * (kInputs + 1 + 2 * kOutputBuckets) + 4 * kOutputBuckets,
              "no gaps between the rows");

// What the sizes alone don't say: which inputs, and what happens between the layers.
constexpr std::uint32_t kMirroredKings = 1;
constexpr std::uint32_t kSquaredClippedRelu = 1;
constexpr std::uint32_t kArchitecture =
    kInputs | kMirroredKings << 10 | kSquaredClippedRelu << 12 | kOutputBuckets << 16 | 2U << 20;

struct Offset {
    static constexpr std::size_t kVersion = 8, kHeaderSize = 10, kArchitecture = 12, kHidden = 16,
                                 kBuckets = 18, kQa = 20, kQb = 22, kScale = 24, kFittedK = 26,
                                 kWeightsSize = 28, kWeightsCrc = 32, kName = 36, kHeaderCrc = 60;
};

template <class Number>
Number get(std::span<const std::byte> bytes, std::size_t offset) {
    Number value{};
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

template <class Number>
void put(std::span<std::byte> bytes, std::size_t offset, Number value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

std::string net_named(std::string_view label) { return "net '" + std::string(label) + "': "; }

// Empty if the header is one of this program's networks.
std::string problem_with_header(std::span<const std::byte> bytes) {
    if (bytes.size() < kHeaderSize)
        return "too short for a header (" + std::to_string(bytes.size()) + " bytes)";
    if (std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) return "not a Stillpoint network";
    const int version = get<std::uint16_t>(bytes, Offset::kVersion);
    if (version != kVersion)
        return "expected version " + std::to_string(kVersion) + ", file has version " +
               std::to_string(version);

    const struct {
        const char* name;
        std::size_t offset;
        int expected;
    } numbers[] = {{"header size", Offset::kHeaderSize, static_cast<int>(kHeaderSize)},
                   {"H", Offset::kHidden, kHidden},
                   {"output buckets", Offset::kBuckets, kOutputBuckets},
                   {"QA", Offset::kQa, kQa},
                   {"QB", Offset::kQb, kQb},
                   {"scale", Offset::kScale, kScale}};
    for (const auto& [name, offset, expected] : numbers)
        if (const int found = get<std::uint16_t>(bytes, offset); found != expected)
            return std::string("expected ") + name + "=" + std::to_string(expected) + ", file has " + name +
                   "=" + std::to_string(found);
    if (const auto found = get<std::uint32_t>(bytes, Offset::kArchitecture); found != kArchitecture)
        return "expected architecture " + std::to_string(kArchitecture) + ", file has architecture " +
               std::to_string(found);
    if (const auto size = get<std::uint32_t>(bytes, Offset::kWeightsSize); size != kWeightsSize)
        return "expected " + std::to_string(kWeightsSize) + " bytes of weights, header says " +
               std::to_string(size);
    return {};
}

std::string problem_with_content(std::span<const std::byte> bytes) {
    const std::size_t expected = kHeaderSize + kWeightsSize;
    if (bytes.size() < expected)
        return "cut off: " + std::to_string(bytes.size()) + " of " + std::to_string(expected) + " bytes";
    if (bytes.size() > expected)
        return std::to_string(bytes.size() - expected) + " bytes too many after the weights";
    if (crc32c(bytes.data(), Offset::kHeaderCrc) != get<std::uint32_t>(bytes, Offset::kHeaderCrc))
        return "damaged header (checksum differs)";
    if (crc32c(bytes.data() + kHeaderSize, kWeightsSize) != get<std::uint32_t>(bytes, Offset::kWeightsCrc))
        return "damaged weights (checksum differs)";
    return {};
}

// The arithmetic relies on small weights; larger ones would make its sums overflow.
std::string problem_with_weights(const Weights& weights) {
    const auto within = [](std::span<const std::int16_t> numbers, int largest) {
        return std::all_of(numbers.begin(), numbers.end(),
                           [=](std::int16_t w) { return std::abs(int{w}) <= largest; });
    };
    bool fits = within(weights.feature_bias, kLargestFeatureWeight);
    for (const auto& row : weights.features) fits = fits && within(row, kLargestFeatureWeight);
    for (const auto& sides : weights.output)
        for (const auto& row : sides) fits = fits && within(row, kLargestOutputWeight);
    return fits ? "" : "weights too large for the engine's arithmetic";
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace

Result<NetworkPointer> load_network(std::span<const std::byte> bytes, std::string_view label) {
    std::string problem = problem_with_header(bytes);
    if (problem.empty()) problem = problem_with_content(bytes);
    if (!problem.empty()) return Error{net_named(label) + problem};

    auto network = std::make_unique<Network>();
    std::memcpy(&network->weights, bytes.data() + kHeaderSize, kWeightsSize);
    problem = problem_with_weights(network->weights);
    if (!problem.empty()) return Error{net_named(label) + problem};
    char name[kNameSize + 1]{};
    std::memcpy(name, bytes.data() + Offset::kName, kNameSize);
    network->name = name;
    network->fitted_k = get<std::uint16_t>(bytes, Offset::kFittedK);
    network->checksum = get<std::uint32_t>(bytes, Offset::kWeightsCrc);
    return network;
}

Result<NetworkPointer> load_network_file(const std::string& path) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return Error{net_named(path) + std::strerror(errno)};
    // Asking for one byte more than a good file has shows that a file is too long, without reading a wrong
    // file of any size into memory.
    std::vector<std::byte> bytes(kHeaderSize + kWeightsSize + 1);
    errno = 0;
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
    if (std::ferror(file.get()) != 0) return Error{net_named(path) + std::strerror(errno)};
    return load_network(bytes, path);
}

std::array<std::byte, kHeaderSize> network_header(const HeaderFields& fields) {
    std::array<std::byte, kHeaderSize> header{};
    std::memcpy(header.data(), kMagic.data(), kMagic.size());
    put<std::uint16_t>(header, Offset::kVersion, kVersion);
    put<std::uint16_t>(header, Offset::kHeaderSize, kHeaderSize);
    put<std::uint32_t>(header, Offset::kArchitecture, kArchitecture);
    put<std::uint16_t>(header, Offset::kHidden, static_cast<std::uint16_t>(fields.hidden));
    put<std::uint16_t>(header, Offset::kBuckets, kOutputBuckets);
    put<std::uint16_t>(header, Offset::kQa, kQa);
    put<std::uint16_t>(header, Offset::kQb, kQb);
    put<std::uint16_t>(header, Offset::kScale, kScale);
    put<std::uint16_t>(header, Offset::kFittedK, fields.fitted_k);
    put<std::uint32_t>(header, Offset::kWeightsSize, static_cast<std::uint32_t>(fields.weights.size()));
    put<std::uint32_t>(header, Offset::kWeightsCrc, crc32c(fields.weights.data(), fields.weights.size()));
    // The last byte stays zero.
    std::memcpy(header.data() + Offset::kName, fields.name.data(),
                std::min(fields.name.size(), kNameSize - 1));
    put<std::uint32_t>(header, Offset::kHeaderCrc, crc32c(header.data(), Offset::kHeaderCrc));
    return header;
}

std::vector<std::byte> network_bytes(const Network& network) {
    const auto weights = std::as_bytes(std::span(&network.weights, 1)).first(kWeightsSize);
    const auto header = network_header(
        {.hidden = kHidden, .fitted_k = network.fitted_k, .name = network.name, .weights = weights});
    std::vector<std::byte> bytes(header.size() + weights.size());
    std::copy(weights.begin(), weights.end(), std::copy(header.begin(), header.end(), bytes.begin()));
    return bytes;
}

Result<std::size_t> export_net(const Network& network, const std::string& path) {
    const std::vector<std::byte> bytes = network_bytes(network);
    auto written = replace_file(path, {{reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
    if (!written) return Error{net_named(path) + "not written: " + written.error()};
    return written;
}

std::uint32_t checksum_of(const Weights& weights) { return crc32c(&weights, kWeightsSize); }

}  // namespace stillpoint::nnue
