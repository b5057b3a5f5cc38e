#pragma once

#include <algorithm>
#include <vector>

#include "train/model.h"
#include "train/record.h"

namespace stillpoint::train {

// The network in plain loops, one position at a time, in any precision: what the fast passes must agree with.
template <class Real>
class ReferenceModel {
public:
    ReferenceModel(const ModelShape& shape, const Parameters& p) : shape_(shape), p_(p.begin(), p.end()) {}

    std::vector<Real>& parameters() { return p_; }

    Real forward(const Record& record) {
        for (auto& s : sums_) s.assign(static_cast<std::size_t>(shape_.hidden), Real{0});
        for (int n = 0; n < shape_.hidden; ++n)
            for (auto& s : sums_) s[static_cast<std::size_t>(n)] = p_[shape_.feature_bias(n)];
        for_each_feature(record, shape_.king_map(), [&](int own, int theirs) {
            for (int n = 0; n < shape_.hidden; ++n) {
                sums_[0][static_cast<std::size_t>(n)] += p_[shape_.feature_weight(own, n)];
                sums_[1][static_cast<std::size_t>(n)] += p_[shape_.feature_weight(theirs, n)];
            }
        });
        const int bucket = nnue::output_bucket(record.piece_count());
        Real output = p_[shape_.output_bias(bucket)];
        for (int side = 0; side < 2; ++side)
            for (int n = 0; n < shape_.hidden; ++n) {
                const Real c = clipped(side, n);
                output += c * c * p_[shape_.output_weight(bucket, side, n)];
            }
        return output;
    }

    // After forward: adds slope * d output / d parameter.
    void backward(const Record& record, Real slope, std::vector<Real>& gradient) {
        const int bucket = nnue::output_bucket(record.piece_count());
        gradient[shape_.output_bias(bucket)] += slope;
        std::vector<Real> d[2];
        for (int side = 0; side < 2; ++side) {
            d[side].resize(static_cast<std::size_t>(shape_.hidden));
            for (int n = 0; n < shape_.hidden; ++n) {
                const auto i = static_cast<std::size_t>(n);
                const Real c = clipped(side, n);
                gradient[shape_.output_weight(bucket, side, n)] += slope * c * c;
                const bool inside = sums_[side][i] > 0 && sums_[side][i] < 1;
                d[side][i] = inside ? 2 * slope * c * p_[shape_.output_weight(bucket, side, n)] : Real{0};
                gradient[shape_.feature_bias(n)] += d[side][i];
            }
        }
        for_each_feature(record, shape_.king_map(), [&](int own, int theirs) {
            for (int n = 0; n < shape_.hidden; ++n) {
                gradient[shape_.feature_weight(own, n)] += d[0][static_cast<std::size_t>(n)];
                gradient[shape_.feature_weight(theirs, n)] += d[1][static_cast<std::size_t>(n)];
            }
        });
    }

    // The smallest distance of a neuron to the kink at one, where finite differences mean nothing. (At zero
    // the square has none.)
    Real distance_to_kink() const {
        Real smallest = 1;
        for (const auto& s : sums_)
            for (Real a : s) smallest = std::min(smallest, a > 1 ? a - 1 : 1 - a);
        return smallest;
    }

private:
    Real clipped(int side, int neuron) const {
        return std::clamp(sums_[side][static_cast<std::size_t>(neuron)], Real{0}, Real{1});
    }

    ModelShape shape_;
    std::vector<Real> p_;
    std::vector<Real> sums_[2];
};

}  // namespace stillpoint::train
