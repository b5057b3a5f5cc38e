#include "selfplay/datagen.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "nnue/network_choice.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "util/append_file.h"
#include "util/interrupt.h"
#include "util/progress.h"
#include "util/thread_group.h"

namespace stillpoint {

namespace {

// As far as a game file's header can say them.
const CLI::Range kNodesRange(std::int64_t{1}, std::int64_t{4'294'967'295});
const CLI::Range kScoreRange(1, 65535);

constexpr auto kLookForProgress = std::chrono::milliseconds(200);

Result<std::uint64_t> add_line(const std::string& path, const std::string& line) {
    auto file = AppendFile::open(path);
    if (!file) return Error{file.error()};
    return file->append(line + '\n');
}

}  // namespace

int datagen_main(const Arguments& arguments) {
    DatagenSettings s;
    std::string net;
    CLI::App app{"Plays games against itself and writes them as training data."};
    app.add_option("--out", s.folder, "folder for the game files")->required()->type_name(kFolder);
    app.add_option("--net", net, "network file, or 'plain'; default: the embedded network")->type_name(kFile);
    app.add_option("--threads", s.threads, "games at once")->check(kThreadRange);
    app.add_option("--games", s.games, "stop after this many games")->check(kCountRange);
    app.add_option("--minutes", s.minutes, "stop after this long")->check(CLI::Range(0.0, 1e7));
    app.add_option("--nodes", s.soft_nodes, "soft node limit a move")->check(kNodesRange);
    app.add_option("--max-nodes", s.hard_nodes, "hard node limit a move")->check(kNodesRange);
    app.add_option("--random-plies", s.random_plies,
                   "random moves before each game (one more in half of them)")
        ->check(kRandomPliesRange);
    app.add_option("--fischer", s.fischer_percent, "per cent of games from double Fischer random starts")
        ->check(kPercentRange);
    app.add_option("--max-opening-score", s.max_opening_score, "openings judged worse are not played")
        ->check(kScoreRange);
    app.add_option("--win-score", s.win_score, "games are won where both sides see this for a while")
        ->check(kScoreRange);
    app.add_option("--play-on", s.play_on_percent, "per cent of games that are never adjudicated")
        ->check(kPercentRange);
    app.add_option("--tree", s.tree_percent,
                   "per cent of moves after which a position from the search tree is scored as well")
        ->check(kPercentRange);
    app.add_option("--hash", s.hash, "MiB of table for each thread")->check(kHashRange);
    app.add_option("--seed", s.seed, "default: from the clock")->check(CLI::NonNegativeNumber);
    if (const auto code = parse_command_line(app, arguments)) return *code;
    if (s.seed == 0)
        s.seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());

    if (const auto fits = check_memory(s.hash, s.threads); !fits) return refuse("datagen", fits.error());
    const auto network = choose_network(net);
    if (!network) return refuse("datagen", network.error());
    std::error_code ignored;
    std::filesystem::create_directories(s.folder, ignored);
    if (const auto noted =
            add_line(s.folder + "/manifest.txt", manifest_line(s, network->get(), STILLPOINT_VERSION));
        !noted)
        return refuse("datagen", noted.error());

    catch_interrupts();
    Datagen datagen(s, network->get());
    ThreadGroup threads(s.threads, [&](int thread) { datagen.run(thread); });
    {
        ProgressBar bar;
        while (threads.is_running()) {
            std::this_thread::sleep_for(kLookForProgress);
            bar.show(datagen.part_done(), datagen.progress());
        }
    }
    threads.join();
    std::fprintf(stderr, "%s\n", datagen.progress().c_str());
    return datagen.failure().empty() ? kDone : fail("datagen", datagen.failure());
}

}  // namespace stillpoint
