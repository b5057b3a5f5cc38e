#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nnue/network.h"
#include "util/result.h"

// Network files, version 2: a header of 128 bytes, then the weights as they lie in memory. All numbers are
// little-endian.
//
//    0  "STILLNN1"          28  u32 bytes of weights
//    8  u16 version         32  u32 CRC32C of the weights
//   10  u16 header size     36  char[24] name, padded with zeros
//   12  u32 inputs          60  u16 king buckets, u16 activation (1: clipped and squared, 2: clipped and
//                                                  multiplied in pairs, with layers behind the first)
//   16  u16 hidden neurons, u16 output buckets, u16 QA, u16 QB
//   24  u16 scale, u16 fitted K
//   64  u8[32] king map     96  u16 neurons of the second layer, u16 of the third; then zeros
//                          124  u32 CRC32C of bytes 0 to 123
//
// The weights are 16-bit rows of a number for each neuron, one row for each input and one of biases; then
// come the arrays of nnue/heads.h.
//
// Version 1 ends after 64 bytes: it has one king bucket, at 12 a number that stands for its architecture, and
// at 60 the CRC32C of bytes 0 to 59.
namespace stillpoint::nnue {

using NetworkPointer = std::unique_ptr<Network>;

// A network of any shape.
struct NetworkFile {
    Shape shape;
    std::string name;
    std::uint16_t fitted_k = 0;
    std::uint32_t checksum = 0;
    std::span<const std::byte> weights;  // of the bytes that were read
};

// `label` is what messages call the network, for example its path. Looks, in this order, at size, magic,
// version, shape, length, checksums and size of weights; the error names the first thing wrong.
Result<NetworkFile> read_network(std::span<const std::byte> bytes, std::string_view label);

// A network of this program's shape.
Result<NetworkPointer> load_network(std::span<const std::byte> bytes, std::string_view label);
Result<NetworkPointer> load_network_file(const std::string& path);

// A header for weights of any shape: the trainer makes networks that this build can't run.
inline constexpr std::size_t kHeaderSize = 128;
struct HeaderFields {
    Shape shape;
    std::uint16_t fitted_k;
    std::string_view name;
    std::span<const std::byte> weights;
};
std::array<std::byte, kHeaderSize> network_header(const HeaderFields& fields);

std::vector<std::byte> network_bytes(const Network& network);
// Writes beside the file first, then renames: a network file is always whole. Returns the bytes written.
Result<std::size_t> export_net(const Network& network, const std::string& path);

std::uint32_t checksum_of(const Weights& weights);

}  // namespace stillpoint::nnue
