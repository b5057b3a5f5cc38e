#include "train/calibrate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "train/network_pass.h"
#include "train/rounding.h"

namespace stillpoint::train {

namespace {

constexpr std::uint64_t kFeatureSamples = 200'000;
// Samples of a bucket for each weight to fit, and how far to look for them, since some buckets are rare.
constexpr std::size_t kSamplesPerWeight = 16;
constexpr std::uint64_t kMostRecords = 2'000'000;

// The features of both sides of a position, sorted.
std::array<std::vector<std::size_t>, 2> features_of(const ModelShape& shape, const Record& record) {
    std::array<std::vector<std::size_t>, 2> lists;
    for_each_feature(record, shape.king_map(), [&](std::uint16_t own, std::uint16_t theirs) {
        lists[0].push_back(own);
        lists[1].push_back(theirs);
    });
    for (auto& list : lists) std::sort(list.begin(), list.end());
    return lists;
}

// King buckets never meet in one sum, so each is rounded by itself.
void round_features(const ModelShape& shape, const Parameters& p, std::span<const std::uint8_t> seen,
                    const RecordStore& records, int bucket, QuantisedNet& net) {
    constexpr std::size_t kInputs = nnue::kBoardInputs;
    const std::size_t first = static_cast<std::size_t>(bucket) * kInputs;
    GramMatrix gram(kInputs);
    for (std::uint64_t r = 0; r < std::min(kFeatureSamples, records.size()); ++r)
        for (const auto& list : features_of(shape, records[r])) {
            if (list.front() < first || list.front() >= first + kInputs) continue;
            for (std::size_t i = 0; i < list.size(); ++i)
                for (std::size_t j = i; j < list.size(); ++j)
                    gram.at(list[i] - first, list[j] - first) += 1.0;
        }
    const JointRounding rounding(std::move(gram));

    std::vector<int> limit(kInputs, kLargestFeatureWeight);
    for (std::size_t input = 0; input < kInputs; ++input)
        if (!seen[input]) limit[input] = 0;
    std::vector<double> weights(kInputs);
    for (int n = 0; n < shape.hidden; ++n) {
        const auto neuron = static_cast<std::size_t>(n), hidden = static_cast<std::size_t>(shape.hidden);
        for (std::size_t input = 0; input < kInputs; ++input)
            weights[input] =
                seen[input]
                    ? static_cast<double>(p[shape.feature_weight(static_cast<int>(first + input), n)]) *
                          nnue::kQa
                    : 0.0;
        // The bias is rounded already. Each sum has one own king, whose weight can make up for that.
        const double bias_error =
            static_cast<double>(p[shape.feature_bias(n)]) * nnue::kQa - net.feature_bias[neuron];
        constexpr auto kOwnKing = static_cast<std::size_t>(index(PieceType::King) * kSquares);
        for (std::size_t square = 0; square < kSquares; ++square)
            if (seen[kOwnKing + square]) weights[kOwnKing + square] += bias_error;
        const std::vector<int> whole = rounding.round(weights, limit);
        for (std::size_t input = 0; input < kInputs; ++input)
            net.features[(first + input) * hidden + neuron] = static_cast<std::int16_t>(whole[input]);
    }
}

// The trained network's outputs, a micro-batch at a time.
class FloatOutputs {
public:
    FloatOutputs(const ModelShape& shape, const Parameters& p)
        : parameters_(p), pass_(shape), batch_(shape) {}
    void run(std::span<const Record* const> records) {
        batch_.fill(records);
        pass_.forward(batch_, parameters_, outputs_);
    }
    const MicroBatch& batch() const { return batch_; }
    float operator[](int i) const { return outputs_[static_cast<std::size_t>(i)]; }

private:
    const Parameters& parameters_;
    NetworkPass pass_;
    MicroBatch batch_;
    std::array<float, kMicroBatch> outputs_{};
};

// Rounds a bucket's output weights and bias. Finds the weights that come closest to the trained network's
// output, given the neurons' whole numbers. The bias has a grid 255 times as fine: it is left out by looking
// only at deviations from the mean, and settled last.
void round_output(const ModelShape& shape, const Parameters& p, const std::vector<const Record*>& samples,
                  int bucket, QuantisedNet& net) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    const std::size_t size = 2 * hidden;
    GramMatrix gram(size);
    std::vector<double> sum_x(size), sum_xy(size);
    double sum_y = 0.0;
    FloatOutputs floats(shape, p);
    std::vector<float> x;
    for (std::size_t begin = 0; begin < samples.size(); begin += kMicroBatch) {
        const std::size_t end = std::min(begin + kMicroBatch, samples.size());
        floats.run(std::span(samples).subspan(begin, end - begin));
        x.resize((end - begin) * size);
        for (int i = 0; i < floats.batch().size(); ++i) {
            float* row = x.data() + static_cast<std::size_t>(i) * size;
            const Neurons neurons = neurons_of(net, floats.batch().record(i));
            const double y = static_cast<double>(floats[i]) * nnue::kQb;
            sum_y += y;
            for (std::size_t n = 0; n < size; ++n) {
                const int c = std::clamp(neurons[n / hidden][n % hidden], 0, nnue::kQa);
                row[n] = static_cast<float>(c * c) / (nnue::kQa * nnue::kQa);
                sum_x[n] += static_cast<double>(row[n]);
                sum_xy[n] += static_cast<double>(row[n]) * y;
            }
        }
        gram.add(x);
    }
    const auto count = static_cast<double>(samples.size());
    for (std::size_t i = 0; i < size; ++i) {
        sum_xy[i] -= sum_x[i] * sum_y / count;
        for (std::size_t j = i; j < size; ++j) gram.at(i, j) -= sum_x[i] * sum_x[j] / count;
    }

