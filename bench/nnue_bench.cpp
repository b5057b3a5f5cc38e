#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "nnue/accumulator.h"
#include "nnue/evaluate.h"
#include "nnue/layers.h"
#include "nnue/refresh_cache.h"
#include "util/rng.h"
#include "util/simd/simd.h"

// What an evaluation costs, part by part. Beside each figure are the bytes it must touch, as a share of what
// a plain copy inside the cache moves: near 1, the only way to gain is to touch less.
namespace stillpoint::nnue {
namespace {

using Native = simd::native::Ops;
constexpr double kRowBytes = 2.0 * kHidden;

const Network& network() {
    static const std::unique_ptr<Network> instance = random_network(1);
    return *instance;
}

// Bytes read and written per second by copying half the size of the weights, which is where rows come from.
double copy_bandwidth() {
    static const double best = [] {
        constexpr std::size_t kSize = sizeof(Weights::features) / 2;
        std::vector<char> from(kSize, 1), to(kSize);
        double bytes_per_second = 0;
        for (int round = 0; round < 200; ++round) {
            const auto start = std::chrono::steady_clock::now();
            std::memcpy(to.data(), from.data(), kSize);
            benchmark::DoNotOptimize(to.data());
            benchmark::ClobberMemory();
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            bytes_per_second = std::max(bytes_per_second, 2.0 * static_cast<double>(kSize) / seconds.count());
        }
        return bytes_per_second;
    }();
    return best;
}

void report(benchmark::State& state, double bytes_per_call) {
    state.counters["bytes"] = bytes_per_call;
    state.counters["of_copy"] =
        benchmark::Counter(bytes_per_call / copy_bandwidth(), benchmark::Counter::kIsIterationInvariantRate);
}

struct alignas(simd::kAlignment) Sums {
    std::int16_t values[kHidden]{};
};

// Rows in an order the caches can't predict.
std::vector<layers::Row> random_rows() {
    Rng rng(2);
    std::vector<layers::Row> rows(4096);
    for (auto& row : rows) row = network().weights.features[rng.below(kInputs)];
    return rows;
}

// Both sides, from one ply to the next.
template <std::size_t kAdded, std::size_t kSubtracted>
void update(benchmark::State& state) {
    const auto rows = random_rows();
    std::vector<Sums> plies(2 * 16);
    std::size_t next = 0, ply = 0;
    for (auto _ : state) {
        const std::size_t child = (ply + 1) % 16;
        for (std::size_t side = 0; side < 2; ++side) {
            std::array<layers::Row, kAdded> added;
            std::array<layers::Row, kSubtracted> subtracted;
            for (auto& row : added) row = rows[next++ % rows.size()];
            for (auto& row : subtracted) row = rows[next++ % rows.size()];
            layers::update<Native>(plies[2 * ply + side].values, plies[2 * child + side].values, added,
                                   subtracted);
        }
        benchmark::ClobberMemory();
        ply = child;
    }
    report(state, 2 * kRowBytes * (2 + kAdded + kSubtracted));
}
void update_quiet(benchmark::State& state) { update<1, 1>(state); }
void update_capture(benchmark::State& state) { update<1, 2>(state); }
void update_castling(benchmark::State& state) { update<2, 2>(state); }
BENCHMARK(update_quiet);
BENCHMARK(update_capture);
BENCHMARK(update_castling);

constexpr std::string_view kMiddlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";

// One side with nothing remembered.
void refresh_all(benchmark::State& state) {
    const Position pos = *parse_fen(kMiddlegame);
    RefreshCache cache;
    Sums sums;
    for (auto _ : state) {
        cache.forget();
        cache.refresh(Color::White, pos, network().weights, sums.values);
        benchmark::ClobberMemory();
    }
    report(state, kRowBytes * (pos.piece_count() + 5));
}
BENCHMARK(refresh_all);

// One side when the board differs from the remembered one by two pieces' moves.
void refresh_by_cache(benchmark::State& state) {
    const Position boards[] = {
        *parse_fen(kMiddlegame),
        *parse_fen("r1bq1rk1/pp2bppp/4pn2/3p4/1n1P4/2NBPN2/PP2QPPP/R1B2RK1 w - - 0 9")};
    RefreshCache cache;
    Sums sums;
    std::size_t which = 0;
    for (auto _ : state) {
        cache.refresh(Color::White, boards[which ^= 1], network().weights, sums.values);
        benchmark::ClobberMemory();
    }
    report(state, kRowBytes * (3 + 4));
}
BENCHMARK(refresh_by_cache);

template <class AnyHead>
void head(benchmark::State& state, const AnyHead& head, double weight_bytes) {
    std::vector<Sums> sums(32);
    Rng rng(3);
    for (auto& side : sums)
        for (auto& value : side.values)
            value = static_cast<std::int16_t>(static_cast<int>(rng.below(800)) - 300);
    std::size_t next = 0;
    for (auto _ : state) {
        const int bucket = static_cast<int>(next % kOutputBuckets);
        benchmark::DoNotOptimize(
            layers::evaluate<Native>(sums[next % 32].values, sums[(next + 1) % 32].values, head, bucket));
        ++next;
    }
    report(state, kRowBytes * 2 + weight_bytes);
}
void direct_head(benchmark::State& state) {
    static const auto weights = std::make_unique<DirectHead<kHidden>>();
    head(state, *weights, kRowBytes * 2);
}
BENCHMARK(direct_head);

// With two layers behind the first.
void deep_head(benchmark::State& state) {
    static const auto weights = std::make_unique<DeepHead<kHidden, 16, 32>>();
    head(state, *weights, kHidden * 16 + 16 * 32 * 2);
}
BENCHMARK(deep_head);

// A game's moves and the positions between them.
struct Line {
    std::vector<Position> positions;
    std::vector<PieceChanges> changes;
};

// Random moves, but the kings stay at home unless they must move: in games they seldom cross the middle.
Line random_line(std::uint64_t seed, int plies) {
    Line line;
    Rng rng(seed);
    Position pos = start_position();
    line.positions.push_back(pos);
    for (int i = 0; i < plies; ++i) {
        MoveList moves;
        generate<GenKind::Legal>(pos, moves);
        if (moves.empty()) break;
        Move move;
        for (int tries = 0; tries < 20; ++tries) {
            move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
            if (type_of(pos.moved_piece(move)) != PieceType::King) break;
        }
        line.changes.push_back(pos.make(move));
        line.positions.push_back(pos);
    }
    return line;
}

// As a search does it: one move further, evaluate.
void evaluate_each_ply(benchmark::State& state) {
    const Line line = random_line(4, 80);
    AccumulatorStack stack;
    stack.reset();
    std::size_t ply = 0;
    for (auto _ : state) {
        if (ply == line.changes.size())
            for (; ply > 0; --ply) stack.pop();
        stack.push(line.changes[ply++]);
        benchmark::DoNotOptimize(stack.evaluate(line.positions[ply], network()));
    }
    report(state, kRowBytes * (2 * 4 + 4));
}
BENCHMARK(evaluate_each_ply);

// The same position again, for example after a null move: only the output layer runs.
void evaluate_again(benchmark::State& state) {
    const Position pos = *parse_fen(kMiddlegame);
    AccumulatorStack stack;
    stack.reset();
    for (auto _ : state) benchmark::DoNotOptimize(stack.evaluate(pos, network()));
    report(state, kRowBytes * 4);
}
BENCHMARK(evaluate_again);

void evaluate_scratch(benchmark::State& state) {
    const Position pos = *parse_fen(kMiddlegame);
    for (auto _ : state) benchmark::DoNotOptimize(evaluate_from_scratch(pos, network()));
}
BENCHMARK(evaluate_scratch);

void copy(benchmark::State& state) {
    constexpr std::size_t kSize = sizeof(Weights::features) / 2;
    std::vector<char> from(kSize, 1), to(kSize);
    for (auto _ : state) {
        std::memcpy(to.data(), from.data(), kSize);
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    report(state, 2.0 * kSize);
}
BENCHMARK(copy);

}  // namespace
}  // namespace stillpoint::nnue
