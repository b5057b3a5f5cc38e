#include "train/settings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "train/record_store.h"

namespace stillpoint::train {

namespace {

std::string text(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.9g", value);
    return buffer;
}
std::string text(int value) { return std::to_string(value); }
std::string text(std::uint64_t value) { return std::to_string(value); }
std::string text(NetworkChecksum value) {
    if (value == NetworkChecksum::None) return "none";
    char buffer[20];
    std::snprintf(buffer, sizeof buffer, "%08llx", static_cast<unsigned long long>(value));
    return buffer;
}

}  // namespace

std::string problem_with(const Settings& s) {
    static_assert(kTile == 32);
    if (const char* problem = nnue::problem_with_neurons(s.hidden, s.layers)) return problem;
    if (!nnue::has_king_map(s.king_buckets)) return "king buckets must be 1, 2, 4, 8 or 16";
    if (s.shards < 1 || s.shards > 256) return "shards must be 1 to 256";
    const int unit = s.shards * static_cast<int>(RecordStore::kBlock);
    if (s.batch <= 0 || s.batch % unit != 0)
        return "the batch must be a multiple of " + std::to_string(unit) + " (shards times " +
               std::to_string(RecordStore::kBlock) + ")";
    if (s.superbatches < 1 || s.superbatch < 1)
        return "there must be at least one superbatch of one position";
    if (!(s.learning_rate > 0.0) || !(s.final_learning_rate >= 0.0))
        return "the learning rate must be positive";
    if (s.warmup < 0) return "the warm-up must not be negative";
    for (double lambda : {s.lambda, s.final_lambda})
        if (!(lambda >= 0.0 && lambda <= 1.0)) return "lambda must be 0 to 1";
    if (!(s.sharpness >= 0.1 && s.sharpness <= 10.0)) return "the sharpness must be 0.1 to 10";
    if (!(s.beta1 >= 0.0 && s.beta1 < 1.0 && s.beta2 >= 0.0 && s.beta2 < 1.0))
        return "betas must be at least 0 and less than 1";
    if (!(s.epsilon > 0.0) || !(s.decay >= 0.0)) return "epsilon and decay must be positive";
    if (!(s.clip > 0.0 && s.clip <= nnue::kMaxWeight)) return "weights beyond 1.98 cannot be exported";
    return {};
}

double progress_of(const Settings& s, std::uint64_t step) {
    return std::min(1.0, static_cast<double>(step) / static_cast<double>(s.total_batches()));
}

double learning_rate_at(const Settings& s, std::uint64_t step) {
    const double cosine = 0.5 * (1.0 + std::cos(std::numbers::pi * progress_of(s, step)));
    const double rate = s.final_learning_rate + (s.learning_rate - s.final_learning_rate) * cosine;
    if (step >= static_cast<std::uint64_t>(s.warmup)) return rate;
    return rate * static_cast<double>(step + 1) / s.warmup;
}

double lambda_at(const Settings& s, std::uint64_t step) {
    return s.lambda + (s.final_lambda - s.lambda) * progress_of(s, step);
}

NamedValues named_values(const Settings& settings) {
    NamedValues out;
    for_each_field(settings, [&](const char* name, auto value) { out.emplace_back(name, text(value)); });
    return out;
}

std::vector<std::string> differences(const Settings& now, const Settings& before) {
    const NamedValues a = named_values(now), b = named_values(before);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].second != b[i].second)
            out.push_back(a[i].first + " is " + a[i].second + ", was " + b[i].second);
    return out;
}

}  // namespace stillpoint::train
