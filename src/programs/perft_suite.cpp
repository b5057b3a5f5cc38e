#include <charconv>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "chess/fen.h"
#include "chess/perft.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "search/clock.h"
#include "util/input_file.h"
#include "util/lines.h"
#include "util/progress.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr int kMaxDepth = 30;

struct PerftCount {
    std::uint64_t checked = 0;
    std::uint64_t wrong = 0;
    std::uint64_t nodes = 0;
};

struct PerftSettings {
    std::vector<std::string> files;
    std::uint64_t max_nodes = ~std::uint64_t{0};
    int threads = 1;
};

// One ";D5 4865609" of a line.
void check_depth(const Position& pos, const std::string& field, const PerftSettings& settings,
                 PerftCount& count, const std::string& where) {
    int depth = 0;
    unsigned long long expected = 0;
    if (std::sscanf(field.c_str(), " D%d %llu", &depth, &expected) != 2 || expected > settings.max_nodes)
        return;
    if (depth < 0 || depth > kMaxDepth) {
        ++count.wrong;
        std::printf("%s: nobody counts to depth %d\n", where.c_str(), depth);
        return;
    }
    std::uint64_t nodes = 0;
    for (const PerftMove& m : split_perft(pos, depth, settings.threads)) nodes += m.nodes;
    ++count.checked;
    count.nodes += nodes;
    if (nodes == expected) return;
    ++count.wrong;
    std::printf("%s: depth %d: expected %llu, counted %llu\n", where.c_str(), depth, expected,
                static_cast<unsigned long long>(nodes));
}

void check_file(std::istream& file, const std::string& path, const PerftSettings& settings, PerftCount& count,
                ProgressBar& bar) {
    int number = 0;
    for (std::string line; next_line(file, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const std::string where = path + ":" + std::to_string(number);
        std::size_t at = line.find(';');
        const auto pos = parse_fen(line.substr(0, at));
        if (!pos) {
            std::printf("%s: %s\n", where.c_str(), pos.error().c_str());
            ++count.wrong;
            continue;
        }
        while (at != std::string::npos) {
            bar.show(std::nullopt, format("%s, %llu counts, %.0f million nodes", where.c_str(),
                                          static_cast<unsigned long long>(count.checked),
                                          static_cast<double>(count.nodes) / 1e6));
            const std::size_t next = line.find(';', at + 1);
            check_depth(*pos, line.substr(at + 1, next - at - 1), settings, count, where);
            at = next;
        }
    }
    if (const char* const why = why_cut_short(file)) {
        std::printf("%s:%d: %s\n", path.c_str(), number + 1, why);
        ++count.wrong;
    }
}

}  // namespace

int perft_suite_main(const Arguments& arguments) {
    PerftSettings s;
    CLI::App app{"Checks move counts of EPD files (FEN ;D1 n ;D2 n ...)."};
    app.add_option(kFile, s.files, "EPD files")->required();
    app.add_option("--max-nodes", s.max_nodes, "leave out larger counts")->check(CLI::NonNegativeNumber);
    app.add_option("--threads", s.threads, "threads")->check(kThreadRange)->capture_default_str();
    if (const auto code = parse_command_line(app, arguments)) return *code;
    std::uint64_t checked = 0, wrong = 0;
    for (const std::string& path : s.files) {
        PerftCount count;
        const Stopwatch watch;
        auto file = open_input(path);
        if (!file) return refuse("perft-suite", file.error());
        {
            ProgressBar bar;
            check_file(*file, path, s, count, bar);
        }
        const double seconds = std::max<double>(static_cast<double>(watch.elapsed()), 1) / 1000;
        std::printf("%s: %llu counts, %llu wrong, %.0f million nodes, %.1f s\n", path.c_str(),
                    static_cast<unsigned long long>(count.checked),
                    static_cast<unsigned long long>(count.wrong), static_cast<double>(count.nodes) / 1e6,
                    seconds);
        std::fflush(stdout);
        checked += count.checked;
        wrong += count.wrong;
    }
    if (checked == 0) return fail("perft-suite", "no counts to check");
    return wrong == 0 ? kDone : kFailed;
}

}  // namespace stillpoint
