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
    std::span<const float> second_sums(int i) const { return pass_.second_sums(i); }

private:
    const Parameters& parameters_;
    NetworkPass pass_;
    MicroBatch batch_;
    std::array<float, kMicroBatch> outputs_{};
};

// Rounds the weights of sums over the same inputs x. Finds the whole numbers that come closest to sums y
// given samples of both; biases have a finer grid: they are left out by looking only at deviations from the
// mean, and settled last.
class SumRounding {
public:
    SumRounding(std::size_t inputs, std::size_t sums)
        : gram_(inputs), sum_x_(inputs), sum_xy_(sums, std::vector<double>(inputs)), sum_y_(sums) {}

    // Rows of inputs and of sums, in units of the weights' grid.
    void add(std::span<const float> x, std::span<const double> y) {
        const std::size_t inputs = sum_x_.size(), sums = sum_y_.size(), count = x.size() / inputs;
        gram_.add(x);
        for (std::size_t row = 0; row < count; ++row) {
            for (std::size_t i = 0; i < inputs; ++i) sum_x_[i] += static_cast<double>(x[row * inputs + i]);
            for (std::size_t s = 0; s < sums; ++s) {
                const double value = y[row * sums + s];
                sum_y_[s] += value;
                for (std::size_t i = 0; i < inputs; ++i)
                    sum_xy_[s][i] += static_cast<double>(x[row * inputs + i]) * value;
            }
        }
        count_ += static_cast<double>(count);
    }

    struct Rounded {
        std::vector<int> weights;
        double bias;
    };
    // After all samples: `trained` are each sum's weights, in units of the grid.
    std::vector<Rounded> round(std::span<const std::vector<double>> trained, int largest) {
        const std::size_t inputs = sum_x_.size();
        for (std::size_t i = 0; i < inputs; ++i)
            for (std::size_t j = i; j < inputs; ++j) gram_.at(i, j) -= sum_x_[i] * sum_x_[j] / count_;
        const JointRounding rounding(std::move(gram_));
        std::vector<Rounded> result;
        for (std::size_t s = 0; s < sum_y_.size(); ++s) {
            for (std::size_t i = 0; i < inputs; ++i) sum_xy_[s][i] -= sum_x_[i] * sum_y_[s] / count_;
            result.push_back(
                {rounding.round(rounding.solve(sum_xy_[s], trained[s]), std::vector<int>(inputs, largest)),
                 sum_y_[s] / count_});
            for (std::size_t i = 0; i < inputs; ++i)
                result.back().bias -= result.back().weights[i] * sum_x_[i] / count_;
        }
        return result;
    }

private:
    GramMatrix gram_;
    std::vector<double> sum_x_;
    std::vector<std::vector<double>> sum_xy_;
    std::vector<double> sum_y_;
    double count_ = 0.0;
};

// Runs the samples through the trained network. sample(network, number of the position in it, its rounded
// neurons, x, y) appends the position's inputs and sums.
template <class Sample>
void add_samples(const ModelShape& shape, const Parameters& p, const std::vector<const Record*>& samples,
                 const QuantisedNet& net, SumRounding& rounding, Sample sample) {
    FloatOutputs floats(shape, p);
    std::vector<float> x;
    std::vector<double> y;
    for (std::size_t begin = 0; begin < samples.size(); begin += kMicroBatch) {
        const std::size_t end = std::min(begin + kMicroBatch, samples.size());
        floats.run(std::span(samples).subspan(begin, end - begin));
        x.clear();
        y.clear();
        for (int i = 0; i < floats.batch().size(); ++i)
            sample(floats, i, neurons_of(net, floats.batch().record(i)), x, y);
        rounding.add(x, y);
    }
}

// A bucket's output weights and bias, fitted to the trained network's output.
void round_output(const ModelShape& shape, const Parameters& p, const std::vector<const Record*>& samples,
                  int bucket, QuantisedNet& net) {
    const std::size_t size = 2 * static_cast<std::size_t>(shape.hidden);
    SumRounding rounding(size, 1);
    add_samples(shape, p, samples, net, rounding,
                [&](const FloatOutputs& floats, int i, const Neurons& neurons, auto& x, auto& y) {
                    for (const auto& side : neurons)
                        for (const std::int32_t neuron : side) {
                            const int c = std::clamp(neuron, 0, nnue::kQa);
                            x.push_back(static_cast<float>(c * c) / (nnue::kQa * nnue::kQa));
                        }
                    y.push_back(static_cast<double>(floats[i]) * nnue::kQb);
                });
    std::vector<double> trained(size);
    for (std::size_t n = 0; n < size; ++n)
        trained[n] = static_cast<double>(p[shape.output_weight(bucket, 0, 0) + n]) * nnue::kQb;
    const auto rounded = rounding.round({&trained, 1}, kLargestOutputWeight);
    for (std::size_t n = 0; n < size; ++n)
        net.output[static_cast<std::size_t>(bucket) * size + n] =
            static_cast<std::int16_t>(rounded[0].weights[n]);
    net.output_bias[static_cast<std::size_t>(bucket)] =
        static_cast<std::int32_t>(std::lround(rounded[0].bias * nnue::kQa));
}

// A bucket's second layer, fitted to the trained network's sums there. What is behind it has a grid fine
// enough to be rounded number by number.
void round_second(const ModelShape& shape, const Parameters& p, const std::vector<const Record*>& samples,
                  int bucket, QuantisedNet& net) {
    const auto second = static_cast<std::size_t>(shape.second());
    SumRounding rounding(static_cast<std::size_t>(shape.hidden), second);
    add_samples(shape, p, samples, net, rounding,
                [&](const FloatOutputs& floats, int i, const Neurons& neurons, auto& x, auto& y) {
                    for (const int product : products_of(neurons))
                        x.push_back(static_cast<float>(product) / nnue::deep::kPair);
                    for (const float sum : floats.second_sums(i))
                        y.push_back(static_cast<double>(sum) * nnue::kQb);
                });
    std::vector<std::vector<double>> trained(second);
    for (int n = 0; n < shape.second(); ++n)
        for (int i = 0; i < shape.hidden; ++i)
            trained[static_cast<std::size_t>(n)].push_back(
                static_cast<double>(p[shape.second_weight(bucket, i, n)]) * nnue::kQb);
    const auto rounded = rounding.round(trained, kLargestOutputWeight);
    for (int n = 0; n < shape.second(); ++n) {
        const auto& [weights, bias] = rounded[static_cast<std::size_t>(n)];
        for (int i = 0; i < shape.hidden; ++i)
            QuantisedNet::second_at(net, bucket, i, n) =
                static_cast<std::int8_t>(weights[static_cast<std::size_t>(i)]);
        constexpr int kLargest = nnue::deep::kLargestSecondBias;
        net.second_bias[static_cast<std::size_t>(bucket * shape.second() + n)] =
            std::clamp(static_cast<int>(std::lround(bias * nnue::deep::kPair)), -kLargest, kLargest);
    }
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
            (shape.is_deep() ? round_second : round_output)(shape, parameters, list, bucket, *net);
    return net;
}

}  // namespace stillpoint::train
