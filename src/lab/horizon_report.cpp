#include "lab/horizon_report.h"

#include <algorithm>
#include <array>
#include <optional>

#include "chess/notation.h"
#include "lab/capture_tree.h"
#include "lab/horizon_search.h"
#include "lab/names.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

// What captures must change for a verdict to be another one.
constexpr Score kOtherVerdict = 50;

using Results = std::array<std::vector<HorizonResult>, kHorizons>;

const std::vector<HorizonResult>& of(const Results& results, Horizon horizon) {
    return results[static_cast<std::size_t>(horizon)];
}

std::string table(const Position& pos, const Results& results, int depth) {
    std::string text = "depth";
    for (std::size_t h = 0; h < kHorizons; ++h)
        text += format("  %-26s", std::string(name_of(static_cast<Horizon>(h))).c_str());
    text += "\n";
    for (int d = 1; d <= depth; ++d) {
        text += format("%5d", d);
        for (const auto& list : results) {
            const auto row = static_cast<std::size_t>(d) - 1;
            if (row >= list.size() || list[row].line.empty()) {
                text += format("  %-26s", "-");
                continue;
            }
            const HorizonResult& r = list[row];
            text += format("  %-7s %-8s %9llu", to_san(pos, r.line[0]).c_str(), in_pawns(r.score).c_str(),
                           static_cast<unsigned long long>(r.nodes));
        }
        text += "\n";
    }
    return text;
}

// A depth at which the plain search wants another move than the quiet one, and what lies behind its horizon.
struct Disagreement {
    const HorizonResult& plain;
    const HorizonResult& quiet;
    Position leaf;  // where the plain search stops
    CaptureNode captures;

    bool is_explained() const { return std::abs(captures.value - captures.stand_pat) >= kOtherVerdict; }
};

// The deepest one that captures explain, or else the deepest.
std::optional<Disagreement> choose_disagreement(const Position& pos, const Results& results,
                                                const nnue::Network* network) {
    const auto &plain = of(results, Horizon::Plain), &full = of(results, Horizon::Full);
    std::optional<Disagreement> chosen;
    for (std::size_t i = std::min(plain.size(), full.size()); i-- > 0;) {
        if (plain[i].line.empty() || full[i].line.empty() || plain[i].line[0] == full[i].line[0]) continue;
        Position leaf = pos;
        for (Move m : plain[i].line) leaf.make(m);
        Disagreement found{plain[i], full[i], leaf, capture_tree(leaf, network)};
        const bool explained = found.is_explained();
        if (explained || !chosen) chosen.emplace(std::move(found));
        if (explained) break;
    }
    return chosen;
}

std::string verdict(const Position& pos, const Disagreement& d) {
    const int view = d.leaf.side_to_move() == pos.side_to_move() ? 1 : -1;
    return "At depth " + std::to_string(d.plain.depth) + " the plain search plays " +
           to_san(pos, d.plain.line[0]) + " (" + in_pawns(d.plain.score) + "), the quiet one " +
           to_san(pos, d.quiet.line[0]) + " (" + in_pawns(d.quiet.score) +
           ").\nThe plain search stops after " +
           to_san_line(pos, d.plain.line.data(), d.plain.line.data() + d.plain.line.size()) + ":\n" +
           draw(d.captures, d.leaf, view);
}

}  // namespace

std::string horizon_report(const Position& pos, int depth, const nnue::Network* network) {
    Results results;
    for (std::size_t h = 0; h < kHorizons; ++h)
        results[h] = HorizonSearcher(static_cast<Horizon>(h), network).search(pos, depth);
    std::string text = table(pos, results, depth) + "\n";
    if (const auto disagreement = choose_disagreement(pos, results, network))
        text += verdict(pos, *disagreement);
    else
        text += "The plain and the quiet search choose the same moves at every depth.\n";
    return text + "All scores are those of the side to move in the position asked about.";
}

}  // namespace stillpoint::lab
