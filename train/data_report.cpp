#include "train/data_report.h"

#include <cstdio>

namespace stillpoint::train {

std::string to_string(const Dataset& data) {
    std::string out;
    const auto line = [&](const char* name, std::uint64_t number, std::uint64_t whole = 0) {
        char text[100];
        std::snprintf(text, sizeof text, "%-24s%12llu", name, static_cast<unsigned long long>(number));
        out += text;
        if (whole > 0) {
            std::snprintf(text, sizeof text, "  %5.1f %%",
                          100.0 * static_cast<double>(number) / static_cast<double>(whole));
            out += text;
        }
        out += '\n';
    };
    const spg::FilterCounts& c = data.counts;
    const std::uint64_t scored = c.scored();
    line("files", data.files);
    line("games", data.games);
    line("duplicate games", data.duplicate_games);
    line("corrupt games", data.corrupt_games);
    line("scored positions", scored);
    line("- too early", c.early, scored);
    line("- in check", c.check, scored);
    line("- best move noisy", c.noisy, scored);
    line("- score too large", c.score, scored);
    line("- too few pieces", c.few_pieces, scored);
    line("- kept", c.kept, scored);
    line("training positions", data.training.size());
    line("validation positions", data.validation.size());
    for (std::size_t i = 0; i < data.generations.size(); ++i) {
        const Generation& g = data.generations[i];
        char text[200];
        std::snprintf(
            text, sizeof text,
            "generation %zu: net %08x, %u nodes, %llu files, %llu games, %llu positions, K = %.1f%s\n", i,
            g.net_crc32c, g.soft_nodes, static_cast<unsigned long long>(g.files),
            static_cast<unsigned long long>(g.games), static_cast<unsigned long long>(g.positions), g.scale,
            g.fitted ? "" : " (not fitted)");
        out += text;
    }
    const auto left_out = [](const char* what, bool skipped) {
        return std::string(", ") + what + (skipped ? " left out" : " kept");
    };
    const spg::Filters& f = data.filters;
    out += "read from ply " + std::to_string(f.min_ply) + " on, with " + std::to_string(f.min_pieces) +
           " pieces or more, scores to " + std::to_string(f.max_score) + left_out("checks", f.skip_check) +
           left_out("captures", f.skip_captures) + left_out("promotions", f.skip_promotions) + "\n";
    if (data.look_ahead > 0.0) {
        char share[60];
        std::snprintf(share, sizeof share, "look-ahead %g\n", data.look_ahead);
        out += share;
    }
    char text[60];
    std::snprintf(text, sizeof text, "fingerprint %016llx\n",
                  static_cast<unsigned long long>(data.fingerprint));
    out += text;
    if (data.full) out += "the limit of positions was reached; the games after it were left out\n";
    for (const std::string& problem : data.problems) out += "note: " + problem + "\n";
    return out;
}

}  // namespace stillpoint::train
