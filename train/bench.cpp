#include "train/bench.h"

#include <cstdio>
#include <tuple>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "train/cpu_time.h"
#include "train/run.h"
#include "train/shuffle.h"
#include "train/trainer.h"
#include "util/rng.h"

namespace stillpoint::train {

namespace {

constexpr int kGameLength = 160, kFirstPly = 16;

}  // namespace

RecordStore random_records(std::uint64_t count, std::uint64_t seed) {
    Rng rng(seed);
    RecordStore records;
    while (records.size() < count) {
        Position pos = start_position();
        const int result = static_cast<int>(rng.below(3));
        for (int ply = 0; ply < kGameLength && records.size() < count; ++ply) {
            MoveList moves;
            generate<GenKind::Legal>(pos, moves);
            if (moves.empty()) break;
            pos.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
            if (ply >= kFirstPly)
                records.push_back(make_record(pos, static_cast<int>(rng.below(1001)) - 500, result, 0));
        }
    }
    shuffle(records, seed);
    records.fill_last_block();
    return records;
}

int run_bench(const Settings& settings, double seconds) {
    if (const std::string problem = problem_with(settings); !problem.empty()) {
        std::fprintf(stderr, "error: %s\n", problem.c_str());
        return kUsage;
    }
    const RecordStore records = random_records(1'000'000, 1);
    double pieces = 0.0;
    for (std::uint64_t i = 0; i < records.size(); ++i) pieces += records[i].piece_count();
    PositionsInMemory source(records, settings.seed);
    Trainer trainer(settings, source, {1.0F / 400.0F}, 1);
    std::ignore = trainer.step();  // not timed: the memory is still cold
    const double start = cpu_seconds();
    std::uint64_t batches = 0;
    while (cpu_seconds() - start < seconds) {
        std::ignore = trainer.step();
        ++batches;
    }
    const double rate = static_cast<double>(batches) * settings.batch / (cpu_seconds() - start);
    std::printf(
        "hidden %d, king buckets %d, layers %d,%d: %.3f million positions per second and core (%.1f pieces, "
        "%s)\n",
        settings.hidden, settings.king_buckets, settings.layers[0], settings.layers[1], rate / 1e6,
        pieces / static_cast<double>(records.size()), simd::native::Ops::kName);
    return 0;
}

}  // namespace stillpoint::train