    std::vector<double> trained(size);
    for (std::size_t n = 0; n < size; ++n)
        trained[n] = static_cast<double>(p[shape.output_weight(bucket, 0, 0) + n]) * nnue::kQb;
    const JointRounding rounding(std::move(gram));
    const std::vector<int> whole =
        rounding.round(rounding.solve(sum_xy, trained), std::vector<int>(size, kLargestOutputWeight));

    double bias = sum_y / count;
    for (std::size_t n = 0; n < size; ++n) {
        net.output[static_cast<std::size_t>(bucket) * size + n] = static_cast<std::int16_t>(whole[n]);
        bias -= whole[n] * sum_x[n] / count;
    }
    net.output_bias[static_cast<std::size_t>(bucket)] =
        static_cast<std::int32_t>(std::lround(bias * nnue::kQa));
}

}  // namespace

Result<QuantisedNet> quantise_on(const ModelShape& shape, const Parameters& parameters,
                                 std::span<const std::uint8_t> seen, const RecordStore& records) {
    // Checks the ranges, and is the result where there are no samples.
    auto net = quantise(shape, parameters, seen);
    if (!net || records.empty()) return net;
    for (int bucket = 0; bucket < shape.king_buckets; ++bucket)
        round_features(shape, parameters, seen, records, bucket, *net);

    const std::size_t wanted = kSamplesPerWeight * 2 * static_cast<std::size_t>(shape.hidden);
    std::array<std::vector<const Record*>, nnue::kOutputBuckets> samples;
    for (std::uint64_t r = 0; r < std::min(kMostRecords, records.size()); ++r) {
        auto& list = samples[static_cast<std::size_t>(nnue::output_bucket(records[r].piece_count()))];
        if (list.size() < wanted) list.push_back(&records[r]);
    }
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
        if (const auto& list = samples[static_cast<std::size_t>(bucket)]; !list.empty())
            round_output(shape, parameters, list, bucket, *net);
    return net;
}

}  // namespace stillpoint::train
