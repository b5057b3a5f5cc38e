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
constexpr int kVersion = 2;
constexpr std::size_t kNameSize = 24;

// Numbers of one kind among the weights, in the order of the file.
struct Section {
    std::size_t count;
    std::size_t bytes;  // of each
    std::int64_t largest;
};

constexpr std::array<Section, 7> sections(const Shape& shape) {
    const auto hidden = static_cast<std::size_t>(shape.hidden),
               inputs = static_cast<std::size_t>(shape.inputs()),
               second = static_cast<std::size_t>(shape.layers[0]),
               third = static_cast<std::size_t>(shape.layers[1]);
    constexpr std::size_t kBuckets = kOutputBuckets;
    const Section features = {hidden * (inputs + 1), 2, kLargestFeatureWeight},
                  output_bias = {kBuckets, 4, INT32_MAX};
    if (!shape.is_deep()) return {features, {kBuckets * 2 * hidden, 2, kLargestOutputWeight}, output_bias};
    return {features,
            {kBuckets * hidden * second, 1, kLargestOutputWeight},
            {kBuckets * second, 4, deep::kLargestSecondBias},
            {kBuckets * second * third, 2, deep::kLargestWeight},
            {kBuckets * third, 4, deep::kLargestThirdBias},
            {kBuckets * third, 2, deep::kLargestWeight},
            output_bias};
}

constexpr std::size_t weights_size(const Shape& shape) {
    std::size_t size = 0;
    for (const Section& section : sections(shape)) size += section.count * section.bytes;
    return size;
}
// Without the padding at the end.
constexpr std::size_t kWeightsSize =
    offsetof(Weights, head) + offsetof(Head, output_bias) + sizeof(Head::output_bias);
static_assert(kWeightsSize == weights_size(kShape), "no gaps between the rows");

// How the first layer's sums become neurons.
constexpr int activation(const Shape& shape) { return shape.is_deep() ? 2 : 1; }

struct Offset {
    static constexpr std::size_t kVersion = 8, kHeaderSize = 10, kInputs = 12, kHidden = 16,
                                 kOutputBuckets = 18, kQa = 20, kQb = 22, kScale = 24, kFittedK = 26,
                                 kWeightsSize = 28, kWeightsCrc = 32, kName = 36, kKingBuckets = 60,
                                 kActivation = 62, kKingMap = 64, kLayers = 96;
};

// Version 1, of the first networks: the same up to the name, and one shape of inputs only.
constexpr std::size_t kFirstHeaderSize = 64;
constexpr std::uint32_t kFirstArchitecture = 768 | 1U << 10 | 1U << 12 | 8U << 16 | 2U << 20;

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

std::string differs(std::string_view name, std::uint64_t expected, std::uint64_t found) {
    const std::string what(name);
    return "expected " + what + "=" + std::to_string(expected) + ", file has " + what + "=" +
           std::to_string(found);
}

std::string text_of(const Layers& layers) {
    return layers == Layers{} ? "none" : std::to_string(layers[0]) + "," + std::to_string(layers[1]);
}

struct Header {
    std::size_t size = 0;
    Shape shape;
};

// Which layers are behind the first. Empty if the trainer makes such.
std::string read_layers(std::span<const std::byte> bytes, Shape& shape) {
    for (std::size_t i = 0; i < shape.layers.size(); ++i)
        shape.layers[i] = get<std::uint16_t>(bytes, Offset::kLayers + 2 * i);
    if (const char* problem = problem_with_neurons(shape.hidden, shape.layers); shape.is_deep() && problem)
        return "H=" + std::to_string(shape.hidden) + ", layers=" + text_of(shape.layers) + ": " + problem;
    const auto expected = static_cast<std::uint64_t>(activation(shape));
    if (const auto found = get<std::uint16_t>(bytes, Offset::kActivation); found != expected)
        return differs("activation", expected, found);
    return {};
}

