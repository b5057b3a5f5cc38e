#include "train/validation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <vector>

#include "train/loss.h"
#include "train/network_pass.h"

namespace stillpoint::train {

namespace {

// Sums of one micro-batch, added up in order, so that the number of threads doesn't matter.
struct Sums {
    double loss = 0.0, eval = 0.0, result = 0.0, output = 0.0;
    std::uint64_t with_result = 0;
};

struct Worker {
    explicit Worker(const ModelShape& shape)
        : pass(shape),
          batch(shape),
          active(static_cast<std::size_t>(shape.hidden)),
          saturated(static_cast<std::size_t>(shape.hidden)) {}
    NetworkPass pass;
    MicroBatch batch;
    std::array<const Record*, kMicroBatch> records{};
    std::array<float, kMicroBatch> outputs{};
    std::vector<std::uint64_t> active, saturated;
};

}  // namespace

ValidationReport validate(const ModelShape& shape, const Parameters& parameters, const RecordStore& records,
                          std::uint64_t limit, const Target& target, ThreadTeam& team) {
    const std::uint64_t positions = std::min(limit, records.size());
    ValidationReport report;
    report.positions = positions;
    if (positions == 0) return report;

    std::vector<Sums> sums((positions + kMicroBatch - 1) / kMicroBatch);
    std::vector<Worker> workers;
    for (int i = 0; i < team.size(); ++i) workers.emplace_back(shape);
    std::atomic<std::size_t> next{0};
    team.run([&](int thread) {
        Worker& w = workers[static_cast<std::size_t>(thread)];
        for (std::size_t part; (part = next.fetch_add(1)) < sums.size();) {
            const std::uint64_t begin = part * kMicroBatch;
            const auto size =
                static_cast<std::size_t>(std::min<std::uint64_t>(kMicroBatch, positions - begin));
            for (std::size_t i = 0; i < size; ++i) w.records[i] = &records[begin + i];
            w.batch.fill(std::span(w.records).first(size));
            w.pass.forward(w.batch, parameters, w.outputs);
            w.pass.count_activity(static_cast<int>(size), w.active, w.saturated);
            Sums& s = sums[part];
            for (std::size_t i = 0; i < size; ++i) {
                const Record& r = w.batch.record(static_cast<int>(i));
                const float output = w.outputs[i];
                s.loss += static_cast<double>(squared_error(output, target(r), target.sharpness).loss);
                s.eval += static_cast<double>(squared_error(output, target.eval(r), target.sharpness).loss);
                if (r.has_result()) {
                    s.result +=
                        static_cast<double>(squared_error(output, Target::result(r), target.sharpness).loss);
                    ++s.with_result;
                }
                s.output += static_cast<double>(std::abs(output));
            }
        }
    });

    const double share = 1.0 / static_cast<double>(positions);
    std::uint64_t with_result = 0;
    for (const Sums& s : sums) {
        report.loss += s.loss * share;
        report.eval_loss += s.eval * share;
        report.result_loss += s.result;
        with_result += s.with_result;
        report.mean_output += s.output * share;
    }
    report.result_loss /= static_cast<double>(std::max<std::uint64_t>(with_result, 1));
    for (std::size_t neuron = 0; neuron < static_cast<std::size_t>(shape.hidden); ++neuron) {
        std::uint64_t active = 0, saturated = 0;
        for (const Worker& w : workers) {
            active += w.active[neuron];
            saturated += w.saturated[neuron];
        }
        const std::uint64_t seats = 2 * positions;
        report.dead_units += active * 1000 < seats;
        report.saturated_units += saturated * 100 > seats * 99;
    }
    return report;
}

}  // namespace stillpoint::train
