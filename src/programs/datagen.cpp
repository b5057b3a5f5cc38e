#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include <CLI/CLI.hpp>

#include "gamedata/writer.h"
#include "nnue/network_choice.h"
#include "nnue/network_file.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "search/clock.h"
#include "selfplay/game_file.h"
#include "selfplay/tree_position.h"

namespace stillpoint {

namespace {

// The look at an opening, in searches of a move.
constexpr std::uint64_t kOpeningCheck = 5;

struct DatagenSettings {
    std::string folder;
    std::string net;  // empty: embedded or plain; "plain"
    int threads = 2;
    std::uint64_t games = 0;  // 0: until stopped
    double minutes = 0;       // 0: until stopped
    std::uint64_t soft_nodes = 800;
    std::uint64_t hard_nodes = 6400;
    int random_plies = 8;
    int fischer_percent = 10;
    int max_opening_score = 600;
    int win_score = Adjudication{}.win_score;
    int play_on_percent = 10;
    int tree_percent = 0;
    std::uint64_t seed = 0;
    std::size_t hash = 4;
};

volatile std::sig_atomic_t g_interrupted = 0;
void on_signal(int) { g_interrupted = 1; }

struct Progress {
    std::atomic<std::uint64_t> games{0}, plies{0}, white{0}, black{0}, nodes{0};
    std::atomic<bool> failed{false};
};

class Generator {
public:
    Generator(const DatagenSettings& settings, const nnue::Network* network, Progress& progress)
        : settings_(settings), network_(network), progress_(progress) {}

    void run(int thread) {
        // Every thread and run has a stream of random numbers of its own.
        Rng seeds(settings_.seed);
        std::uint64_t seed = seeds.next();
        for (int i = 0; i < thread; ++i) seed = seeds.next();
        Rng rng(seed);
        char name[80];
        std::snprintf(name, sizeof name, "/games-%016llx.spg", static_cast<unsigned long long>(seed));
        const PlayerConfig config{.tuning = {},
                                  .network = network_,
                                  .soft_nodes = settings_.soft_nodes,
                                  .hard_nodes = settings_.hard_nodes,
                                  .hash_mebibytes = settings_.hash};
        auto writer = spg::GameWriter::open(
            settings_.folder + name,
            game_file_header(config, rules(false), seed, settings_.fischer_percent > 0));
        if (!writer) return fail(writer.error());
        // A file that is continued must not get the same games again.
        if (writer->games() > 0) rng = Rng(seed + writer->games());

        Player player(config);
        while (!is_finished()) {
            const Opening opening = random_opening(
                rng, settings_.random_plies + static_cast<int>(rng.below(2)), settings_.fischer_percent);
            // A start that is decided already teaches nothing. A few moves' worth of nodes tell.
            Limits check;
            check.nodes = kOpeningCheck * settings_.soft_nodes;
            if (std::abs(player.think(opening.position, check).score) > settings_.max_opening_score) continue;
            // Some games go on to the end: nets must see how won games are won.
            const bool play_on = static_cast<int>(rng.below(100)) < settings_.play_on_percent;
            std::vector<spg::Game> from_tree;
            const auto look_into_tree = [&](Player& thinker, const Position& pos) {
                if (static_cast<int>(rng.below(100)) >= settings_.tree_percent) return;
                if (auto scored = score_in_tree(thinker, pos, opening.chess960, rng))
                    from_tree.push_back(std::move(*scored));
            };
            const PlayedGame played =
                play_game(player, player, opening.position, rules(play_on), look_into_tree);
            if (auto written = write(*writer, opening, played); !written) return fail(written.error());
            for (const spg::Game& scored : from_tree)
                if (auto added = writer->add(scored); !added) return fail(added.error());
        }
        if (auto flushed = writer->flush(); !flushed) fail(flushed.error());
    }

private:
    bool is_finished() const {
        return g_interrupted || progress_.failed ||
               (settings_.games > 0 && progress_.games >= settings_.games) ||
               (settings_.minutes > 0 && static_cast<double>(watch_.elapsed()) > settings_.minutes * 60000);
    }

    void fail(const std::string& message) {
        if (!progress_.failed.exchange(true)) std::fprintf(stderr, "\ndatagen: %s\n", message.c_str());
    }

    // Without a network a score near zero says little: such games are drawn by rule only.
    Adjudication rules(bool play_on) const {
        Adjudication r{.win_score = settings_.win_score};
        if (!network_) r.draw_plies = 0;
        if (play_on) r.win_plies = r.draw_plies = 0;
        return r;
    }

    // A position from inside the tree with a score of its own: what the search meets is often not what games
    // show.
    std::optional<spg::Game> score_in_tree(Player& player, const Position& root, bool chess960, Rng& rng) {
        const auto pos = random_tree_position(player, root, rng);
        if (!pos) return std::nullopt;
        spg::Game scored;
        scored.chess960 = chess960;
        scored.result = spg::GameResult::Unknown;
        if (!spg::set_start(scored, *pos)) return std::nullopt;
        const Player::Thought thought = player.think(*pos);
        scored.moves.push_back(scored_move(thought, pos->side_to_move()));
        progress_.nodes += thought.nodes;
        ++progress_.plies;
        return scored;
    }

