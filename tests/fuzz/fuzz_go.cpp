#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "search/clock.h"
#include "tests/fuzz/invariants.h"
#include "uci/parse.h"

namespace {

using namespace stillpoint;

void require_sound_limits(const GoCommand& go, const Position& pos, const std::string& text) {
    const Limits& l = go.limits;
    fuzz::require(go.perft >= 0, "perft counts from one", text);
    fuzz::require(!l.depth || *l.depth >= 1, "depths begin at one", text);
    fuzz::require(!l.nodes || *l.nodes >= 1, "at least one node", text);
    fuzz::require(!l.mate || *l.mate >= 1, "a mate in at least one", text);
    fuzz::require(!l.move_time || *l.move_time >= 1, "at least a millisecond", text);
    fuzz::require(l.moves_to_go >= 0, "no negative moves to go", text);
    for (Move m : l.search_moves) fuzz::require(pos.is_legal(m), "only legal moves are searched", text);
    for (Color c : {Color::White, Color::Black}) {
        fuzz::require(l.increment[c] >= 0, "no negative increment", text);
        if (!l.clock[c]) continue;
        for (Milliseconds overhead : {0, 10, 5000}) {
            const TimeBudget budget = allot_time({.remaining = *l.clock[c],
                                                  .increment = l.increment[c],
                                                  .moves_to_go = l.moves_to_go,
                                                  .overhead = overhead,
                                                  .game_ply = pos.game_ply()},
                                                 Tuning{});
            fuzz::require(1 <= budget.soft && budget.soft <= budget.hard, "time is allotted in order", text);
            fuzz::require(budget.hard <= std::max<Milliseconds>(*l.clock[c], 1), "never more than there is",
                          text);
        }
    }
}

}  // namespace

// First line a FEN (or nothing: the start position), then words of `go`.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    std::istringstream in(text);
    std::string fen;
    std::getline(in, fen);
    const Result<Position> pos = parse_fen(fen.empty() ? kStartFen : fen);
    if (!pos) return 0;
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    const GoCommand go = parse_go({words.begin(), words.end()}, *pos);
    for (const std::string& complaint : go.complaints)
        fuzz::require(!complaint.empty() && complaint.size() < 300, "complaints are short", complaint);
    require_sound_limits(go, *pos, text);
    return 0;
}