// Which inputs the network has; the first version knows one kind. Empty if they are ours.
std::string read_inputs(std::span<const std::byte> bytes, bool first_version, Shape& shape) {
    const auto inputs = get<std::uint32_t>(bytes, Offset::kInputs);
    if (first_version) {
        shape.king_buckets = 1;
        return inputs == kFirstArchitecture ? "" : differs("architecture", kFirstArchitecture, inputs);
    }
    shape.king_buckets = get<std::uint16_t>(bytes, Offset::kKingBuckets);
    if (!has_king_map(shape.king_buckets))
        return "no map for " + std::to_string(shape.king_buckets) + " king buckets";
    const KingMap& map = king_map(shape.king_buckets);
    if (std::memcmp(bytes.data() + Offset::kKingMap, map.data(), map.size()) != 0)
        return "its king buckets lie on other squares than this program's";
    const auto expected = static_cast<std::uint32_t>(shape.inputs());
    return inputs == expected ? "" : differs("inputs", expected, inputs);
}

// Empty if the header is that of a network the trainer makes.
std::string read_header(std::span<const std::byte> bytes, Header& header) {
    if (bytes.size() < kFirstHeaderSize)
        return "too short for a header (" + std::to_string(bytes.size()) + " bytes)";
    if (std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) return "not a Stillpoint network";
    const int version = get<std::uint16_t>(bytes, Offset::kVersion);
    if (version < 1 || version > kVersion)
        return "expected version 1 or " + std::to_string(kVersion) + ", file has version " +
               std::to_string(version);
    header.size = version == 1 ? kFirstHeaderSize : kHeaderSize;
    if (const auto found = get<std::uint16_t>(bytes, Offset::kHeaderSize); found != header.size)
        return differs("header size", header.size, found);
    if (bytes.size() < header.size)
        return "too short for a header (" + std::to_string(bytes.size()) + " bytes)";

    const struct {
        const char* name;
        std::size_t offset;
        int expected;
    } numbers[] = {{"output buckets", Offset::kOutputBuckets, kOutputBuckets},
                   {"QA", Offset::kQa, kQa},
                   {"QB", Offset::kQb, kQb},
                   {"scale", Offset::kScale, kScale}};
    for (const auto& [name, offset, expected] : numbers)
        if (const auto found = get<std::uint16_t>(bytes, offset); found != expected)
            return differs(name, static_cast<std::uint64_t>(expected), found);
    header.shape.hidden = get<std::uint16_t>(bytes, Offset::kHidden);
    header.shape.layers = {};
    std::string problem = read_inputs(bytes, version == 1, header.shape);
    return problem.empty() && version > 1 ? read_layers(bytes, header.shape) : problem;
}

std::string problem_with_shape(const Shape& shape) {
    if (shape.hidden != kHidden) return differs("H", kHidden, static_cast<std::uint64_t>(shape.hidden));
    if (shape.king_buckets != kKingBuckets)
        return differs("king buckets", kKingBuckets, static_cast<std::uint64_t>(shape.king_buckets));
    if (shape.layers != kLayers)
        return "expected layers=" + text_of(kLayers) +
               " behind the first, file has layers=" + text_of(shape.layers);
    return {};
}

std::string problem_with_content(std::span<const std::byte> bytes, const Header& header) {
    const std::size_t size = weights_size(header.shape), expected = header.size + size;
    if (const auto found = get<std::uint32_t>(bytes, Offset::kWeightsSize); found != size)
        return "expected " + std::to_string(size) + " bytes of weights, header says " + std::to_string(found);
    if (bytes.size() < expected)
        return "cut off: " + std::to_string(bytes.size()) + " of " + std::to_string(expected) + " bytes";
    if (bytes.size() > expected)
        return std::to_string(bytes.size() - expected) + " bytes too many after the weights";
    const std::size_t crc = header.size - sizeof(std::uint32_t);
    if (crc32c(bytes.data(), crc) != get<std::uint32_t>(bytes, crc))
        return "damaged header (checksum differs)";
    if (crc32c(bytes.data() + header.size, size) != get<std::uint32_t>(bytes, Offset::kWeightsCrc))
        return "damaged weights (checksum differs)";
    return {};
}

NetworkFile content_of(std::span<const std::byte> bytes, const Header& header) {
    char name[kNameSize + 1]{};
    std::memcpy(name, bytes.data() + Offset::kName, kNameSize);
    return {.shape = header.shape,
            .name = name,
            .fitted_k = get<std::uint16_t>(bytes, Offset::kFittedK),
            .checksum = get<std::uint32_t>(bytes, Offset::kWeightsCrc),
            .weights = bytes.subspan(header.size)};
}

