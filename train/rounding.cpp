#include "train/rounding.h"

#include <algorithm>
#include <cmath>

namespace stillpoint::train {

namespace {

constexpr double kRelativeDamping = 1e-4;
constexpr int kSweeps = 20;

int rounded(double value, int limit) {
    return static_cast<int>(
        std::clamp(std::nearbyint(value), -static_cast<double>(limit), static_cast<double>(limit)));
}

}  // namespace

void GramMatrix::add(std::span<const float> samples) {
    // A few samples at a time: each element of the matrix is then read and written once for all of them.
    constexpr std::size_t kTogether = 8;
    const std::size_t count = samples.size() / size_;
    std::vector<float> part(size_);
    for (std::size_t begin = 0; begin < count; begin += kTogether) {
        const std::size_t end = std::min(begin + kTogether, count);
        for (std::size_t i = 0; i < size_; ++i) {
            std::fill(part.begin() + static_cast<std::ptrdiff_t>(i), part.end(), 0.0F);
            bool any = false;
            for (std::size_t s = begin; s < end; ++s) {
                const float* x = samples.data() + s * size_;
                if (x[i] == 0.0F) continue;  // about half of all activations
                any = true;
                for (std::size_t j = i; j < size_; ++j) part[j] += x[i] * x[j];
            }
            if (!any) continue;
            double* row = values_.data() + i * size_;
            for (std::size_t j = i; j < size_; ++j) row[j] += static_cast<double>(part[j]);
        }
    }
}

JointRounding::JointRounding(GramMatrix gram) : gram_(std::move(gram)), factor_(gram_.size()) {
    const std::size_t n = gram_.size();
    double trace = 0.0;
    for (std::size_t i = 0; i < n; ++i) trace += gram_.at(i, i);
    damping_ = std::max(kRelativeDamping * trace / static_cast<double>(n), 1e-9);
    for (std::size_t i = 0; i < n; ++i) {
        gram_.at(i, i) += damping_;
        for (std::size_t j = i + 1; j < n; ++j) gram_.at(j, i) = gram_.at(i, j);
    }
    // Cholesky, row by row: rows below are reduced by each finished one.
    factor_ = gram_;
    for (std::size_t i = 0; i < n; ++i) {
        const double root = std::sqrt(std::max(factor_.at(i, i), damping_));
        for (std::size_t j = i; j < n; ++j) factor_.at(i, j) /= root;
        factor_.at(i, i) = root;
        for (std::size_t k = i + 1; k < n; ++k) {
            const double f = factor_.at(i, k);
            if (f == 0.0) continue;
            double* to = &factor_.at(k, 0);
            const double* from = factor_.row(i);
            for (std::size_t j = k; j < n; ++j) to[j] -= f * from[j];
        }
    }
}

std::vector<double> JointRounding::solve(std::span<const double> sum_xy, std::span<const double> near) const {
    const std::size_t n = gram_.size();
    std::vector<double> w(n);
    for (std::size_t i = 0; i < n; ++i) w[i] = sum_xy[i] + damping_ * near[i];
    for (std::size_t i = 0; i < n; ++i) {  // R^T z = b
        w[i] /= factor_.at(i, i);
        for (std::size_t j = i + 1; j < n; ++j) w[j] -= factor_.at(i, j) * w[i];
    }
    for (std::size_t i = n; i-- > 0;) {  // R w = z
        for (std::size_t j = i + 1; j < n; ++j) w[i] -= factor_.at(i, j) * w[j];
        w[i] /= factor_.at(i, i);
    }
    return w;
}

std::vector<int> JointRounding::round(std::span<const double> weights, std::span<const int> limit) const {
    const std::size_t n = gram_.size();
    std::vector<int> out(n);
    std::vector<double> error(n);  // rounded minus wanted
    // From the last to the first, each weight makes up for the errors of those already rounded.
    for (std::size_t i = n; i-- > 0;) {
        double carried = 0.0;
        const double* r = factor_.row(i);
        for (std::size_t j = i + 1; j < n; ++j) carried += r[j] * error[j];
        out[i] = rounded(weights[i] - carried / r[i], limit[i]);
        error[i] = out[i] - weights[i];
    }
    // Then single steps up or down, as long as one helps.
    std::vector<double> slope(n);  // gram * error
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) slope[j] += gram_.at(i, j) * error[i];
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        bool changed = false;
        for (std::size_t i = 0; i < n; ++i) {
            const int step = slope[i] > 0.0 ? -1 : 1;
            if (2.0 * step * slope[i] + gram_.at(i, i) >= 0.0 || std::abs(out[i] + step) > limit[i]) continue;
            out[i] += step;
            const double* g = gram_.row(i);
            for (std::size_t j = 0; j < n; ++j) slope[j] += step * g[j];
            changed = true;
        }
        if (!changed) break;
    }
    return out;
}

}  // namespace stillpoint::train
