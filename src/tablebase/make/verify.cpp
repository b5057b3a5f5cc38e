#include "tablebase/make/verify.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "tablebase/fathom.h"
#include "tablebase/make/checksum.h"
#include "tablebase/make/ending.h"
#include "tablebase/make/facts.h"
#include "util/input_file.h"
#include "util/rng.h"

namespace stillpoint::tablebase {

namespace {

std::vector<std::uint8_t> read_all(const std::filesystem::path& file) {
    auto in = open_input(file.string());
    if (!in) return {};
    return {std::istreambuf_iterator<char>(*in), {}};
}

// The last bytes of a file that is known to have them.
TableChecksum stored_checksum(const std::filesystem::path& file) {
    TableChecksum sum{};
    std::ifstream in(file, std::ios::binary);
    in.seekg(-static_cast<std::streamoff>(sum.size()), std::ios::end);
    in.read(reinterpret_cast<char*>(sum.data()), static_cast<std::streamsize>(sum.size()));
    return sum;
}

int sign(int n) { return (n > 0) - (n < 0); }

// What is wrong with the tables' answers to this position; empty: nothing. The fifty-move rule is left out of
// the results: a win on its edge looks different after the first move.
std::string find_contradiction(const Position& pos) {
    const auto wdl = fathom::wdl(pos);
    if (!wdl) return "cannot be probed";
    MoveList moves;
    generate<GenKind::Legal>(pos, moves);
    if (moves.empty()) {
        const Wdl truth = pos.in_check() ? Wdl::Loss : Wdl::Draw;
        return *wdl == truth ? "" : "the game is over, but not for the table";
    }
    int best = -1;
    for (Move m : moves) {
        Position after = pos;
        after.make(m);
        const auto reply = fathom::wdl(after);
        if (!reply) return "cannot be probed after a move";
        best = std::max(best, -sign(static_cast<int>(*reply)));
    }
    if (sign(static_cast<int>(*wdl)) != best) return "the result does not follow from the moves";

    const auto root = fathom::root(pos);
    if (!root) return "has no distance";
    if (sign(root->dtz) != best) return "distance and result differ";
    int distance = 0;
    for (const auto& [move, dtz] : root->moves) {
        if (sign(dtz) != best) continue;
        const int n = std::abs(dtz);
        distance = distance == 0 ? n : best > 0 ? std::min(distance, n) : std::max(distance, n);
    }
    // Whole moves are stored, so both numbers may be one too low.
    if (best != 0 && std::abs(distance - std::abs(root->dtz)) > 1)
        return "the distance does not follow from the moves";
    return {};
}

// Asks for the distances of an ending. What Fathom says at the root also tells the distance after each quiet
// move, so all of an ending take far fewer questions than it has positions. For a few of them that is not
// worth the memory.
class Distances {
public:
    Distances(const Ending& ending, bool all)
        : ending_(ending), known_(all ? 2 * ending.positions() : 0, TableAnswer::kNotAsked) {}

    // The position must have a legal move.
    std::int16_t of(const Position& pos, std::uint64_t index) {
        const bool all = !known_.empty();
        if (all && at(index, pos.side_to_move()) != TableAnswer::kNotAsked)
            return at(index, pos.side_to_move());
        const auto root = fathom::root(pos);
        if (!root) return TableAnswer::kNoDistance;
        if (all) note_quiet_moves(pos, index, root->moves);
        return static_cast<std::int16_t>(root->dtz);
    }

private:
    std::int16_t& at(std::uint64_t index, Color to_move) {
        return known_[2 * index + (to_move == Color::Black)];
    }

    void note_quiet_moves(const Position& pos, std::uint64_t index,
                          const std::vector<fathom::MoveDtz>& moves) {
        Squares before{};
        ending_.squares_of(index, before);
        for (const auto& [move, dtz] : moves) {
            if (!pos.is_empty(move.to()) || type_of(pos.piece_on(move.from())) == PieceType::Pawn) continue;
            Squares after = before;
            const auto man =
                std::find(after.begin(), after.begin() + ending_.count(), stillpoint::index(move.from()));
            *man = static_cast<std::uint8_t>(stillpoint::index(move.to()));
            at(ending_.index_of(after), ~pos.side_to_move()) = static_cast<std::int16_t>(sign(dtz) - dtz);
        }
    }

