#include "tablebase/make/facts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

#include "chess/fen.h"

namespace stillpoint::tablebase {

std::optional<Position> position_of(const Ending& ending, std::uint64_t index, Color to_move) {
    Squares squares{};
    if (!ending.squares_of(index, squares)) return std::nullopt;
    std::array<char, 64> board{};  // a8 first
    for (std::size_t i = 0; i < ending.men().size(); ++i) {
        const Man man = ending.men()[i];
        const char letter = "pnbrqk"[stillpoint::index(man.type)];
        board[squares[i] ^ 56U] = man.color == Color::White ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    std::string fen;
    for (std::size_t i = 0; i < board.size(); ++i) {
        if (i > 0 && i % 8 == 0) fen += '/';
        const bool after_digit = !fen.empty() && fen.back() >= '1' && fen.back() <= '8';
        if (board[i] != 0)
            fen += board[i];
        else if (after_digit)
            ++fen.back();
        else
            fen += '1';
    }
    fen += to_move == Color::White ? " w - - 0 1" : " b - - 0 1";
    auto pos = parse_fen(fen);
    if (!pos) return std::nullopt;
    return std::move(*pos);
}

std::uint64_t SideFacts::positions() const {
    return std::accumulate(results.begin(), results.end(), std::uint64_t{0});
}

EndingFacts collect_facts(const SolvedEnding& solved) {
    const Ending& ending = solved.ending();
    EndingFacts facts{ending.material(), {}, {}};
    int longest = 0;
    std::uint64_t where = 0;
    Color winner = Color::White;
    for (Color c : {Color::White, Color::Black}) {
        SideFacts& side = facts.to_move[c];
        for (std::uint64_t i = 0; i < ending.positions(); ++i) {
            const Verdict v = solved.at(c, i);
            if (!v.is_possible()) continue;
            ++side.results[static_cast<std::size_t>(static_cast<int>(v.wdl()) + 2)];
            if (v.kind() == Verdict::Kind::Loss)
                side.longest_loss = std::max(side.longest_loss, v.distance());
            if (v.kind() != Verdict::Kind::Win) continue;
            side.longest_win = std::max(side.longest_win, v.distance());
            if (v.distance() > longest) longest = v.distance(), where = i, winner = c;
        }
    }
    if (longest > 0)
        if (const auto pos = position_of(ending, where, winner)) facts.longest_fen = to_fen(*pos);
    return facts;
}

std::string EndingFacts::to_line() const {
    std::ostringstream out;
    out << material.name();
    for (const SideFacts& side : to_move) {
        for (std::uint64_t n : side.results) out << ' ' << n;
        out << ' ' << side.longest_win << ' ' << side.longest_loss;
    }
    out << ' ' << longest_fen;
    return out.str();
}

std::optional<EndingFacts> EndingFacts::from_line(std::string_view line) {
    std::istringstream in{std::string(line)};
    std::string name;
    in >> name;
    const auto material = parse_material(name);
    if (!material) return std::nullopt;
    EndingFacts facts{*material, {}, {}};
    for (SideFacts& side : facts.to_move) {
        for (std::uint64_t& n : side.results) in >> n;
        in >> side.longest_win >> side.longest_loss;
    }
    if (!in) return std::nullopt;
    std::getline(in >> std::ws, facts.longest_fen);
    if (!facts.longest_fen.empty() && !parse_fen(facts.longest_fen)) return std::nullopt;
    return facts;
}

}  // namespace stillpoint::tablebase
