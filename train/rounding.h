#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stillpoint::train {

// How often inputs occur together: the sum of x x^T over samples. Symmetric; only j >= i is maintained.
class GramMatrix {
public:
    explicit GramMatrix(std::size_t size) : size_(size), values_(size * size) {}
    std::size_t size() const { return size_; }
    double& at(std::size_t i, std::size_t j) { return values_[i * size_ + j]; }
    double at(std::size_t i, std::size_t j) const { return values_[i * size_ + j]; }
    const double* row(std::size_t i) const { return values_.data() + i * size_; }
    // `samples` holds rows of size() numbers.
    void add(std::span<const float> samples);

private:
    std::size_t size_;
    std::vector<double> values_;
};

// Rounds weights so that their sums over typical inputs stay right, not each weight by itself: what one
// weight gains by rounding, the weights of inputs that occur together with it give back.
class JointRounding {
public:
    // Adds a small multiple of the identity, which holds weights in place that the samples say nothing
    // about.
    explicit JointRounding(GramMatrix gram);

    // The weights that make w^T x closest to y over all samples, given sum of x y and weights to stay near.
    std::vector<double> solve(std::span<const double> sum_xy, std::span<const double> near) const;

    // Whole numbers of at most `limit`; weights are in units of the grid.
    std::vector<int> round(std::span<const double> weights, std::span<const int> limit) const;

private:
    GramMatrix gram_;    // with the addition, and symmetric
    GramMatrix factor_;  // upper triangle R with R^T R = gram
    double damping_ = 0.0;
};

}  // namespace stillpoint::train
