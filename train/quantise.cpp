#include "train/quantise.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "nnue/layers.h"
#include "train/network_pass.h"

namespace stillpoint::train {

namespace {

constexpr int kLargestFeatureWeight = static_cast<int>(nnue::kMaxWeight * nnue::kQa + 0.5);
constexpr int kLargestOutputWeight = static_cast<int>(nnue::kMaxWeight * nnue::kQb + 0.5);

// Rounds to the nearest; false if the result is larger than allowed, or no number at all.
template <class Integer>
bool rounded(float value, int one, std::int64_t largest, Integer& out) {
    const double scaled = std::nearbyint(static_cast<double>(value) * one);
    if (!(std::abs(scaled) <= static_cast<double>(largest))) return false;
    out = static_cast<Integer>(scaled);
    return true;
}

}  // namespace

Result<QuantisedNet> quantise(const ModelShape& shape, const Parameters& p,
                              std::span<const std::uint8_t> seen) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    QuantisedNet net;
    net.hidden = shape.hidden;
    net.features.assign(nnue::kInputs * hidden, 0);
    net.feature_bias.resize(hidden);
    net.output.resize(nnue::kOutputBuckets * 2 * hidden);
    bool fits = true;
    for (int input = 0; input < nnue::kInputs; ++input) {
        if (!seen[static_cast<std::size_t>(input)]) continue;
        for (int n = 0; n < shape.hidden; ++n)
            fits &=
                rounded(p[shape.feature_weight(input, n)], nnue::kQa, kLargestFeatureWeight,
                        net.features[static_cast<std::size_t>(input) * hidden + static_cast<std::size_t>(n)]);
    }
    for (int n = 0; n < shape.hidden; ++n)
        fits &= rounded(p[shape.feature_bias(n)], nnue::kQa, kLargestFeatureWeight,
                        net.feature_bias[static_cast<std::size_t>(n)]);
    // Bucket, side and neuron lie in the file as they do in the parameters.
    for (std::size_t i = 0; i < net.output.size(); ++i)
        fits &= rounded(p[shape.output_weight(0, 0, 0) + i], nnue::kQb, kLargestOutputWeight, net.output[i]);
    for (int b = 0; b < nnue::kOutputBuckets; ++b)
        fits &= rounded(p[shape.output_bias(b)], nnue::kQa * nnue::kQb, INT32_MAX / nnue::kScale,
                        net.output_bias[static_cast<std::size_t>(b)]);
    if (!fits) return Error{"a weight is too large for the engine's arithmetic"};
    return net;
}

IntegerEval evaluate(const QuantisedNet& net, const Record& record) {
    const auto hidden = static_cast<std::size_t>(net.hidden);
    std::vector<std::int32_t> sums[2];
    for (auto& s : sums) s.assign(net.feature_bias.begin(), net.feature_bias.end());
    for_each_feature(record, [&](std::uint16_t own, std::uint16_t theirs) {
        const std::int16_t* a = net.features.data() + own * hidden;
        const std::int16_t* b = net.features.data() + theirs * hidden;
        for (std::size_t n = 0; n < hidden; ++n) {
            sums[0][n] += a[n];
            sums[1][n] += b[n];
        }
    });
    IntegerEval result;
    const int bucket = nnue::output_bucket(record.piece_count());
    std::int64_t sum = 0;
    for (std::size_t side = 0; side < 2; ++side) {
        const std::int16_t* weights =
            net.output.data() + (static_cast<std::size_t>(bucket) * 2 + side) * hidden;
        for (std::size_t n = 0; n < hidden; ++n) {
            result.overflow |= sums[side][n] > INT16_MAX || sums[side][n] < INT16_MIN;
            const std::int64_t c = std::clamp(sums[side][n], 0, nnue::kQa);
            sum += c * c * weights[n];
        }
    }
    result.centipawns = nnue::layers::centipawns(sum, net.output_bias[static_cast<std::size_t>(bucket)]);
    return result;
}

QuantisationReport compare(const ModelShape& shape, const Parameters& parameters, const QuantisedNet& net,
                           const RecordStore& records, std::uint64_t limit) {
    QuantisationReport report;
    report.positions = std::min(limit, records.size());
    NetworkPass pass(shape);
    MicroBatch batch;
    std::array<const Record*, kMicroBatch> list{};
    std::array<float, kMicroBatch> outputs{};
    std::vector<double> errors;
    for (std::uint64_t begin = 0; begin < report.positions; begin += kMicroBatch) {
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(kMicroBatch, report.positions - begin));
        for (std::size_t i = 0; i < size; ++i) list[i] = &records[begin + i];
        batch.fill(std::span(list).first(size));
        pass.forward(batch, parameters, outputs);
        for (std::size_t i = 0; i < size; ++i) {
            const double cp = static_cast<double>(outputs[i]) * nnue::kScale;
            const IntegerEval integer = evaluate(net, batch.record(static_cast<int>(i)));
            const double error = std::abs(cp - static_cast<double>(integer.centipawns));
            report.overflows += integer.overflow;
            report.max = std::max(report.max, error);
            report.mean_eval += std::abs(cp) / static_cast<double>(report.positions);
            if (std::abs(cp) < 1000.0) errors.push_back(error);
        }
    }
    report.near = errors.size();
    if (!errors.empty()) {
        for (double e : errors) report.mean += e / static_cast<double>(errors.size());
        const auto at = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() * 99 / 100);
        std::nth_element(errors.begin(), at, errors.end());
        report.p99 = *at;
    }
    return report;
}

std::string to_string(const QuantisationReport& r) {
    char text[300];
    std::snprintf(
        text, sizeof text,
        "quantisation: mean %.2f cp, p99 %.2f cp (|eval| < 1000: %llu of %llu positions), max %.1f cp, "
        "%llu overflows; mean |eval| %.0f cp: %s",
        r.mean, r.p99, static_cast<unsigned long long>(r.near), static_cast<unsigned long long>(r.positions),
        r.max, static_cast<unsigned long long>(r.overflows), r.mean_eval,
        r.passes() ? "good" : "TOO FAR OFF");
    return text;
}

}  // namespace stillpoint::train
