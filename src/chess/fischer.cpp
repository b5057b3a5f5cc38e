#include "chess/fischer.h"

#include <array>
#include <string>

#include "chess/fen.h"
#include "util/check.h"

namespace stillpoint {

namespace {

std::string back_rank(int number) {
    std::string rank(8, ' ');
    const auto place_free = [&](int nth, char piece) {
        for (char& square : rank)
            if (square == ' ' && nth-- == 0) {
                square = piece;
                return;
            }
    };
    rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = 'B';
    number /= 4;
    rank[static_cast<std::size_t>(number % 4 * 2)] = 'B';
    number /= 4;
    place_free(number % 6, 'Q');
    number /= 6;
    // The second number counts the squares left after the first knight.
    static constexpr std::array<std::array<int, 2>, 10> kKnights = {
        {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}};
    place_free(kKnights[static_cast<std::size_t>(number)][0], 'N');
    place_free(kKnights[static_cast<std::size_t>(number)][1], 'N');
    for (char piece : {'R', 'K', 'R'}) place_free(0, piece);
    return rank;
}

}  // namespace

Position fischer_position(int white, int black) {
    STILLPOINT_ASSERT(white >= 0 && white < kFischerStarts && black >= 0 && black < kFischerStarts);
    std::string ours = back_rank(white), theirs = back_rank(black);
    for (char& c : theirs) c = static_cast<char>(c - 'A' + 'a');
    return *parse_fen(theirs + "/pppppppp/8/8/8/8/PPPPPPPP/" + ours + " w KQkq - 0 1");
}

}  // namespace stillpoint
