#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "eval/evaluator.h"
#include "nnue/network_file.h"
#include "tests/fuzz/invariants.h"
#include "util/crc32c.h"

namespace {

using namespace stillpoint;

void require_clear_refusal(const Result<nnue::NetworkPointer>& loaded) {
    if (!loaded) fuzz::require_good_error(loaded.error());
}

// A whole network whose weights are the input, again and again.
std::unique_ptr<nnue::Network> network_of(std::span<const std::byte> pattern) {
    auto network = std::make_unique<nnue::Network>();
    auto* const weights = reinterpret_cast<std::byte*>(&network->weights);
    for (std::size_t i = 0; i < sizeof network->weights; ++i) weights[i] = pattern[i % pattern.size()];
    network->name = "fuzzed";
    return network;
}

// Of an array of any dimensions.
template <class Array>
void shrink(Array& array, int largest) {
    if constexpr (std::is_array_v<Array>)
        for (auto& part : array) shrink(part, largest);
    else
        array = static_cast<Array>(array % (largest + 1));
}

template <int kNeurons>
void bring_in_range(nnue::DirectHead<kNeurons>& head) {
    shrink(head.output, nnue::kLargestOutputWeight);
}
template <int kNeurons, int kSecond, int kThird>
void bring_in_range(nnue::DeepHead<kNeurons, kSecond, kThird>& head) {
    shrink(head.second, nnue::kLargestOutputWeight);
    shrink(head.second_bias, nnue::deep::kLargestSecondBias);
    shrink(head.third, nnue::deep::kLargestWeight);
    shrink(head.third_bias, nnue::deep::kLargestThirdBias);
    shrink(head.output, nnue::deep::kLargestWeight);
}
void bring_in_range(nnue::Weights& weights) {
    shrink(weights.features, nnue::kLargestFeatureWeight);
    shrink(weights.feature_bias, nnue::kLargestFeatureWeight);
    bring_in_range(weights.head);
    for (std::int32_t& bias : weights.head.output_bias)
        if (bias == INT32_MIN) ++bias;  // the one number whose size 32 bits don't hold
}

// The input over a good header, whose checksum is made right again: what is behind it is reached too.
void try_header(std::vector<std::byte> file, std::span<const std::byte> pattern) {
    for (std::size_t i = 0; i < std::min(nnue::kHeaderSize, pattern.size()); ++i) file[i] ^= pattern[i];
    const std::uint32_t crc = crc32c(file.data(), nnue::kHeaderSize - sizeof crc);
    std::memcpy(file.data() + nnue::kHeaderSize - sizeof crc, &crc, sizeof crc);
    require_clear_refusal(nnue::load_network(file, "fuzzed"));
}

// Sums kept move by move are those of a fresh start.
void require_same_after_moves(const nnue::Network& network) {
    const auto kept = std::make_unique<Evaluator>(), fresh = std::make_unique<Evaluator>();
    kept->use(&network);
    fresh->use(&network);
    Position pos = start_position();
    kept->reset();
    for (const char* text : {"e2e4", "d7d5", "e4d5", "d8d5", "e1e2", "d5e4"}) {
        const Move move = *parse_uci_move(pos, text);
        kept->push(pos.make(move));
        fresh->use(&network);  // forgets what it knew
        fresh->reset();
        fuzz::require(kept->evaluate(pos) == fresh->evaluate(pos), "kept sums are right", text);
    }
}

}  // namespace

// Any bytes as a network file, as a good file's header and as its weights.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto pattern = std::as_bytes(std::span(data, size));
    require_clear_refusal(nnue::load_network(pattern, "fuzzed"));

    const auto network = network_of(pattern);
    require_clear_refusal(nnue::load_network(nnue::network_bytes(*network), "fuzzed"));
    bring_in_range(network->weights);
    const std::vector<std::byte> file = nnue::network_bytes(*network);
    const auto loaded = nnue::load_network(file, "fuzzed");
    fuzz::require(loaded.ok(), "any small weights are a network", "network");
    require_same_after_moves(**loaded);
    try_header(file, pattern);
    return 0;
}
