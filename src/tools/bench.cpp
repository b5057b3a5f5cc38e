#include "tools/bench.h"

#include <charconv>
#include <cstdio>
#include <fstream>
#include <string>

#include "chess/fen.h"
#include "tools/bench_positions.h"

namespace stillpoint {

namespace {

constexpr int kDefaultHash = 16;
constexpr int kDefaultThreads = 1;
constexpr int kDefaultDepth = 13;

struct BenchSettings {
    int hash = kDefaultHash;
    int threads = kDefaultThreads;
    std::int64_t limit = kDefaultDepth;
    std::string file = "default";
    std::string type = "depth";
};

bool read(std::string_view text, auto& number) {
    return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
}

std::vector<std::string> positions(const BenchSettings& settings, const Engine& engine) {
    if (settings.file == "current") return {to_fen(engine.position())};
    std::vector<std::string> fens;
    if (settings.file == "default") {
        for (std::string_view fen : kBenchPositions) fens.emplace_back(fen);
        return fens;
    }
    std::ifstream file(settings.file);
    for (std::string line; std::getline(file, line);)
        if (!line.empty()) fens.push_back(line.substr(0, line.find(';')));
    return fens;
}

Limits limits_for(const BenchSettings& settings) {
    Limits limits;
    if (settings.type == "nodes")
        limits.nodes = static_cast<std::uint64_t>(settings.limit);
    else if (settings.type == "movetime")
        limits.move_time = settings.limit;
    else
        limits.depth = static_cast<int>(settings.limit);
    return limits;
}

}  // namespace

void bench_command(Engine& engine, const std::vector<std::string_view>& words) {
    BenchSettings settings;
    if (words.size() > 0) read(words[0], settings.hash);
    if (words.size() > 1) read(words[1], settings.threads);
    if (words.size() > 2) read(words[2], settings.limit);
    if (words.size() > 3) settings.file = words[3];
    if (words.size() > 4) settings.type = words[4];

    const Position before = engine.position();
    engine.resize_hash(static_cast<std::size_t>(settings.hash));
    engine.set_threads(settings.threads);
    engine.new_game();
    const Limits limits = limits_for(settings);
    std::uint64_t nodes = 0;
    int number = 0;
    const Stopwatch stopwatch;
    const std::vector<std::string> fens = positions(settings, engine);
    for (const std::string& fen : fens) {
        auto pos = parse_fen(fen);
        ++number;
        if (!pos) {
            std::fprintf(stderr, "bench: position %d: %s\n", number, pos.error().c_str());
            continue;
        }
        std::fprintf(stderr, "\nPosition: %d/%zu (%s)\n", number, fens.size(), fen.c_str());
        engine.set_position(std::move(*pos));
        engine.go(limits);
        engine.wait();
        nodes += engine.last_search().total_nodes();
    }
    const auto elapsed = static_cast<std::uint64_t>(std::max<Milliseconds>(stopwatch.elapsed(), 1));
    std::fprintf(stderr,
                 "\n===========================\nTotal time (ms) : %llu\nNodes searched  : %llu\n"
                 "Nodes/second    : %llu\n",
                 static_cast<unsigned long long>(elapsed), static_cast<unsigned long long>(nodes),
                 static_cast<unsigned long long>(nodes * 1000 / elapsed));
    engine.set_position(before);
}

}  // namespace stillpoint
