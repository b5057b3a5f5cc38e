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

bool round_output(const ModelShape& shape, const Parameters& p, QuantisedNet& net) {
    bool fits = true;
    // Bucket, side and neuron are in the same order in the file and in the parameters.
    for (std::size_t i = 0; i < net.output.size(); ++i)
        fits &= rounded(p[shape.output_weight(0, 0, 0) + i], nnue::kQb, kLargestOutputWeight, net.output[i]);
    for (int b = 0; b < nnue::kOutputBuckets; ++b)
        fits &= rounded(p[shape.output_bias(b)], nnue::kQa * nnue::kQb, INT32_MAX / nnue::kScale,
                        net.output_bias[static_cast<std::size_t>(b)]);
    return fits;
}

bool round_layers(const ModelShape& shape, const Parameters& p, QuantisedNet& net) {
    using namespace nnue::deep;  // the scales
    bool fits = true;
    for (int b = 0; b < nnue::kOutputBuckets; ++b) {
        for (int n = 0; n < shape.second(); ++n)
            for (int i = 0; i < shape.hidden; ++i)
                fits &= rounded(p[shape.second_weight(b, i, n)], nnue::kQb, kLargestOutputWeight,
                                QuantisedNet::second_at(net, b, i, n));
        for (int n = 0; n < shape.third(); ++n)
            for (int i = 0; i < shape.second(); ++i)
                fits &= rounded(p[shape.third_weight(b, i, n)], kQc, kLargestWeight,
                                QuantisedNet::third_at(net, b, i, n));
        fits &= rounded(p[shape.output_bias(b)], kOutput, INT32_MAX,
                        net.output_bias[static_cast<std::size_t>(b)]);
    }
    for (std::size_t i = 0; i < net.second_bias.size(); ++i)
        fits &= rounded(p[shape.second_bias(0, 0) + i], kSecondSum, kLargestSecondBias, net.second_bias[i]);
    for (std::size_t i = 0; i < net.third_bias.size(); ++i)
        fits &= rounded(p[shape.third_bias(0, 0) + i], kThirdSum, kLargestThirdBias, net.third_bias[i]);
    for (std::size_t i = 0; i < net.output.size(); ++i)
        fits &= rounded(p[shape.last_weight(0, 0) + i], kQc, kLargestWeight, net.output[i]);
    return fits;
}

}  // namespace

QuantisedNet::QuantisedNet(const ModelShape& s) : shape(s) {
    const auto hidden = static_cast<std::size_t>(s.hidden),
               second_size = static_cast<std::size_t>(s.second()),
               third_size = static_cast<std::size_t>(s.third());
    constexpr std::size_t kBuckets = nnue::kOutputBuckets;
    features.resize(static_cast<std::size_t>(s.inputs()) * hidden);
    feature_bias.resize(hidden);
    second.resize(kBuckets * hidden * second_size);
    second_bias.resize(kBuckets * second_size);
    third.resize(kBuckets * second_size * third_size);
    third_bias.resize(kBuckets * third_size);
    output.resize(kBuckets * (s.is_deep() ? third_size : 2 * hidden));
}

Result<QuantisedNet> quantise(const ModelShape& shape, const Parameters& p,
                              std::span<const std::uint8_t> seen) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    QuantisedNet net(shape);
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
    fits &= shape.is_deep() ? round_layers(shape, p, net) : round_output(shape, p, net);
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

std::vector<int> products_of(const Neurons& sums) {
    std::vector<int> products;
    const std::size_t half = sums[0].size() / 2;
    for (const auto& side : sums)
        for (std::size_t i = 0; i < half; ++i) {
            const int product = std::clamp(side[i], 0, nnue::kQa) * std::clamp(side[i + half], 0, nnue::kQa);
            products.push_back((product + (1 << (nnue::deep::kPairShift - 1))) >> nnue::deep::kPairShift);
        }
    return products;
}

