#include "lab/horizon_report.h"

#include <array>

#include "chess/notation.h"
#include "lab/capture_tree.h"
#include "lab/horizon_search.h"
#include "lab/names.h"

namespace stillpoint::lab {

namespace {

// Below this two scores mean the same.
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

// The deepest depth at which the plain search wants another move than the quiet one because it sees another
// score.
const HorizonResult* last_disagreement(const Results& results, const HorizonResult*& quiet) {
    const auto &plain = of(results, Horizon::Plain), &full = of(results, Horizon::Full);
    const HorizonResult* found = nullptr;
    for (std::size_t i = 0; i < plain.size() && i < full.size(); ++i)
        if (!plain[i].line.empty() && !full[i].line.empty() && plain[i].line[0] != full[i].line[0] &&
            std::abs(plain[i].score - full[i].score) >= kOtherVerdict) {
            found = &plain[i];
            quiet = &full[i];
        }
    return found;
}

std::string verdict(const Position& pos, const HorizonResult& plain, const HorizonResult& quiet,
                    const nnue::Network* network) {
    Position leaf = pos;
    for (Move m : plain.line) leaf.make(m);
    const int view = leaf.side_to_move() == pos.side_to_move() ? 1 : -1;
    const CaptureNode tree = capture_tree(leaf, network);
    std::string text = "At depth " + std::to_string(plain.depth) + " the plain search plays " +
                       to_san(pos, plain.line[0]) + " (" + in_pawns(plain.score) + "), the quiet one " +
                       to_san(pos, quiet.line[0]) + " (" + in_pawns(quiet.score) + ").\n" +
                       "The plain search stops after " +
                       to_san_line(pos, plain.line.data(), plain.line.data() + plain.line.size()) + ":\n";
    return text + draw(tree, leaf, view);
}

}  // namespace

std::string horizon_report(const Position& pos, int depth, const nnue::Network* network) {
    Results results;
    for (std::size_t h = 0; h < kHorizons; ++h)
        results[h] = HorizonSearcher(static_cast<Horizon>(h), network).search(pos, depth);
    std::string text = table(pos, results, depth) + "\n";
    const HorizonResult* quiet = nullptr;
    if (const HorizonResult* plain = last_disagreement(results, quiet))
        text += verdict(pos, *plain, *quiet, network);
    else
        text += "The plain and the quiet search agree at every depth, in the move or in its score.\n";
    return text + "All scores are those of the side to move in the position asked about.";
}

}  // namespace stillpoint::lab