    Result<bool> write(spg::GameWriter& writer, const Opening& opening, const PlayedGame& played) {
        auto game = to_record(opening, played);
        if (!game) return Error{game.error()};
        if (auto added = writer.add(*game); !added) return Error{added.error()};
        ++progress_.games;
        progress_.plies += played.moves.size();
        progress_.nodes += played.nodes;
        progress_.white += played.result == spg::GameResult::WhiteWins;
        progress_.black += played.result == spg::GameResult::BlackWins;
        return true;
    }

    const DatagenSettings& settings_;
    const nnue::Network* network_;
    Progress& progress_;
    Stopwatch watch_;
};

void show(const Progress& p, const DatagenSettings& settings, const Stopwatch& watch, const char* end) {
    const double seconds = std::max<double>(static_cast<double>(watch.elapsed()), 1) / 1000;
    const double games = static_cast<double>(p.games), plies = static_cast<double>(p.plies);
    const double white = static_cast<double>(p.white), black = static_cast<double>(p.black);
    const double n = std::max(games, 1.0);
    std::string eta;
    double left = -1;
    if (settings.games > 0) left = (static_cast<double>(settings.games) - games) * seconds / n;
    if (settings.minutes > 0) left = settings.minutes * 60 - seconds;
    if (left >= 0) eta = "  ETA " + std::to_string(static_cast<long>(left)) + " s";
    std::fprintf(stderr, "games %.0f  positions %.0f  %.0f pos/s  %.2f Mnps  +%.1f%% =%.1f%% -%.1f%%%s%s",
                 games, plies, plies / seconds, static_cast<double>(p.nodes) / seconds / 1e6, 100 * white / n,
                 100 * (n - white - black) / n, 100 * black / n, eta.c_str(), end);
}

}  // namespace

int datagen_main(const Arguments& arguments) {
    DatagenSettings s;
    CLI::App app{"Plays games against itself and writes them as training data."};
    app.add_option("--out", s.folder, "folder for the game files")->required();
    app.add_option("--net", s.net, "network file, or 'plain'; default: the embedded network");
    app.add_option("--threads", s.threads, "games at once")->check(CLI::Range(1, 1024));
    app.add_option("--games", s.games, "stop after so many games");
    app.add_option("--minutes", s.minutes, "stop after so long");
    app.add_option("--nodes", s.soft_nodes, "soft node limit a move");
    app.add_option("--max-nodes", s.hard_nodes, "hard node limit a move");
    app.add_option("--random-plies", s.random_plies,
                   "random moves before each game (one more in half of them)");
    app.add_option("--fischer", s.fischer_percent, "per cent of games from double Fischer random starts");
    app.add_option("--max-opening-score", s.max_opening_score, "openings judged worse are not played");
    app.add_option("--win-score", s.win_score, "games are won where both sides see this for a while");
    app.add_option("--play-on", s.play_on_percent, "per cent of games never adjudicated");
    app.add_option("--tree", s.tree_percent,
                   "per cent of moves after which a position from the search tree is scored as well")
        ->check(CLI::Range(0, 100));
    app.add_option("--hash", s.hash, "MiB of table for each thread");
    app.add_option("--seed", s.seed, "default: from the clock");
    if (const auto code = parse_command_line(app, arguments)) return *code;
    if (s.seed == 0)
        s.seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());

    std::unique_ptr<nnue::Network> loaded;
    const nnue::Network* network = s.net.empty() ? nnue::embedded_network() : nullptr;
    if (!s.net.empty() && s.net != "plain") {
        auto result = nnue::load_network_file(s.net);
        if (!result) {
            std::fprintf(stderr, "datagen: %s\n", result.error().c_str());
            return 1;
        }
        loaded = std::move(*result);
        network = loaded.get();
    }
    std::error_code ignored;
    std::filesystem::create_directories(s.folder, ignored);
    {
        std::ofstream manifest(s.folder + "/manifest.txt", std::ios::app);
        manifest << "seed " << s.seed << " threads " << s.threads << " soft " << s.soft_nodes << " hard "
                 << s.hard_nodes << " fischer " << s.fischer_percent << " random " << s.random_plies
                 << " opening " << s.max_opening_score << " win " << s.win_score << " tree " << s.tree_percent
                 << " net "
                 << (network ? network->name + " crc " + std::to_string(network->checksum) : "plain")
                 << " version " << STILLPOINT_VERSION << '\n';
        if (!manifest.flush()) {
            std::fprintf(stderr, "datagen: can't write to '%s'\n", s.folder.c_str());
            return 1;
        }
    }

    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    Progress progress;
    const Stopwatch watch;
    Generator generator(s, network, progress);
    std::atomic<int> running{s.threads};
    std::vector<std::thread> threads;
    for (int t = 0; t < s.threads; ++t)
        threads.emplace_back([&, t] {
            generator.run(t);
            --running;
        });
    const bool terminal = isatty(STDERR_FILENO) != 0;
    int ticks = 0;
    while (running > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        ++ticks;
        if (terminal && ticks % 5 == 0) show(progress, s, watch, "   \r");
        if (!terminal && ticks % 300 == 0) show(progress, s, watch, "\n");
    }
    for (std::thread& t : threads) t.join();
    show(progress, s, watch, "\n");
    return progress.failed ? 1 : 0;
}

}  // namespace stillpoint
