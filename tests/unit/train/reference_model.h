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
        for (auto& s : sums_) s.assign(size(shape_.hidden), Real{0});
        for (int n = 0; n < shape_.hidden; ++n)
            for (auto& s : sums_) s[size(n)] = p_[shape_.feature_bias(n)];
        for_each_feature(record, shape_.king_map(), [&](int own, int theirs) {
            for (int n = 0; n < shape_.hidden; ++n) {
                sums_[0][size(n)] += p_[shape_.feature_weight(own, n)];
                sums_[1][size(n)] += p_[shape_.feature_weight(theirs, n)];
            }
        });
        const int bucket = nnue::output_bucket(record.piece_count());
        Real output = p_[shape_.output_bias(bucket)];
        if (!shape_.is_deep()) {
            for (int side = 0; side < 2; ++side)
                for (int n = 0; n < shape_.hidden; ++n)
                    output += square(sums_[side][size(n)]) * p_[shape_.output_weight(bucket, side, n)];
            return output;
        }
        second_.clear();
        third_.clear();
        for (int n = 0; n < shape_.second(); ++n) {
            Real sum = p_[shape_.second_bias(bucket, n)];
            for (int i = 0; i < shape_.hidden; ++i)
                sum += product(i) * p_[shape_.second_weight(bucket, i, n)];
            second_.push_back(sum);
        }
        for (int n = 0; n < shape_.third(); ++n) {
            Real sum = p_[shape_.third_bias(bucket, n)];
            for (int i = 0; i < shape_.second(); ++i)
                sum += square(second_[size(i)]) * p_[shape_.third_weight(bucket, i, n)];
            third_.push_back(sum);
            output += square(sum) * p_[shape_.last_weight(bucket, n)];
        }
        return output;
    }

    // After forward: adds slope * d output / d parameter.
    void backward(const Record& record, Real slope, std::vector<Real>& gradient) {
        const int bucket = nnue::output_bucket(record.piece_count());
        gradient[shape_.output_bias(bucket)] += slope;
        std::vector<Real> d[2];
        for (auto& side : d) side.assign(size(shape_.hidden), Real{0});
        if (shape_.is_deep())
            through_layers(bucket, slope, gradient, d);
        else
            for (int side = 0; side < 2; ++side)
                for (int n = 0; n < shape_.hidden; ++n) {
                    const Real sum = sums_[side][size(n)];
                    gradient[shape_.output_weight(bucket, side, n)] += slope * square(sum);
                    d[side][size(n)] = slope * square_slope(sum) * p_[shape_.output_weight(bucket, side, n)];
                }
        for (const auto& side : d)
            for (int n = 0; n < shape_.hidden; ++n) gradient[shape_.feature_bias(n)] += side[size(n)];
        for_each_feature(record, shape_.king_map(), [&](int own, int theirs) {
            for (int n = 0; n < shape_.hidden; ++n) {
                gradient[shape_.feature_weight(own, n)] += d[0][size(n)];
                gradient[shape_.feature_weight(theirs, n)] += d[1][size(n)];
            }
        });
    }

    // The smallest distance of a neuron to a kink, where finite differences mean nothing: at one, and for
    // factors of products at zero too. (The square has none there.)
    Real distance_to_kink() const {
        Real smallest = 1;
        const auto look_at = [&](const std::vector<Real>& sums, Real kink) {
            for (Real a : sums) smallest = std::min(smallest, a > kink ? a - kink : kink - a);
        };
        for (const auto& s : sums_) {
            look_at(s, 1);
            if (shape_.is_deep()) look_at(s, 0);
        }
        look_at(second_, 1);
        look_at(third_, 1);
        return smallest;
    }

private:
    static std::size_t size(int n) { return static_cast<std::size_t>(n); }
    static Real clipped(Real sum) { return std::clamp(sum, Real{0}, Real{1}); }
    static bool inside(Real sum) { return sum > 0 && sum < 1; }
    static Real square(Real sum) { return clipped(sum) * clipped(sum); }
    static Real square_slope(Real sum) { return inside(sum) ? 2 * sum : Real{0}; }

    // The factors of a product: a side's neurons of the same number in both halves.
    struct Factors {
        int side;
        std::size_t first, second;
    };
    Factors factors(int i) const {
        const int half = shape_.hidden / 2;
        return {i / half, size(i % half), size(i % half + half)};
    }
    Real product(int i) const {
        const auto [side, first, second] = factors(i);
        return clipped(sums_[side][first]) * clipped(sums_[side][second]);
    }

    void through_layers(int bucket, Real slope, std::vector<Real>& gradient, std::vector<Real> (&d)[2]) {
        std::vector<Real> d_second(size(shape_.second()), Real{0});
        for (int n = 0; n < shape_.third(); ++n) {
            const Real sum = third_[size(n)];
            gradient[shape_.last_weight(bucket, n)] += slope * square(sum);
            const Real d_sum = slope * p_[shape_.last_weight(bucket, n)] * square_slope(sum);
            gradient[shape_.third_bias(bucket, n)] += d_sum;
            for (int i = 0; i < shape_.second(); ++i) {
                gradient[shape_.third_weight(bucket, i, n)] += d_sum * square(second_[size(i)]);
                d_second[size(i)] += d_sum * p_[shape_.third_weight(bucket, i, n)];
            }
        }
        for (int n = 0; n < shape_.second(); ++n) {
            const Real d_sum = d_second[size(n)] * square_slope(second_[size(n)]);
            gradient[shape_.second_bias(bucket, n)] += d_sum;
            for (int i = 0; i < shape_.hidden; ++i) {
                gradient[shape_.second_weight(bucket, i, n)] += d_sum * product(i);
                const Real d_product = d_sum * p_[shape_.second_weight(bucket, i, n)];
                const auto [side, first, second] = factors(i);
                const Real a = sums_[side][first], b = sums_[side][second];
                if (inside(a)) d[side][first] += d_product * clipped(b);
                if (inside(b)) d[side][second] += d_product * clipped(a);
            }
        }
    }

    ModelShape shape_;
    std::vector<Real> p_;
    std::vector<Real> sums_[2];
    std::vector<Real> second_, third_;  // sums of the layers behind the first
};

}  // namespace stillpoint::train
