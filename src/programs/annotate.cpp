#include <cstdio>

#include "analysis/annotator.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "util/interrupt.h"
#include "util/machine.h"

namespace stillpoint {

namespace {

constexpr std::uint64_t kDefaultNodes = 200'000;

}  // namespace

int annotate_main(const Arguments& arguments) {
    CLI::App app{"Comments games: evaluations, mistakes, better lines and why."};
    AnnotateSettings settings;
    CommonOptions common;
    std::vector<double> thresholds;
    settings.jobs = available_cores();
    app.add_option("GAMES", settings.input, "a PGN file; - is standard input")->required();
    app.add_option("--output,-o", settings.output, "the commented games")->required()->type_name(kFile);
    app.add_option("--html", settings.report, "a report to look at or print")->type_name(kFile);
    app.add_option("--html-games", settings.report_games, "games in the report at most")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    common.add_to(app, "MiB for each game in progress", settings.hash);
    app.add_option("--jobs,-j", settings.jobs, "games at once, one thread each; default: as many as cores")
        ->check(kJobRange);
    app.add_option("--thresholds", thresholds,
                   "loss of winning chances, in per cent, for ?! ? and ??; default: 10 20 30")
        ->expected(3)
        ->check(CLI::Range(0.0, 100.0));
    app.add_flag("--strip", settings.strip, "drop existing comments, signs and variations");
    app.add_flag("--restart", settings.restart, "start over even if an earlier run could be continued");
    app.add_flag("--quiet,-q", settings.quiet, "no progress bar");
    app.footer(
        "Give the same command again to continue an interrupted run. What comes through a pipe can't be "
        "continued; an interruption keeps the games that are done.");
    if (const auto code = parse_command_line(app, arguments)) return *code;

    settings.limits.nodes = kDefaultNodes;
    const auto limits = common.limits(settings.limits);
    if (!limits) return refuse("annotate", limits.error());
    settings.limits = *limits;
    if (thresholds.size() == 3)
        settings.thresholds = {thresholds[0] / 100, thresholds[1] / 100, thresholds[2] / 100};
    settings.hash = common.hash;
    settings.syzygy = common.syzygy;
    if (const auto fits = check_memory(static_cast<std::uint64_t>(settings.hash), settings.jobs); !fits)
        return refuse("annotate", fits.error());
    const auto network = common.load_files();
    if (!network) return refuse("annotate", network.error());
    settings.network = network->get();
    settings.engine = std::string("Stillpoint ") + STILLPOINT_VERSION;

    catch_interrupts();
    AnnotateRun run(settings);
    if (const auto opened = run.open(); !opened) return refuse("annotate", opened.error());
    const auto finished = run.run();
    if (!finished) return fail("annotate", finished.error());
    if (*finished) return kDone;
    std::fprintf(stderr, "annotate: interrupted; %s\n",
                 run.can_be_continued() ? "give the same command again to continue"
                                        : "the games that were done are written");
    return kInterrupted;
}

}  // namespace stillpoint
