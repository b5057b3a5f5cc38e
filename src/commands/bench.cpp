#include <cstdio>
#include <string>

#include "chess/fen.h"
#include "chess/perft.h"
#include "commands/commands.h"
#include "commands/engine_keeper.h"
#include "eval/evaluator.h"
#include "lab/bench_positions.h"
#include "util/input_file.h"
#include "util/lines.h"
#include "util/text.h"

namespace stillpoint {

namespace {

enum class BenchType { Depth, Nodes, MoveTime, Perft, Eval };

struct BenchSettings {
    std::int64_t hash = 16;
    std::int64_t threads = 1;
    std::int64_t limit = 16;
    std::string file = "default";
    BenchType type = BenchType::Depth;
};

struct TypeName {
    std::string_view name;
    BenchType type;
};
constexpr TypeName kTypes[] = {{"depth", BenchType::Depth},
                               {"nodes", BenchType::Nodes},
                               {"movetime", BenchType::MoveTime},
                               {"perft", BenchType::Perft},
                               {"eval", BenchType::Eval}};

Result<BenchSettings> parse_bench(const Words& words) {
    BenchSettings s;
    struct Field {
        const char* name;
        std::int64_t* value;
        std::int64_t max;
    };
    const Field fields[] = {
        {"hash", &s.hash, 33'554'432}, {"threads", &s.threads, 1024}, {"limit", &s.limit, 1'000'000'000'000}};
    for (std::size_t i = 0; i < std::size(fields) && i < words.size(); ++i) {
        const auto n = parse_number<std::int64_t>(words[i], 1, fields[i].max);
        if (!n)
            return Error{"bench: " + std::string(fields[i].name) + ": expected a number from 1 to " +
                         std::to_string(fields[i].max) + ", not '" + std::string(words[i]) + "'"};
        *fields[i].value = *n;
    }
    if (words.size() > 3) s.file = words[3];
    if (words.size() > 4) {
        const auto* type = std::begin(kTypes);
        while (type != std::end(kTypes) && type->name != words[4]) ++type;
        if (type == std::end(kTypes))
            return Error{"bench: unknown type '" + std::string(words[4]) +
                         "'; there are depth, nodes, movetime, perft and eval"};
        s.type = type->type;
    }
    if (words.size() > 5) return Error{"bench: too many words"};
    return s;
}

Result<std::vector<std::string>> bench_positions(const BenchSettings& settings, const Engine& engine) {
    std::vector<std::string> fens;
    if (settings.file == "current") {
        fens.push_back(to_fen(engine.position()));
    } else if (settings.file == "default") {
        for (std::string_view fen : lab::kBenchPositions) fens.emplace_back(fen);
    } else {
        auto file = open_input(settings.file);
        if (!file) return Error{"bench: " + file.error()};
        for (std::string line; next_line(*file, line);)
            if (!line.empty() && line[0] != '#') fens.push_back(line.substr(0, line.find(';')));
        if (fens.empty()) return Error{"bench: no bench_positions in the file '" + settings.file + "'"};
    }
    return fens;
}

Limits limits_for(const BenchSettings& settings) {
    Limits limits;
    if (settings.type == BenchType::Nodes)
        limits.nodes = static_cast<std::uint64_t>(settings.limit);
    else if (settings.type == BenchType::MoveTime)
        limits.move_time = settings.limit;
    else
        limits.depth = static_cast<int>(std::min<std::int64_t>(settings.limit, kMaxPly));
    return limits;
}

// Nodes spent on the engine's position.
std::uint64_t run_bench(Engine& engine, const BenchSettings& settings) {
    if (settings.type == BenchType::Perft) {
        std::uint64_t nodes = 0;
        for (const PerftMove& m :
             split_perft(engine.position(), static_cast<int>(std::min<std::int64_t>(settings.limit, 100)),
                         engine.threads()))
            nodes += m.nodes;
        return nodes;
    }
    if (settings.type == BenchType::Eval) {
        // On the heap: it holds a stack of accumulators.
        const auto evaluator = std::make_unique<Evaluator>();
        evaluator->use(engine.network());
        evaluator->reset();
        std::fprintf(stderr, "Evaluation: %d\n", evaluator->evaluate(engine.position()));
        return 1;
    }
    engine.go(limits_for(settings));
    engine.wait();
    return engine.last_search().total_nodes();
}

}  // namespace

Result<bool> bench(Engine& engine, const Words& words) {
    const auto settings = parse_bench(words);
    if (!settings) return Error{settings.error()};
    const auto fens = bench_positions(*settings, engine);
    if (!fens) return Error{fens.error()};

    const EngineKeeper keeper(engine);
    engine.resize_hash(static_cast<std::size_t>(settings->hash));
    engine.set_threads(static_cast<int>(settings->threads));
    engine.new_game();
    std::uint64_t nodes = 0;
    int number = 0;
    const Stopwatch stopwatch;
    for (const std::string& fen : *fens) {
        auto pos = parse_fen(fen);
        ++number;
        if (!pos) {
            std::fprintf(stderr, "bench: position %d: %s\n", number, pos.error().c_str());
            continue;
        }
        std::fprintf(stderr, "\nPosition: %d/%zu (%s)\n", number, fens->size(), fen.c_str());
        engine.set_position(std::move(*pos));
        nodes += run_bench(engine, *settings);
    }
    const auto elapsed = static_cast<std::uint64_t>(std::max<Milliseconds>(stopwatch.elapsed(), 1));
    // Two forms, because test farms look for one or the other.
    std::fprintf(stderr,
                 "\n===========================\nTotal time (ms) : %llu\nNodes searched  : %llu\n"
                 "Nodes/second    : %llu\n%llu nodes %llu nps\n",
                 static_cast<unsigned long long>(elapsed), static_cast<unsigned long long>(nodes),
                 static_cast<unsigned long long>(nodes * 1000 / elapsed),
                 static_cast<unsigned long long>(nodes),
                 static_cast<unsigned long long>(nodes * 1000 / elapsed));
    return true;
}

}  // namespace stillpoint
