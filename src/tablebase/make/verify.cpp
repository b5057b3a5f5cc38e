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

// Asks for all distances of an ending that are wanted. What Fathom says at the root also tells the distance
// after each quiet move. Where those are the stored ones, they cost it one look into the table each, and the
// root's own one for every move; the other way round, each of them costs as many looks as it has moves.
class Distances {
public:
    Distances(const Ending& ending, Color stored, const std::vector<TableAnswer>& answers)
        : ending_(ending), stored_(stored), known_(2 * ending.positions(), TableAnswer::kNotAsked) {
        for (const TableAnswer& answer : answers) at(answer.index, answer.to_move) = answer.distance;
    }

    // False if stopped.
    bool ask(const std::vector<TableAnswer>& answers, const std::function<bool(double)>& progress) {
        // Positions of the side that is not stored, then those of it that are drawn but can be lost, then
        // what no quiet move leads to.
        const auto is_wanted = [&](const TableAnswer& a) {
            return at(a.index, a.to_move) == TableAnswer::kNoDistance;
        };
        return go_through(answers, 0, progress,
                          [&](const TableAnswer& a) {
                              if (a.to_move != stored_ && is_wanted(a)) ask_root(a);
                          }) &&
               go_through(answers, 1, progress,
                          [&](const TableAnswer& a) {
                              if (a.to_move != stored_ && a.wdl == 0 && leads_to_wanted(a)) ask_root(a);
                          }) &&
               go_through(answers, 2, progress, [&](const TableAnswer& a) {
                   if (is_wanted(a)) ask_root(a);
               });
    }

    std::int16_t of(const TableAnswer& a) { return at(a.index, a.to_move); }

private:
    std::int16_t& at(std::uint64_t index, Color to_move) {
        return known_[2 * index + (to_move == Color::Black)];
    }

    template <class Work>
    static bool go_through(const std::vector<TableAnswer>& answers, int round,
                           const std::function<bool(double)>& progress, Work work) {
        constexpr std::size_t kReportEvery = 4096;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const double part = static_cast<double>(i) / static_cast<double>(answers.size());
            if (i % kReportEvery == 0 && !progress((round + part) / 3)) return false;
            work(answers[i]);
        }
        return true;
    }

    // The distance after a quiet move; nothing if the move is not quiet.
    std::int16_t* after(const Position& pos, const Squares& squares, Move move) {
        if (!pos.is_empty(move.to()) || type_of(pos.piece_on(move.from())) == PieceType::Pawn) return nullptr;
        Squares moved = squares;
        const auto man =
            std::find(moved.begin(), moved.begin() + ending_.count(), stillpoint::index(move.from()));
        *man = static_cast<std::uint8_t>(stillpoint::index(move.to()));
        return &at(ending_.index_of(moved), ~pos.side_to_move());
    }

    bool leads_to_wanted(const TableAnswer& a) {
        const auto pos = position_of(ending_, a.index, a.to_move);
        Squares squares{};
        ending_.squares_of(a.index, squares);
        MoveList moves;
        generate<GenKind::Legal>(*pos, moves);
        return std::any_of(moves.begin(), moves.end(), [&](Move m) {
            const std::int16_t* const next = after(*pos, squares, m);
            return next && *next == TableAnswer::kNoDistance;
        });
    }

    void ask_root(const TableAnswer& a) {
        const auto pos = position_of(ending_, a.index, a.to_move);
        const auto root = fathom::root(*pos);
        if (!root) return;
        Squares squares{};
        ending_.squares_of(a.index, squares);
        note(at(a.index, a.to_move), root->dtz);
        for (const auto& [move, dtz] : root->moves)
            if (std::int16_t* const next = after(*pos, squares, move)) note(*next, sign(dtz) - dtz);
    }

    static void note(std::int16_t& wanted, int dtz) {
        if (wanted == TableAnswer::kNoDistance) wanted = static_cast<std::int16_t>(dtz);
    }

    const Ending& ending_;
    Color stored_;
    std::vector<std::int16_t> known_;  // by number, White to move first; kNoDistance: wanted
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

bool agree(const TableAnswer& a, const TableAnswer& b, bool same_units) {
    return a.is_whole() && b.is_whole() && a.index == b.index && a.to_move == b.to_move && a.wdl == b.wdl &&
           sign(a.distance) == sign(b.distance) && std::abs(a.distance - b.distance) <= (same_units ? 0 : 1);
}

std::vector<TableAnswer> read_answers(const Material& material, Color stored, std::uint64_t every,
                                      std::uint64_t distance_every,
                                      const std::function<bool(double)>& progress) {
    const Ending ending(material);
    const bool all = every == 1 && distance_every == 1;
    const double results_part = all ? 0.2 : 1;
    constexpr std::uint64_t kReportEvery = 4096;
    std::vector<TableAnswer> answers;
    for (std::uint64_t i = 0; i < ending.positions(); i += every) {
        if (i / every % kReportEvery == 0 &&
            !progress(results_part * static_cast<double>(i) / static_cast<double>(ending.positions())))
            return answers;
        for (Color c : {Color::White, Color::Black}) {
            const auto pos = position_of(ending, i, c);
            if (!pos) continue;
            TableAnswer answer{.index = static_cast<std::uint32_t>(i), .to_move = c};
            if (const auto wdl = fathom::wdl(*pos)) answer.wdl = static_cast<std::int8_t>(*wdl);
            if (answers.size() % distance_every == 0 && answer.wdl != 0 && pos->has_legal_move()) {
                answer.distance = TableAnswer::kNoDistance;
                // For a few of them it is not worth the memory to know them all.
                if (!all)
                    if (const auto root = fathom::root(*pos))
                        answer.distance = static_cast<std::int16_t>(root->dtz);
            }
            answers.push_back(answer);
        }
    }
    if (!all) return answers;
    Distances distances(ending, stored, answers);
    distances.ask(answers, [&](double part) { return progress(results_part + (1 - results_part) * part); });
    for (TableAnswer& answer : answers) answer.distance = distances.of(answer);
    return answers;
}

}  // namespace stillpoint::tablebase
