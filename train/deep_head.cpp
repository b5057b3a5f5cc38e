#include "train/deep_head.h"

#include "train/lanes.h"

namespace stillpoint::train {

namespace {

using simd::native::F32;
using namespace simd::native;  // NOLINT: the arithmetic of F32

std::size_t numbers(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

void square(const float* sums, std::size_t count, float* to) {
    for (std::size_t i = 0; i < count; i += kLanes) {
        const F32 c = clipped(F32::load(sums + i));
        mul(c, c).store(to + i);
    }
}

// From slopes with the clipped square to slopes with the sum, in place.
void through_square(const float* sums, std::size_t count, float* slopes) {
    for (std::size_t i = 0; i < count; i += kLanes) {
        const F32 sum = F32::load(sums + i), slope = F32::load(slopes + i);
        const F32 inside = mul(add(slope, slope), clipped(sum));
        select(less(sum, F32::broadcast(1.0F)), inside, F32::zero()).store(slopes + i);
    }
}

}  // namespace

DeepHead::DeepHead(const ModelShape& shape) : shape_(shape) {
    if (!shape.is_deep()) return;
    // A block's last rows may be those of no position.
    constexpr int kPositions = kMicroBatch + kBlock;
    products_ = product_slopes_ = AlignedArray<float>(numbers(kBlock, shape.hidden));
    second_sums_ = AlignedArray<float>(numbers(kPositions, shape.second()));
    third_sums_ = AlignedArray<float>(numbers(kPositions, shape.third()));
    second_ = second_slopes_ = AlignedArray<float>(numbers(kBlock, shape.second()));
    third_ = third_slopes_ = AlignedArray<float>(numbers(kBlock, shape.third()));
    second_weights_ = AlignedArray<float>(numbers(shape.hidden, shape.second()));
    third_weights_ = AlignedArray<float>(numbers(shape.second(), shape.third()));
}

void DeepHead::forward(const Parameters& parameters, int bucket, int begin, std::span<float> outputs) {
    const float* p = parameters.data();
    const int rows = dense::whole_rows(static_cast<int>(outputs.size()));
    float* second_sums = second_sums_.data() + numbers(begin, shape_.second());
    float* third_sums = third_sums_.data() + numbers(begin, shape_.third());
    dense::multiply(products_.data(), rows, shape_.hidden, p + shape_.second_weight(bucket, 0, 0),
                    p + shape_.second_bias(bucket, 0), shape_.second(), second_sums);
    square(second_sums, numbers(rows, shape_.second()), second_.data());
    dense::multiply(second_.data(), rows, shape_.second(), p + shape_.third_weight(bucket, 0, 0),
                    p + shape_.third_bias(bucket, 0), shape_.third(), third_sums);
    square(third_sums, numbers(rows, shape_.third()), third_.data());
    const float* weights = p + shape_.last_weight(bucket, 0);
    for (std::size_t row = 0; row < outputs.size(); ++row) {
        F32 sum = F32::zero();
        for (int i = 0; i < shape_.third(); i += kLanes)
            sum = fma(F32::load(third_.data() + row * static_cast<std::size_t>(shape_.third()) + i),
                      F32::load(weights + i), sum);
        outputs[row] = parameters[shape_.output_bias(bucket)] + reduce_add(sum);
    }
}

void DeepHead::begin_backward(const Parameters& parameters, int bucket) {
    const float* p = parameters.data();
    dense::transpose(p + shape_.second_weight(bucket, 0, 0), shape_.hidden, shape_.second(),
                     second_weights_.data());
    dense::transpose(p + shape_.third_weight(bucket, 0, 0), shape_.second(), shape_.third(),
                     third_weights_.data());
}

void DeepHead::backward(const Parameters& parameters, int bucket, int begin,
                        std::span<const float> output_gradient, Parameters& gradient) {
    const int size = static_cast<int>(output_gradient.size()), rows = dense::whole_rows(size);
    const int second = shape_.second(), third = shape_.third();
    const float* second_sums = second_sums_.data() + numbers(begin, second);
    const float* third_sums = third_sums_.data() + numbers(begin, third);
    square(second_sums, numbers(rows, second), second_.data());
    square(third_sums, numbers(rows, third), third_.data());
    float* g = gradient.data();

    const float* weights = parameters.data() + shape_.last_weight(bucket, 0);
    float* weights_gradient = g + shape_.last_weight(bucket, 0);
    for (int i = 0; i < third; i += kLanes) {
        const F32 weight = F32::load(weights + i);
        F32 sum = F32::load(weights_gradient + i);
        for (int row = 0; row < rows; ++row) {
            const F32 slope =
                row < size ? F32::broadcast(output_gradient[static_cast<std::size_t>(row)]) : F32::zero();
            sum = fma(slope, F32::load(third_.data() + row * third + i), sum);
            mul(slope, weight).store(third_slopes_.data() + row * third + i);
        }
        sum.store(weights_gradient + i);
    }
    for (const float slope : output_gradient) gradient[shape_.output_bias(bucket)] += slope;

    through_square(third_sums, numbers(rows, third), third_slopes_.data());
    dense::add_outer(second_.data(), third_slopes_.data(), rows, second, third,
                     g + shape_.third_weight(bucket, 0, 0), g + shape_.third_bias(bucket, 0));
    dense::multiply(third_slopes_.data(), rows, third, third_weights_.data(), nullptr, second,
                    second_slopes_.data());
    through_square(second_sums, numbers(rows, second), second_slopes_.data());
    dense::add_outer(products_.data(), second_slopes_.data(), rows, shape_.hidden, second,
                     g + shape_.second_weight(bucket, 0, 0), g + shape_.second_bias(bucket, 0));
    dense::multiply(second_slopes_.data(), rows, second, second_weights_.data(), nullptr, shape_.hidden,
                    product_slopes_.data());
}

}  // namespace stillpoint::train
