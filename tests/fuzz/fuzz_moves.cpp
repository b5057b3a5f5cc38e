#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/invariants.h"

namespace {

using namespace stillpoint;

// UCI first: "b1c3" means the same in both notations wherever SAN reads it at all.
Move read_move(const Position& pos, const std::string& text) {
    const Result<Move> uci = parse_uci_move(pos, text);
    if (uci) return *uci;
    fuzz::require_good_error(uci.error());
    const Result<Move> san = parse_san(pos, text);
    if (san) return *san;
    fuzz::require_good_error(san.error());
    return Move::none();
}

}  // namespace

// First line a FEN (or nothing: the start position), then moves in UCI or SAN; "--" is a null move and
// "<" takes the last move back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const std::size_t end = text.find('\n');
    const std::string fen = text.substr(0, end);
    Result<Position> start = parse_fen(fen.empty() ? kStartFen : fen);
    if (!start || end == std::string::npos) return 0;

    Position pos = *start;
    std::vector<Move> played;
    const auto take_back = [&] {
        if (played.back() == Move::null())
            pos.undo_null();
        else
            pos.undo();
        played.pop_back();
    };
    for (std::size_t i = end; i < text.size() && played.size() < 500;) {
        const std::size_t first = text.find_first_not_of(" \n", i);
        if (first == std::string::npos) break;
        i = std::min(text.find_first_of(" \n", first), text.size());
        const std::string word = text.substr(first, i - first);

        if (word == "<") {
            if (!played.empty()) take_back();
        } else if (word == "--") {
            if (pos.in_check()) continue;
            pos.make_null();
            played.push_back(Move::null());
        } else if (const Move m = read_move(pos, word)) {
            fuzz::require(pos.is_legal(m), "parsed moves are legal", word);
            pos.make(m);
            played.push_back(m);
        } else {
            continue;
        }
        fuzz::require_sound(pos);
        bool repeats = false;
        MoveList moves;
        generate<GenKind::Legal>(pos, moves);
        for (Move next : moves) {
            pos.make(next);
            repeats |= pos.is_draw_by_repetition(5);
            pos.undo();
        }
        fuzz::require(pos.has_upcoming_repetition(4) == repeats, "upcoming repetitions are foreseen", text);
    }
    fuzz::require_sound_moves(pos);
    while (!played.empty()) take_back();
    fuzz::require(pos == *start, "taking everything back restores the start", text);
    return 0;
}
