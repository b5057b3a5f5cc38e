#include "nnue/network_file.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <type_traits>

#include <gtest/gtest.h>

#include "tests/unit/support/effort.h"
#include "tests/unit/support/temp_dir.h"
#include "util/crc32c.h"
#include "util/rng.h"

namespace stillpoint::nnue {
namespace {

using Bytes = std::vector<std::byte>;

Bytes good_file() {
    auto network = random_network(1);
    network->name = "a test";
    network->fitted_k = 321;
    return network_bytes(*network);
}

void put16(Bytes& bytes, std::size_t offset, std::uint16_t value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}
void put32(Bytes& bytes, std::size_t offset, std::uint32_t value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}
std::uint32_t get32(const Bytes& bytes, std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

std::string error_of(const Bytes& bytes) {
    const auto network = load_network(bytes, "x.nn");
    return network ? "loaded" : network.error();
}

TEST(NetworkFile, RoundTrip) {
    const Bytes bytes = good_file();
    const auto loaded = load_network(bytes, "x.nn");
    ASSERT_TRUE(loaded) << loaded.error();
    const Network& network = **loaded;
    EXPECT_EQ(network.name, "a test");
    EXPECT_EQ(network.fitted_k, 321);
    EXPECT_EQ(network.checksum, checksum_of(random_network(1)->weights));
    EXPECT_EQ(network.checksum, checksum_of(network.weights));
    EXPECT_EQ(network_bytes(network), bytes);
}

// The layout other programs rely on.
TEST(NetworkFile, Layout) {
    const Bytes bytes = good_file();
    if (kShape.is_deep()) GTEST_SKIP() << "that of networks without layers behind the first";
    const std::size_t weights = 2 * kHidden * (kInputs + 1 + 16) + 32;
    ASSERT_EQ(bytes.size(), 128 + weights);
    EXPECT_EQ(std::memcmp(bytes.data(), "STILLNN1", 8), 0);
    EXPECT_EQ(get32(bytes, 8), 2U | 128U << 16);
    EXPECT_EQ(get32(bytes, 12), static_cast<std::uint32_t>(kInputs));
    EXPECT_EQ(get32(bytes, 16), static_cast<std::uint32_t>(kHidden) | 8U << 16);
    EXPECT_EQ(get32(bytes, 20), 255U | 64U << 16);
    EXPECT_EQ(get32(bytes, 24), 400U | 321U << 16);
    EXPECT_EQ(get32(bytes, 28), weights);
    EXPECT_EQ(get32(bytes, 32), crc32c_portable(bytes.data() + 128, weights));
    EXPECT_EQ(std::memcmp(bytes.data() + 36, "a test\0\0", 8), 0);
    EXPECT_EQ(get32(bytes, 60), static_cast<std::uint32_t>(kKingBuckets) | 1U << 16);
    EXPECT_EQ(std::memcmp(bytes.data() + 64, king_map(kKingBuckets).data(), 32), 0);
    EXPECT_EQ(get32(bytes, 124), crc32c_portable(bytes.data(), 124));

    const auto network = random_network(1);
    std::int16_t weight = 0;
    std::memcpy(&weight, bytes.data() + 128 + 2 * (3 * kHidden + 5), 2);
    EXPECT_EQ(weight, network->weights.features[3][5]);
    std::memcpy(&weight, bytes.data() + 128 + 2 * (kInputs * kHidden + 7), 2);
    EXPECT_EQ(weight, network->weights.feature_bias[7]);
    EXPECT_EQ(get32(bytes, 96), 0U);
    std::memcpy(&weight, bytes.data() + 128 + 2 * ((kInputs + 1 + 2 * 6 + 1) * kHidden + 9), 2);
    const auto* output = reinterpret_cast<const std::int16_t*>(network->weights.head.output);
    EXPECT_EQ(weight, output[(2 * 6 + 1) * kHidden + 9]);
    EXPECT_EQ(get32(bytes, bytes.size() - 4),
              static_cast<std::uint32_t>(network->weights.head.output_bias[7]));
}

TEST(NetworkFile, LongNamesAreCut) {
    auto network = random_network(1);
    network->name = "a name that is much longer than the field for it";
    const auto loaded = load_network(network_bytes(*network), "x.nn");
    ASSERT_TRUE(loaded);
    EXPECT_EQ((*loaded)->name, "a name that is much lon");
}

template <class Array>
std::int16_t& first_of(Array& array) {
    if constexpr (std::is_array_v<Array>)
        return first_of(array[0]);
    else
        return array;
}

// Found by fuzzing: such a file passed all checksums, and sums then overflowed.
TEST(NetworkFile, WeightsBeyondTheArithmeticAreRefused) {
    const auto error_with = [](auto change) {
        auto network = random_network(1);
        change(network->weights);
        return error_of(network_bytes(*network));
    };
    const std::string refusal = "net 'x.nn': weights too large for the engine's arithmetic";
    EXPECT_EQ(error_with([](Weights& w) { w.features[3][5] = 506; }), refusal);
    EXPECT_EQ(error_with([](Weights& w) { w.feature_bias[0] = -506; }), refusal);
    EXPECT_EQ(error_with([](Weights& w) { first_of(w.head.output[7]) = INT16_MIN; }), refusal);
    auto network = random_network(1);
    network->weights.features[3][5] = 505;
    first_of(network->weights.head.output[7]) = -127;
    EXPECT_TRUE(load_network(network_bytes(*network), "x.nn").ok());
}

// A header as that of a good network with more king buckets, or without.
constexpr int kOtherBuckets = kKingBuckets == 1 ? 4 : 1;
void give_other_buckets(Bytes& bytes) {
    put32(bytes, 12, static_cast<std::uint32_t>(kOtherBuckets * kBoardInputs));
    put16(bytes, 60, kOtherBuckets);
    std::memcpy(bytes.data() + 64, king_map(kOtherBuckets).data(), 32);
}

// And with other layers behind the first.
constexpr Layers kOtherLayers = kLayers == Layers{48, 64} ? Layers{64, 48} : Layers{48, 64};
void give_other_layers(Bytes& bytes) {
    put16(bytes, 62, 2);
    put32(bytes, 96, static_cast<std::uint32_t>(kOtherLayers[0] | kOtherLayers[1] << 16));
}
std::string layers_text(const Layers& layers) {
    return layers == Layers{} ? "none" : std::to_string(layers[0]) + "," + std::to_string(layers[1]);
}

// As the first networks were written: without king buckets.
Bytes first_version() {
    Bytes bytes = good_file();
    bytes.erase(bytes.begin() + 64, bytes.begin() + 128);
    put32(bytes, 8, 1U | 64U << 16);
    put32(bytes, 12, 768U | 1U << 10 | 1U << 12 | 8U << 16 | 2U << 20);
    put32(bytes, 60, crc32c_portable(bytes.data(), 60));
    return bytes;
}

TEST(NetworkFile, TheFirstVersionIsStillRead) {
    if (kKingBuckets != 1 || kShape.is_deep())
        GTEST_SKIP() << "the first version has neither king buckets nor layers behind the first";
    const auto loaded = load_network(first_version(), "x.nn");
    ASSERT_TRUE(loaded) << loaded.error();
    EXPECT_EQ(network_bytes(**loaded), good_file());
    Bytes other = first_version();
    put32(other, 12, 12345);
    EXPECT_NE(error_of(other).find("file has architecture=12345"), std::string::npos);
    Bytes damaged = first_version();
    damaged[40] ^= std::byte{1};
    EXPECT_EQ(error_of(damaged), "net 'x.nn': damaged header (checksum differs)");
}

TEST(NetworkFile, ANetworkOfAnotherShapeCanBeRead) {
    const Shape shape{.hidden = kHidden + 32, .king_buckets = 16, .layers = {}};
    Bytes weights(2 * static_cast<std::size_t>(shape.hidden) * static_cast<std::size_t>(shape.inputs() + 17) +
                  32);
    weights[76] = std::byte{5};
    const auto file_bytes = [&] {
        const auto header =
            network_header({.shape = shape, .fitted_k = 7, .name = "wide", .weights = weights});
        Bytes bytes(header.begin(), header.end());
        bytes.insert(bytes.end(), weights.begin(), weights.end());
        return bytes;
    };
    Bytes bytes = file_bytes();
    const auto file = read_network(bytes, "x.nn");
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->shape, shape);
    EXPECT_EQ(file->name, "wide");
    EXPECT_EQ(file->weights.size(), weights.size());
    EXPECT_EQ(file->weights[76], std::byte{5});
    EXPECT_EQ(error_of(bytes), "net 'x.nn': expected H=" + std::to_string(kHidden) +
                                   ", file has H=" + std::to_string(kHidden + 32));
    bytes.pop_back();
    EXPECT_NE(read_network(bytes, "x.nn").error().find("cut off"), std::string::npos);
    weights[77] = std::byte{5};  // the weight is now 1285 / 255
    EXPECT_EQ(read_network(file_bytes(), "x.nn").error(),
              "net 'x.nn': weights too large for the engine's arithmetic");
}

TEST(NetworkFile, LayersBehindTheFirstAreNamed) {
    const Shape shape{.hidden = 128, .king_buckets = 2, .layers = {16, 48}};
    Bytes weights(2 * 128 * (2 * 768 + 1) + 8 * (128 * 16 + 4 * 16 + 2 * 16 * 48 + 4 * 48 + 2 * 48 + 4));
    const auto file_bytes = [&] {
        const auto header =
            network_header({.shape = shape, .fitted_k = 7, .name = "deep", .weights = weights});
        Bytes bytes(header.begin(), header.end());
        bytes.insert(bytes.end(), weights.begin(), weights.end());
        return bytes;
    };
    const auto problem_with = [](const Bytes& bytes) {
        const auto file = read_network(bytes, "x.nn");
        return file ? "read" : file.error();
    };
    Bytes bytes = file_bytes();
    EXPECT_EQ(get32(bytes, 60), 2U | 2U << 16);
    EXPECT_EQ(get32(bytes, 96), 16U | 48U << 16);
    const auto file = read_network(bytes, "x.nn");
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->shape, shape);

