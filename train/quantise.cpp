#include "train/quantise.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "nnue/layers.h"
#include "train/network_pass.h"

namespace stillpoint::train {

namespace {

// Rounds to the nearest; false if the result is larger than allowed, or not a number at all.
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
    net.shape = shape;
    net.features.assign(static_cast<std::size_t>(shape.inputs()) * hidden, 0);
    net.feature_bias.resize(hidden);
    net.output.resize(nnue::kOutputBuckets * 2 * hidden);
    bool fits = true;
    for (int input = 0; input < shape.inputs(); ++input) {
        if (!seen[static_cast<std::size_t>(input % nnue::kBoardInputs)]) continue;
        for (int n = 0; n < shape.hidden; ++n)
            fits &=
                rounded(p[shape.feature_weight(input, n)], nnue::kQa, kLargestFeatureWeight,
                        net.features[static_cast<std::size_t>(input) * hidden + static_cast<std::size_t>(n)]);
    }
    for (int n = 0; n < shape.hidden; ++n)
        fits &= rounded(p[shape.feature_bias(n)], nnue::kQa, kLargestFeatureWeight,
                        net.feature_bias[static_cast<std::size_t>(n)]);
    // Bucket, side and neuron are in the same order in the file and in the parameters.
    for (std::size_t i = 0; i < net.output.size(); ++i)
        fits &= rounded(p[shape.output_weight(0, 0, 0) + i], nnue::kQb, kLargestOutputWeight, net.output[i]);
    for (int b = 0; b < nnue::kOutputBuckets; ++b)
        fits &= rounded(p[shape.output_bias(b)], nnue::kQa * nnue::kQb, INT32_MAX / nnue::kScale,
                        net.output_bias[static_cast<std::size_t>(b)]);
    if (!fits) return Error{"a weight is too large for the engine's arithmetic"};
    return net;
}

Neurons neurons_of(const QuantisedNet& net, const Record& record) {
    const auto hidden = static_cast<std::size_t>(net.shape.hidden);
    Neurons sums;
    for (auto& s : sums) s.assign(net.feature_bias.begin(), net.feature_bias.end());
    for_each_feature(record, net.shape.king_map(), [&](std::uint16_t own, std::uint16_t theirs) {
        const std::int16_t* a = net.features.data() + own * hidden;
        const std::int16_t* b = net.features.data() + theirs * hidden;
        for (std::size_t n = 0; n < hidden; ++n) {
            sums[0][n] += a[n];
            sums[1][n] += b[n];
        }
    });
    return sums;
}

IntegerEval evaluate(const QuantisedNet& net, const Record& record) {
    const auto hidden = static_cast<std::size_t>(net.shape.hidden);
    const Neurons sums = neurons_of(net, record);
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

Parameters in_floats(const QuantisedNet& net) {
    const ModelShape& shape = net.shape;
    Parameters p(shape.size());
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    for (int n = 0; n < shape.hidden; ++n) {
        const auto neuron = static_cast<std::size_t>(n);
        for (int input = 0; input < shape.inputs(); ++input)
            p[shape.feature_weight(input, n)] =
                static_cast<float>(net.features[static_cast<std::size_t>(input) * hidden + neuron]) /
                nnue::kQa;
        p[shape.feature_bias(n)] = static_cast<float>(net.feature_bias[neuron]) / nnue::kQa;
    }
    for (std::size_t i = 0; i < net.output.size(); ++i)
        p[shape.output_weight(0, 0, 0) + i] = static_cast<float>(net.output[i]) / nnue::kQb;
    for (int b = 0; b < nnue::kOutputBuckets; ++b)
        p[shape.output_bias(b)] =
            static_cast<float>(net.output_bias[static_cast<std::size_t>(b)]) / (nnue::kQa * nnue::kQb);
    return p;
}

namespace {

// Gathers differences and sums them up.
class ErrorList {
public:
    void add(double error, bool near) {
        max_ = std::max(max_, error);
        if (near) near_.push_back(error);
    }
    std::size_t near() const { return near_.size(); }
    ErrorSummary summary() {
        ErrorSummary s{.max = max_};
        if (near_.empty()) return s;
        for (double e : near_) s.mean += e / static_cast<double>(near_.size());
        const auto at = near_.begin() + static_cast<std::ptrdiff_t>(near_.size() * 99 / 100);
        std::nth_element(near_.begin(), at, near_.end());
        s.p99 = *at;
        return s;
    }

private:
    std::vector<double> near_;
    double max_ = 0.0;
};

}  // namespace

QuantisationReport compare(const ModelShape& shape, const Parameters& parameters, const QuantisedNet& net,
                           const RecordStore& records, std::uint64_t limit, const Target& target) {
    QuantisationReport report;
    report.positions = std::min(limit, records.size());
    const double share = 1.0 / static_cast<double>(std::max<std::uint64_t>(report.positions, 1));
    const Parameters whole = in_floats(net);
    NetworkPass pass(shape);
    MicroBatch batch(shape);
    std::array<const Record*, kMicroBatch> list{};
    std::array<float, kMicroBatch> trained{}, rounded_off{};
    ErrorList arithmetic, rounding;
    for (std::uint64_t begin = 0; begin < report.positions; begin += kMicroBatch) {
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(kMicroBatch, report.positions - begin));
        for (std::size_t i = 0; i < size; ++i) list[i] = &records[begin + i];
        batch.fill(std::span(list).first(size));
        pass.forward(batch, parameters, trained);
        pass.forward(batch, whole, rounded_off);
        for (std::size_t i = 0; i < size; ++i) {
            const Record& record = batch.record(static_cast<int>(i));
            const IntegerEval integer = evaluate(net, record);
            const double cp = static_cast<double>(trained[i]) * nnue::kScale;
            const bool near = std::abs(cp) < 1000.0;
            rounding.add(std::abs(cp - integer.centipawns), near);
            arithmetic.add(std::abs(static_cast<double>(rounded_off[i]) * nnue::kScale - integer.centipawns),
                           near);
            report.overflows += integer.overflow;
            report.mean_eval += share * std::abs(cp);
            const float output = static_cast<float>(integer.centipawns) / nnue::kScale;
            const auto loss = [&](float o) {
                return static_cast<double>(squared_error(o, target(record), target.sharpness).loss);
            };
            report.float_loss += share * loss(trained[i]);
            report.integer_loss += share * loss(output);
        }
    }
    report.near = rounding.near();
    report.arithmetic = arithmetic.summary();
    report.rounding = rounding.summary();
    return report;
}

std::string QuantisationReport::problem(const QuantisationLimits& limits) const {
    if (overflows > 0) return "sums overflow 16 bits";
    if (!(arithmetic.mean <= limits.mean && arithmetic.p99 <= limits.p99))
        return "the integer arithmetic differs too much";
    if (!(integer_loss <= float_loss * (1.0 + limits.loss_increase)))
        return "rounding raises the loss too much";
    return {};
}

std::string to_string(const QuantisationReport& r) {
    char text[400];
    std::snprintf(
        text, sizeof text,
        "quantisation over %llu positions (%llu with |eval| < 1000; mean |eval| %.0f cp), in cp: "
        "rounding mean %.2f p99 %.2f max %.1f, arithmetic mean %.2f p99 %.2f max %.1f; %llu overflows; "
        "loss %.6f -> %.6f (%+.2f %%)",
        static_cast<unsigned long long>(r.positions), static_cast<unsigned long long>(r.near), r.mean_eval,
        r.rounding.mean, r.rounding.p99, r.rounding.max, r.arithmetic.mean, r.arithmetic.p99,
        r.arithmetic.max, static_cast<unsigned long long>(r.overflows), r.float_loss, r.integer_loss,
        r.float_loss > 0.0 ? 100.0 * (r.integer_loss / r.float_loss - 1.0) : 0.0);
    return text;
}

}  // namespace stillpoint::train
