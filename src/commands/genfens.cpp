#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "commands/commands.h"
#include "selfplay/game.h"
#include "selfplay/player.h"
#include "util/lines.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// So often another opening is tried before the least bad one is taken: N lines were promised.
constexpr int kMaxTries = 200;
constexpr int kPliesFromStart = 8;
constexpr int kPliesFromBook = 4;

struct GenfensSettings {
    int count = 0;
    std::uint64_t seed = 0;
    std::string book;  // empty: none
    std::optional<int> plies;
    int fischer_percent = 0;
    std::uint64_t nodes = 1000;
    int max_score = 300;
};

Result<GenfensSettings> parse(const Words& words) {
    GenfensSettings s;
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
        if (!fits) return Error{"genfens: '" + std::string(value) + "' is no value for " + std::string(key)};
    }
    return s;
}

// Random lines of a file of positions, however large: only the line asked for is read.
class Book {
public:
    explicit Book(const std::string& path) : file_(path, std::ios::binary | std::ios::ate) {
        if (file_) size_ = static_cast<std::uint64_t>(std::max<std::streamoff>(file_.tellg(), 0));
    }
    bool is_readable() const { return size_ > 0; }

    std::string random_line(Rng& rng) {
        file_.clear();
        const std::uint64_t at = rng.next() % size_;
        file_.seekg(static_cast<std::streamoff>(at));
        std::string line;
        // Most likely the middle of a line; the next one is whole. After the last comes the first.
        if (at > 0) next_line(file_, line);
        if (!next_line(file_, line)) {
            file_.clear();
            file_.seekg(0);
            next_line(file_, line);
        }
        return line;
    }

private:
    std::ifstream file_;
    std::uint64_t size_ = 0;
};

// A FEN, or the first four fields of an EPD line.
std::optional<Position> position_of(std::string line) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (auto whole = parse_fen(line)) return std::move(*whole);
    std::size_t end = 0;
    for (int field = 0; field < 4 && end != std::string::npos; ++field) end = line.find(' ', end + 1);
    auto first_fields = parse_fen(line.substr(0, end));
    if (!first_fields) return std::nullopt;
    return std::move(*first_fields);
}

bool is_playable(const Position& pos) {
    return !pos.in_check() && pos.has_legal_move() && !pos.is_draw_by_fifty_moves() &&
           !pos.has_insufficient_material();
}

std::optional<Position> opening_from(Book& book, Rng& rng, int plies) {
    auto pos = position_of(book.random_line(rng));
    if (!pos) return std::nullopt;
    for (int i = 0; i < plies; ++i) {
        MoveList moves;
        generate<GenKind::Legal>(*pos, moves);
        if (moves.empty()) return std::nullopt;
        pos->make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return pos;
}

}  // namespace

Result<bool> genfens(const Words& words, const nnue::Network* network, const Print& print) {
    const auto settings = parse(words);
    if (!settings) return Error{settings.error()};
    const GenfensSettings& s = *settings;
    std::optional<Book> book;
    if (!s.book.empty()) {
        book.emplace(s.book);
        if (!book->is_readable()) return Error{"genfens: can't read the book '" + s.book + "'"};
    }
    const int plies = s.plies.value_or(book ? kPliesFromBook : kPliesFromStart);

    Rng rng(s.seed);
    Player player(
        {.tuning = {}, .network = network, .soft_nodes = 0, .hard_nodes = s.nodes, .hash_mebibytes = 1});
    for (int done = 0; done < s.count; ++done) {
        std::optional<Position> best;
        int best_score = 0;
        for (int tries = 0; tries < kMaxTries; ++tries) {
            // Both sides get to move first.
            const int wanted = plies + static_cast<int>(rng.below(2));
            std::optional<Position> candidate =
                book ? opening_from(*book, rng, wanted)
                     : std::optional(random_opening(rng, wanted, s.fischer_percent).position);
            if (!candidate || !is_playable(*candidate)) continue;
            player.new_game();
            const int score = std::abs(player.think(*candidate).score);
            if (!best || score < best_score) {
                best = std::move(candidate);
                best_score = score;
            }
            if (best_score <= s.max_score) break;
        }
        if (!best) return Error{"genfens: no line of '" + s.book + "' is a playable position"};
        print("info string genfens " + to_fen(*best));
    }
    return true;
}

}  // namespace stillpoint