    const auto changed = [&](std::size_t offset, std::uint16_t value) {
        Bytes other = bytes;
        put16(other, offset, value);
        return problem_with(other);
    };
    EXPECT_EQ(changed(62, 1), "net 'x.nn': expected activation=2, file has activation=1");
    EXPECT_EQ(changed(96, 17),
              "net 'x.nn': H=128, layers=17,48: layers behind the first are two, each a multiple of 16, at "
              "most 64");
    EXPECT_NE(changed(98, 0).find("layers=16,0"), std::string::npos);
    EXPECT_NE(changed(16, 96).find("the hidden layer must be a multiple of 64"), std::string::npos);
    EXPECT_NE(changed(98, 32).find("bytes of weights"), std::string::npos);
    // A byte and a bias of the second layer beyond what the arithmetic allows.
    const std::size_t head = 2 * 128 * (2 * 768 + 1);
    weights[head + 77] = std::byte{0x80};
    EXPECT_EQ(problem_with(file_bytes()), "net 'x.nn': weights too large for the engine's arithmetic");
    weights[head + 77] = std::byte{0x81};
    EXPECT_EQ(problem_with(file_bytes()), "read");
    weights[head + 8 * 128 * 16 + 2] = std::byte{1};
    EXPECT_EQ(problem_with(file_bytes()), "net 'x.nn': weights too large for the engine's arithmetic");
}

TEST(NetworkFile, EachDefectHasItsMessage) {
    const auto damaged = [](auto change) {
        Bytes bytes = good_file();
        change(bytes);
        return error_of(bytes);
    };
    const std::string h = std::to_string(kHidden), other_h = std::to_string(kHidden + 32);
    const std::size_t size = good_file().size();

    EXPECT_EQ(error_of({}), "net 'x.nn': too short for a header (0 bytes)");
    EXPECT_EQ(damaged([](Bytes& b) { b.resize(63); }), "net 'x.nn': too short for a header (63 bytes)");
    EXPECT_EQ(damaged([](Bytes& b) { b[7] = std::byte{'2'}; }), "net 'x.nn': not a Stillpoint network");
    EXPECT_EQ(damaged([](Bytes& b) { b.resize(127); }), "net 'x.nn': too short for a header (127 bytes)");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 8, 3); }),
              "net 'x.nn': expected version 1 or 2, file has version 3");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 10, 64); }),
              "net 'x.nn': expected header size=128, file has header size=64");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 16, kHidden + 32); }),
              "net 'x.nn': expected H=" + h + ", file has H=" + other_h);
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 18, 1); }),
              "net 'x.nn': expected output buckets=8, file has output buckets=1");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 20, 181); }), "net 'x.nn': expected QA=255, file has QA=181");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 22, 32); }), "net 'x.nn': expected QB=64, file has QB=32");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 24, 300); }),
              "net 'x.nn': expected scale=400, file has scale=300");
    EXPECT_EQ(damaged([](Bytes& b) { put32(b, 12, 12345); }),
              "net 'x.nn': expected inputs=" + std::to_string(kInputs) + ", file has inputs=12345");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 60, 3); }), "net 'x.nn': no map for 3 king buckets");
    EXPECT_EQ(damaged([](Bytes& b) { b[70] = std::byte{9}; }),
              "net 'x.nn': its king buckets lie on other squares than this program's");
    EXPECT_EQ(damaged([](Bytes& b) { put16(b, 62, 3); }),
              "net 'x.nn': expected activation=" + std::to_string(kShape.is_deep() ? 2 : 1) +
                  ", file has activation=3");
    EXPECT_EQ(damaged(give_other_layers),
              "net 'x.nn': expected layers=" + layers_text(kLayers) +
                  " behind the first, file has layers=" + layers_text(kOtherLayers));
    EXPECT_EQ(damaged(give_other_buckets),
              "net 'x.nn': expected king buckets=" + std::to_string(kKingBuckets) +
                  ", file has king buckets=" + std::to_string(kOtherBuckets));
    EXPECT_NE(damaged([](Bytes& b) { put32(b, 28, 99); }).find("header says 99"), std::string::npos);
    EXPECT_EQ(damaged([](Bytes& b) { b.pop_back(); }),
              "net 'x.nn': cut off: " + std::to_string(size - 1) + " of " + std::to_string(size) + " bytes");
    EXPECT_EQ(damaged([](Bytes& b) { b.resize(b.size() + 3); }),
              "net 'x.nn': 3 bytes too many after the weights");
    EXPECT_EQ(damaged([](Bytes& b) { b[40] ^= std::byte{1}; }),
              "net 'x.nn': damaged header (checksum differs)");
    EXPECT_EQ(damaged([](Bytes& b) { b[1000] ^= std::byte{1}; }),
              "net 'x.nn': damaged weights (checksum differs)");
}

