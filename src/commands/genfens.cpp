#include <cstdlib>
#include <optional>
#include <string>

#include "chess/fen.h"
#include "commands/commands.h"
#include "selfplay/openings.h"
#include "util/text.h"

namespace stillpoint {

namespace {

Result<OpeningListSettings> parse_genfens(const Words& words) {
    OpeningListSettings s;
    const auto count = words.empty() ? std::nullopt : parse_number<int>(words[0], 1, 100'000'000);
    if (!count) return Error{"genfens: expected the number of lines, as in: genfens 10 seed 1 book None"};
    s.count = *count;
    for (std::size_t i = 1; i < words.size(); i += 2) {
        const std::string_view key = words[i];
        if (i + 1 == words.size()) return Error{"genfens: '" + std::string(key) + "' without a value"};
        const std::string_view value = words[i + 1];
        bool fits = true;
        const auto read = [&](auto& target, auto min, auto max) {
            const auto n = parse_number(value, min, max);
            fits = n.has_value();
            if (n) target = *n;
        };
        if (key == "seed")
            read(s.seed, std::uint64_t{0}, ~std::uint64_t{0});
        else if (key == "plies")
            read(s.plies, 0, 200);
        else if (key == "frc")
            read(s.fischer_percent, 0, 100);
        else if (key == "nodes")
            read(s.nodes, std::uint64_t{1}, std::uint64_t{1'000'000'000});
        else if (key == "max")
            read(s.max_score, 1, 100'000);
        else if (key == "book")
            s.book = value == "None" || value == "none" ? std::string_view() : value;
        else
            return Error{"genfens: unknown word '" + std::string(key) + "'"};
        if (!fits)
            return Error{"genfens: '" + std::string(value) + "' is not a value for " + std::string(key)};
    }
    return s;
}

}  // namespace

Result<bool> genfens(const Words& words, const nnue::Network* network, const Print& print) {
    const auto settings = parse_genfens(words);
    if (!settings) return Error{settings.error()};
    const auto done = list_openings(
        *settings, network, [&](const Position& pos) { print("info string genfens " + to_fen(pos)); });
    if (!done) return Error{"genfens: " + done.error()};
    return true;
}

}  // namespace stillpoint
