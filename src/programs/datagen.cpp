#include "selfplay/datagen.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "nnue/network_choice.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "util/interrupt.h"
#include "util/terminal.h"

namespace stillpoint {

int datagen_main(const Arguments& arguments) {
    DatagenSettings s;
    std::string net;
    CLI::App app{"Plays games against itself and writes them as training data."};
    app.add_option("--out", s.folder, "folder for the game files")->required();
    app.add_option("--net", net, "network file, or 'plain'; default: the embedded network");
    app.add_option("--threads", s.threads, "games at once")->check(CLI::Range(1, 1024));
    app.add_option("--games", s.games, "stop after this many games");
    app.add_option("--minutes", s.minutes, "stop after this long");
    app.add_option("--nodes", s.soft_nodes, "soft node limit a move");
    app.add_option("--max-nodes", s.hard_nodes, "hard node limit a move");
    app.add_option("--random-plies", s.random_plies,
                   "random moves before each game (one more in half of them)");
    app.add_option("--fischer", s.fischer_percent, "per cent of games from double Fischer random starts");
    app.add_option("--max-opening-score", s.max_opening_score, "openings judged worse are not played");
    app.add_option("--win-score", s.win_score, "games are won where both sides see this for a while");
    app.add_option("--play-on", s.play_on_percent, "per cent of games that are never adjudicated");
    app.add_option("--tree", s.tree_percent,
                   "per cent of moves after which a position from the search tree is scored as well")
        ->check(CLI::Range(0, 100));
    app.add_option("--hash", s.hash, "MiB of table for each thread");
    app.add_option("--seed", s.seed, "default: from the clock");
    if (const auto code = parse_command_line(app, arguments)) return *code;
    if (s.seed == 0)
        s.seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());

    const auto network = choose_network(net);
    if (!network) return fail("datagen", network.error());
    std::error_code ignored;
    std::filesystem::create_directories(s.folder, ignored);
    std::ofstream manifest(s.folder + "/manifest.txt", std::ios::app);
    manifest << manifest_line(s, network->get(), STILLPOINT_VERSION) << '\n';
    manifest.close();
    if (!manifest) return fail("datagen", "can't write to '" + s.folder + "'");

    catch_interrupts();
    Datagen datagen(s, network->get());
    std::atomic<int> running{s.threads};
    std::vector<std::thread> threads;
    for (int t = 0; t < s.threads; ++t)
        threads.emplace_back([&, t] {
            datagen.run(t);
            --running;
        });
    const auto show = [&](const char* end) { std::fprintf(stderr, "%s%s", datagen.progress().c_str(), end); };
    const bool terminal = is_terminal(stderr);
    for (int ticks = 1; running > 0; ++ticks) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        if (terminal && ticks % 5 == 0) show("   \r");
        if (!terminal && ticks % 300 == 0) show("\n");
    }
    for (std::thread& t : threads) t.join();
    show("\n");
    return datagen.failure().empty() ? 0 : fail("datagen", datagen.failure());
}

}  // namespace stillpoint