// The first of several defects is the one named.
TEST(NetworkFile, DefectsAreCheckedInOrder) {
    Bytes bytes = good_file();
    bytes.pop_back();
    bytes[1000] ^= std::byte{1};
    EXPECT_NE(error_of(bytes).find("cut off"), std::string::npos);
    put16(bytes, 16, 7);
    EXPECT_NE(error_of(bytes).find("H=7"), std::string::npos);
    put16(bytes, 8, 9);
    EXPECT_NE(error_of(bytes).find("version 9"), std::string::npos);
    bytes[0] = std::byte{0};
    EXPECT_NE(error_of(bytes).find("not a Stillpoint network"), std::string::npos);
    bytes.resize(10);
    EXPECT_NE(error_of(bytes).find("too short"), std::string::npos);
}

TEST(NetworkFile, RandomDamageIsAlwaysNoticed) {
    const Bytes good = good_file();
    Rng rng(5);
    for (int round = 0; round < test::effort(2000, 200); ++round) {
        Bytes bytes = good;
        // Half of the time in the header, where the fields are.
        const auto range = rng.below(2) == 0 ? 64U : static_cast<std::uint32_t>(bytes.size());
        for (std::uint32_t n = 1 + rng.below(3); n > 0; --n)
            bytes[rng.below(range)] ^= static_cast<std::byte>(1 + rng.below(255));
        if (rng.below(4) == 0) bytes.resize(rng.below(static_cast<std::uint32_t>(bytes.size())));
        ASSERT_EQ(load_network(bytes, "x.nn").ok(), bytes == good);
    }
    for (int round = 0; round < 200; ++round) {
        Bytes noise(rng.below(300));
        for (auto& byte : noise) byte = static_cast<std::byte>(rng.next());
        ASSERT_FALSE(load_network(noise, "x.nn"));
    }
}

TEST(NetworkFile, ThroughTheDisk) {
    const TempDir dir;
    const std::string path = dir.file("good.nn");
    const auto network = random_network(7);
    const auto written = export_net(*network, path);
    ASSERT_TRUE(written) << written.error();
    EXPECT_EQ(*written, std::filesystem::file_size(path));
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
    const auto loaded = load_network_file(path);
    ASSERT_TRUE(loaded) << loaded.error();
    EXPECT_EQ(network_bytes(**loaded), network_bytes(*network));

    std::ofstream(path, std::ios::app | std::ios::binary) << "more";
    EXPECT_NE(load_network_file(path).error().find("too many"), std::string::npos);
}

TEST(NetworkFile, UnreadableAndUnwritable) {
    const TempDir dir;
    EXPECT_EQ(load_network_file(dir.file("none.nn")).error(),
              "net '" + dir.file("none.nn") + "': No such file or directory");
    EXPECT_EQ(load_network_file(dir.file(".")).error(), "net '" + dir.file(".") + "': Is a directory");
    const auto written = export_net(*random_network(1), dir.file("no/such/dir/x.nn"));
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().find("not written: No such file"), std::string::npos);
}

}  // namespace
}  // namespace stillpoint::nnue
