#include <cstdio>
#include <cstdlib>
#include <optional>

#include <unistd.h>

#include "cluster/join.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "programs/serve/ranks.h"
#include "util/lines.h"
#include "util/machine.h"

namespace stillpoint {

namespace {

constexpr std::uint64_t kDefaultNodes = 100'000;

}  // namespace

int serve_main(const Arguments& arguments) {
    CLI::App app{
        "Analyses positions for programs: one JSON object per line in, one per line out. "
        "docs/analysis.md describes them."};
    CommonOptions common;
    ServeSettings settings;
    settings.workers = available_cores();
    common.add_to(app, "MiB for all workers together", settings.hash);
    app.add_option("--workers,-j", settings.workers,
                   "positions at once, one thread each; default: as many as cores")
        ->check(kJobRange);
    app.add_option("--queue", settings.queue, "jobs that may wait before reading stops")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    app.add_flag("--fresh", settings.fresh,
                 "forget everything before each job: its result then depends on nothing else");
    app.add_option("--fresh-hash", settings.fresh_hash, "MiB for a fresh job, in a table of its own")
        ->check(kHashRange)
        ->capture_default_str();
    if (const auto code = parse_command_line(app, arguments)) return *code;

    settings.defaults.nodes = kDefaultNodes;
    const auto limits = common.limits(settings.defaults);
    if (!limits) return refuse("serve", limits.error());
    settings.defaults = *limits;
    settings.hash = common.hash;
    for (const auto& [hash, tables] :
         {std::pair{settings.hash, 1}, std::pair{settings.fresh_hash, settings.workers}})
        if (const auto fits = check_memory(static_cast<std::uint64_t>(hash), tables); !fits)
            return refuse("serve", fits.error());
    const auto network = common.load_files();
    if (!network) return refuse("serve", network.error());
    settings.network = network->get();

    // With others: rank 0 reads and writes, all search.
    std::unique_ptr<cluster::Postman> postman;
    if (const auto rank = cluster::launched_as()) {
        auto joined = cluster::join();
        if (!joined) {
            std::fprintf(stderr, "serve: rank %d %s: %s\n", *rank, *rank == 0 ? "works alone" : "ends",
                         joined.error().c_str());
            if (*rank > 0) return kFailed;
        } else {
            postman = std::move(*joined);
            if (postman->rank() > 0) return serve_rank0(settings, *postman);
        }
    }

    Server server(settings, [](const std::string& line) {
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fputc('\n', stdout);
        return std::fflush(stdout) == 0;
    });
    std::optional<RemoteWorkers> others;
    if (postman) others.emplace(*postman, server);
    LineReader input(STDIN_FILENO);
    bool heard = true;
    while (heard) {
        const auto line = input.next();
        if (!line) break;
        heard = server.handle(line->text, line->was_cut);
    }
    if (others) others->finish();
    server.finish();
    const int code = heard ? kDone : kFailed;
    // With somebody missing, MPI would wait for it for ever.
    if (others && !others->leave()) std::_Exit(code);
    return code;
}

}  // namespace stillpoint