namespace {

int direct_eval(const QuantisedNet& net, const Neurons& sums, int bucket) {
    const auto hidden = static_cast<std::size_t>(net.shape.hidden);
    std::int64_t sum = 0;
    for (std::size_t side = 0; side < 2; ++side) {
        const std::int16_t* weights =
            net.output.data() + (static_cast<std::size_t>(bucket) * 2 + side) * hidden;
        for (std::size_t n = 0; n < hidden; ++n) {
            const std::int64_t c = std::clamp(sums[side][n], 0, nnue::kQa);
            sum += c * c * weights[n];
        }
    }
    return nnue::layers::centipawns(sum / nnue::kQa + net.output_bias[static_cast<std::size_t>(bucket)],
                                    nnue::kQa * nnue::kQb);
}

int deep_eval(const QuantisedNet& net, const Neurons& sums, int bucket) {
    using namespace nnue::deep;  // the scales
    using nnue::layers::clipped_square;
    const ModelShape& shape = net.shape;
    const auto of_bucket = [&](const auto& values, int width, int n) {
        return values[static_cast<std::size_t>(bucket * width + n)];
    };
    const std::vector<int> products = products_of(sums);
    std::vector<int> second, third;
    for (int n = 0; n < shape.second(); ++n) {
        std::int32_t sum = of_bucket(net.second_bias, shape.second(), n);
        for (int i = 0; i < shape.hidden; ++i)
            sum += products[static_cast<std::size_t>(i)] * QuantisedNet::second_at(net, bucket, i, n);
        second.push_back(clipped_square(sum, kSecondSum));
    }
    for (int n = 0; n < shape.third(); ++n) {
        std::int32_t sum = of_bucket(net.third_bias, shape.third(), n);
        for (int i = 0; i < shape.second(); ++i)
            sum += second[static_cast<std::size_t>(i)] * QuantisedNet::third_at(net, bucket, i, n);
        third.push_back(clipped_square(sum >> kThirdShift, kSecond));
    }
    std::int64_t output = net.output_bias[static_cast<std::size_t>(bucket)];
    for (int n = 0; n < shape.third(); ++n)
        output += third[static_cast<std::size_t>(n)] * of_bucket(net.output, shape.third(), n);
    return nnue::layers::centipawns(output, kOutput);
}

// A value for each number, in the same order.
template <class Numbers>
void divide(const Numbers& numbers, int one, float* to) {
    for (const auto number : numbers) *to++ = static_cast<float>(static_cast<double>(number) / one);
}

}  // namespace

IntegerEval evaluate(const QuantisedNet& net, const Record& record) {
    const Neurons sums = neurons_of(net, record);
    IntegerEval result;
    for (const auto& side : sums)
        for (const std::int32_t sum : side) result.overflow |= sum > INT16_MAX || sum < INT16_MIN;
    const int bucket = nnue::output_bucket(record.piece_count());
    result.centipawns = net.shape.is_deep() ? deep_eval(net, sums, bucket) : direct_eval(net, sums, bucket);
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
    if (!shape.is_deep()) {
        divide(net.output, nnue::kQb, p.data() + shape.output_weight(0, 0, 0));
        divide(net.output_bias, nnue::kQa * nnue::kQb, p.data() + shape.output_bias(0));
        return p;
    }
    using namespace nnue::deep;  // the scales
    for (int b = 0; b < nnue::kOutputBuckets; ++b) {
        for (int n = 0; n < shape.second(); ++n)
            for (int i = 0; i < shape.hidden; ++i)
                p[shape.second_weight(b, i, n)] =
                    static_cast<float>(QuantisedNet::second_at(net, b, i, n)) / nnue::kQb;
        for (int n = 0; n < shape.third(); ++n)
            for (int i = 0; i < shape.second(); ++i)
                p[shape.third_weight(b, i, n)] =
                    static_cast<float>(QuantisedNet::third_at(net, b, i, n)) / kQc;
    }
    divide(net.second_bias, kSecondSum, p.data() + shape.second_bias(0, 0));
    divide(net.third_bias, kThirdSum, p.data() + shape.third_bias(0, 0));
    divide(net.output, kQc, p.data() + shape.last_weight(0, 0));
    divide(net.output_bias, kOutput, p.data() + shape.output_bias(0));
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
    report.deep = shape.is_deep();
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
    const double factor = deep ? limits.deep_factor : 1.0;
    if (!(arithmetic.mean <= factor * limits.mean && arithmetic.p99 <= factor * limits.p99))
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
