#include <cstdio>

#include "chess/fen.h"
#include "chess/notation.h"
#include "commands/commands.h"
#include "commands/engine_keeper.h"
#include "commands/speedtest_games.h"
#include "util/machine.h"
#include "util/progress.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr std::int64_t kHashPerThread = 128;
constexpr std::int64_t kDefaultSeconds = 150;
// As in a game, later moves get less time.
constexpr double kEarlyMoves = 15;

struct SpeedtestSettings {
    std::int64_t threads = 1;
    std::int64_t hash = 128;
    std::int64_t seconds = kDefaultSeconds;
};

Result<SpeedtestSettings> parse_speedtest(const Words& words) {
    SpeedtestSettings s;
    s.threads = available_cores();
    const auto read = [&](std::size_t i, std::int64_t& value, std::int64_t max) {
        if (i >= words.size()) return true;
        const auto n = parse_number<std::int64_t>(words[i], 1, max);
        if (n) value = *n;
        return n.has_value();
    };
    if (!read(0, s.threads, 1024)) return Error{"speedtest: threads: expected a number from 1 to 1024"};
    s.hash = kHashPerThread * s.threads;
    if (!read(1, s.hash, 33'554'432)) return Error{"speedtest: hash: expected a number from 1 to 33554432"};
    if (!read(2, s.seconds, 86'400)) return Error{"speedtest: seconds: expected a number from 1 to 86400"};
    if (words.size() > 3) return Error{"speedtest: too many words"};
    return s;
}

struct GamePosition {
    Position position;
    bool starts_game;
    double weight;  // of the time
};

// One side's moves of each game.
std::vector<GamePosition> game_positions() {
    std::vector<GamePosition> positions;
    for (std::string_view moves : kSpeedtestGames) {
        Position pos = start_position();
        bool first = true;
        for (int ply = 0; !moves.empty(); ++ply) {
            if (ply % 2 == 0) {
                positions.push_back({pos, first, 1 / (ply / 2 + kEarlyMoves)});
                first = false;
            }
            const std::size_t end = moves.find(' ');
            const auto move = parse_uci_move(pos, moves.substr(0, end));
            if (!move) break;
            pos.make(*move);
            moves = end == std::string_view::npos ? std::string_view() : moves.substr(end + 1);
        }
    }
    return positions;
}

struct Totals {
    std::uint64_t nodes = 0;
    Milliseconds time = 0;
    int searches = 0;
    int hashfull_sum = 0;
    int hashfull_max = 0;
};

Totals run_speedtest(Engine& engine, Milliseconds total_time) {
    const std::vector<GamePosition> positions = game_positions();
    double weights = 0;
    for (const GamePosition& p : positions) weights += p.weight;
    Totals totals;
    ProgressBar bar;
    for (const GamePosition& p : positions) {
        if (p.starts_game) engine.new_game();
        Limits limits;
        limits.move_time = std::max<Milliseconds>(
            1, static_cast<Milliseconds>(static_cast<double>(total_time) * p.weight / weights));
        engine.set_position(p.position);
        const Stopwatch watch;
        engine.go(limits);
        engine.wait();
        totals.time += watch.elapsed();
        totals.nodes += engine.last_search().total_nodes();
        const int hashfull = engine.table().hashfull();
        totals.hashfull_sum += hashfull;
        totals.hashfull_max = std::max(totals.hashfull_max, hashfull);
        ++totals.searches;
        bar.show(static_cast<double>(totals.searches) / static_cast<double>(positions.size()),
                 "position " + std::to_string(totals.searches) + "/" + std::to_string(positions.size()));
    }
    return totals;
}

}  // namespace

Result<std::string> speedtest(Engine& engine, const Words& words) {
    const auto settings = parse_speedtest(words);
    if (!settings) return Error{settings.error()};
    EngineKeeper keeper(engine);
    keeper.silence();
    engine.settings().move_overhead = 0;
    const std::size_t hash = engine.resize_hash(static_cast<std::size_t>(settings->hash));
    const int threads = engine.set_threads(static_cast<int>(settings->threads));
    const bool large_pages = engine.table().uses_huge_pages();
    const Totals totals = run_speedtest(engine, settings->seconds * 1000);

    const double seconds = std::max(static_cast<double>(totals.time) / 1000, 0.001);
    const std::string text = format(
        "\nThreads                    : %d%s"
        "\nHash                       : %zu MiB"
        "\nLarge pages                : %s"
        "\nHash used, max / average   : %d / %d per mille"
        "\nTotal search time          : %.2f s"
        "\nTotal nodes searched       : %llu"
        "\nNodes/second               : %.0f",
        threads, engine.threads_are_bound() ? ", bound to memory nodes" : "", hash,
        large_pages ? "yes" : "no", totals.hashfull_max, totals.hashfull_sum / std::max(totals.searches, 1),
        seconds, static_cast<unsigned long long>(totals.nodes), static_cast<double>(totals.nodes) / seconds);
    return "===========================\n" + compiler_text() +
           "\nEvaluation                 : " + (engine.network() ? engine.network_name() : "plain") + text;
}

}  // namespace stillpoint