std::int64_t number_at(std::span<const std::byte> bytes, std::size_t offset, std::size_t size) {
    if (size == 1) return get<std::int8_t>(bytes, offset);
    if (size == 2) return get<std::int16_t>(bytes, offset);
    return get<std::int32_t>(bytes, offset);
}

// The arithmetic relies on small weights; larger ones would make its sums overflow.
std::string problem_with_weights(const NetworkFile& file) {
    std::size_t offset = 0;
    for (const Section& section : sections(file.shape))
        for (std::size_t i = 0; i < section.count; ++i, offset += section.bytes)
            if (std::abs(number_at(file.weights, offset, section.bytes)) > section.largest)
                return "weights too large for the engine's arithmetic";
    return {};
}

// `problem_with` says what is wrong with a shape.
template <class ProblemWith>
Result<NetworkFile> read_checked(std::span<const std::byte> bytes, std::string_view label,
                                 ProblemWith problem_with) {
    Header header;
    std::string problem = read_header(bytes, header);
    if (problem.empty()) problem = problem_with(header.shape);
    if (problem.empty()) problem = problem_with_content(bytes, header);
    if (!problem.empty()) return Error{net_named(label) + problem};
    NetworkFile file = content_of(bytes, header);
    problem = problem_with_weights(file);
    if (!problem.empty()) return Error{net_named(label) + problem};
    return file;
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace

Result<NetworkFile> read_network(std::span<const std::byte> bytes, std::string_view label) {
    return read_checked(bytes, label, [](const Shape&) { return std::string(); });
}

Result<NetworkPointer> load_network(std::span<const std::byte> bytes, std::string_view label) {
    auto file = read_checked(bytes, label, problem_with_shape);
    if (!file) return Error{file.error()};
    auto network = std::make_unique<Network>();
    std::memcpy(&network->weights, file->weights.data(), kWeightsSize);
    network->name = std::move(file->name);
    network->fitted_k = file->fitted_k;
    network->checksum = file->checksum;
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
    put<std::uint32_t>(header, Offset::kInputs, static_cast<std::uint32_t>(fields.shape.inputs()));
    put<std::uint16_t>(header, Offset::kHidden, static_cast<std::uint16_t>(fields.shape.hidden));
    put<std::uint16_t>(header, Offset::kOutputBuckets, kOutputBuckets);
    put<std::uint16_t>(header, Offset::kQa, kQa);
    put<std::uint16_t>(header, Offset::kQb, kQb);
    put<std::uint16_t>(header, Offset::kScale, kScale);
    put<std::uint16_t>(header, Offset::kFittedK, fields.fitted_k);
    put<std::uint32_t>(header, Offset::kWeightsSize, static_cast<std::uint32_t>(fields.weights.size()));
    put<std::uint32_t>(header, Offset::kWeightsCrc, crc32c(fields.weights.data(), fields.weights.size()));
    // The last byte stays zero.
    std::memcpy(header.data() + Offset::kName, fields.name.data(),
                std::min(fields.name.size(), kNameSize - 1));
    put<std::uint16_t>(header, Offset::kKingBuckets, static_cast<std::uint16_t>(fields.shape.king_buckets));
    put<std::uint16_t>(header, Offset::kActivation, static_cast<std::uint16_t>(activation(fields.shape)));
    for (std::size_t i = 0; i < fields.shape.layers.size(); ++i)
        put<std::uint16_t>(header, Offset::kLayers + 2 * i,
                           static_cast<std::uint16_t>(fields.shape.layers[i]));
    const KingMap& map = king_map(fields.shape.king_buckets);
    std::memcpy(header.data() + Offset::kKingMap, map.data(), map.size());
    constexpr std::size_t kCrc = kHeaderSize - sizeof(std::uint32_t);
    put<std::uint32_t>(header, kCrc, crc32c(header.data(), kCrc));
    return header;
}

std::vector<std::byte> network_bytes(const Network& network) {
    const auto weights = std::as_bytes(std::span(&network.weights, 1)).first(kWeightsSize);
    const auto header = network_header(
        {.shape = kShape, .fitted_k = network.fitted_k, .name = network.name, .weights = weights});
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
