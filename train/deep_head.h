#pragma once

#include <span>

#include "train/aligned.h"
#include "train/dense.h"
#include "train/micro_batch.h"
#include "train/model.h"

namespace stillpoint::train {

// The layers behind the first, there and back: from products of neurons to the output. Works on blocks of
// positions of one output bucket.
class DeepHead {
public:
    static constexpr int kBlock = 16;  // positions; their products stay in the first-level cache
    static_assert(kBlock % dense::kRows == 0);

    explicit DeepHead(const ModelShape& shape);

    // Where the products of a block's position go before `forward` and `backward`, and where `backward`
    // leaves their slopes: those of the side to move, then those of the other.
    float* products(int row) { return products_.data() + row * shape_.hidden; }
    const float* product_slopes(int row) const { return product_slopes_.data() + row * shape_.hidden; }

    // Of the positions from `begin` on, at most kBlock; writes their outputs.
    void forward(const Parameters& parameters, int bucket, int begin, std::span<float> outputs);

    // To be called before the blocks of a bucket.
    void begin_backward(const Parameters& parameters, int bucket);
    // Must follow `forward` of these positions, with the same products. Adds to `gradient`.
    void backward(const Parameters& parameters, int bucket, int begin, std::span<const float> output_gradient,
                  Parameters& gradient);

    // Sums of the second layer's neurons after `forward`, by position.
    std::span<const float> second_sums(int position) const {
        const auto width = static_cast<std::size_t>(shape_.second());
        return {second_sums_.data() + static_cast<std::size_t>(position) * width, width};
    }

private:
    ModelShape shape_;
    AlignedArray<float> products_, product_slopes_;  // of the block
    AlignedArray<float> second_sums_, third_sums_;   // of all positions, before clipping
    AlignedArray<float> second_, third_;             // of the block, clipped and squared
    AlignedArray<float> second_slopes_, third_slopes_;
    AlignedArray<float> second_weights_, third_weights_;  // of the bucket, transposed
};

}  // namespace stillpoint::train