    const Ending& ending_;
    std::vector<std::int16_t> known_;  // by number, White to move first
};

}  // namespace

std::string check_file(const std::filesystem::path& file, const Material& material, TableKind kind) {
    if (const auto fault = find_fault(file, material, kind); !fault.empty()) return std::string(fault);
    if (!has_known_checksum(file)) return {};
    std::vector<std::uint8_t> bytes = read_all(file);
    const TableChecksum stored = stored_checksum(file);
    if (bytes.size() < stored.size()) return "can't be read";
    bytes.resize(bytes.size() - stored.size());
    return table_checksum(bytes) == stored ? "" : "is damaged: its checksum is wrong";
}

bool has_known_checksum(const std::filesystem::path& file) { return has_our_mark(stored_checksum(file)); }

Consistency check_consistency(const Material& material, std::uint64_t samples,
                              const std::function<bool(double)>& progress) {
    const Ending ending(material);
    Consistency found;
    const auto look = [&](std::uint64_t index, Color to_move) {
        const auto pos = position_of(ending, index, to_move);
        if (!pos) return;
        ++found.positions;
        const std::string fault = find_contradiction(*pos);
        if (fault.empty()) return;
        if (found.wrong++ == 0) found.example = to_fen(*pos) + ": " + fault;
    };
    constexpr std::uint64_t kReportEvery = 256;
    if (samples == 0) {
        for (std::uint64_t i = 0; i < ending.positions(); ++i) {
            for (Color c : {Color::White, Color::Black}) look(i, c);
            if (i % kReportEvery == 0 &&
                !progress(static_cast<double>(i) / static_cast<double>(ending.positions())))
                break;
        }
        return found;
    }
    Rng rng(1);
    for (std::uint64_t tries = 0; found.positions < samples && tries < 100 * samples; ++tries) {
        const std::uint64_t index = rng.next() % ending.positions();
        look(index, static_cast<Color>(tries % 2));
        if (tries % kReportEvery == 0 &&
            !progress(static_cast<double>(found.positions) / static_cast<double>(samples)))
            break;
    }
    return found;
}

bool agree(const TableAnswer& a, const TableAnswer& b) {
    return a.is_whole() && b.is_whole() && a.index == b.index && a.to_move == b.to_move && a.wdl == b.wdl &&
           sign(a.distance) == sign(b.distance) && std::abs(a.distance - b.distance) <= 1;
}

std::vector<TableAnswer> read_answers(const Material& material, std::uint64_t every,
                                      std::uint64_t distance_every,
                                      const std::function<bool(double)>& progress) {
    const Ending ending(material);
    Distances distances(ending, every == 1 && distance_every == 1);
    constexpr std::uint64_t kReportEvery = 4096;
    std::vector<TableAnswer> answers;
    std::uint64_t numbers = 0;
    const std::uint64_t in_all = 2 * (ending.positions() / every + 1);
    // Black, the weaker side, has fewer moves: its positions are answered cheaply, and with them most of
    // White's.
    for (Color c : {Color::Black, Color::White})
        for (std::uint64_t i = 0; i < ending.positions(); i += every) {
            if (numbers++ % kReportEvery == 0 &&
                !progress(static_cast<double>(numbers) / static_cast<double>(in_all)))
                return answers;
            const auto pos = position_of(ending, i, c);
            if (!pos) continue;
            TableAnswer answer{.index = static_cast<std::uint32_t>(i), .to_move = c};
            if (const auto wdl = fathom::wdl(*pos)) answer.wdl = static_cast<std::int8_t>(*wdl);
            // Without a legal move there is no distance to ask for.
            if (answers.size() % distance_every == 0 && pos->has_legal_move())
                answer.distance = distances.of(*pos, i);
            answers.push_back(answer);
        }
    return answers;
}

}  // namespace stillpoint::tablebase
