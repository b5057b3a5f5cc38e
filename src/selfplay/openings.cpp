#include "selfplay/openings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "util/input_file.h"
#include "util/lines.h"

namespace stillpoint {

namespace {

constexpr std::uint64_t kOpeningCheckNodes = 3000;
// How many openings list_openings tries before it takes the least bad one: it has promised a number of them.
constexpr int kMaxTries = 200;
constexpr int kPliesFromStart = 8;
constexpr int kPliesFromBook = 4;

// The moves made; fewer than asked for if the game ends before.
std::vector<Move> play_random_moves(Position& pos, int plies, Rng& rng) {
    std::vector<Move> played;
    for (int i = 0; i < plies; ++i) {
        MoveList moves;
        generate<GenKind::Legal>(pos, moves);
        if (moves.empty()) break;
        played.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        pos.make(played.back());
    }
    return played;
}

// Random lines of a file, however large: only the line asked for is read.
class LineSampler {
public:
    explicit LineSampler(const std::string& path) : file_(path, std::ios::binary | std::ios::ate) {
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

bool is_playable(const Position& pos) {
    return !pos.in_check() && pos.has_legal_move() && !pos.is_draw_by_fifty_moves() &&
           !pos.has_insufficient_material();
}

std::optional<Position> sample_opening(LineSampler& book, Rng& rng, int plies) {
    auto pos = book_position(book.random_line(rng));
    if (!pos || static_cast<int>(play_random_moves(*pos, plies, rng).size()) < plies) return std::nullopt;
    return pos;
}

}  // namespace

Opening random_opening(Rng& rng, int plies, int fischer_percent) {
    while (true) {
        const bool fischer = static_cast<int>(rng.below(100)) < fischer_percent;
        Position start =
            fischer ? fischer_position(static_cast<int>(rng.below(960)), static_cast<int>(rng.below(960)))
                    : start_position();
        Opening opening{start, {}, start, fischer};
        opening.moves = play_random_moves(opening.position, plies, rng);
        if (!opening.position.in_check() && opening.position.has_legal_move()) return opening;
    }
}

std::optional<Position> book_position(const std::string& line) {
    // What follows a semicolon is an EPD operation in any case.
    std::string fen = line.substr(0, line.find(';'));
    if (fen.ends_with('\r')) fen.pop_back();
    if (auto whole = parse_fen(fen)) return std::move(*whole);
    std::size_t end = 0;
    for (int field = 0; field < 4 && end != std::string::npos; ++field) end = fen.find(' ', end + 1);
    auto first_fields = parse_fen(fen.substr(0, end));
    if (!first_fields) return std::nullopt;
    return std::move(*first_fields);
}

Result<std::vector<std::string>> read_book(const std::string& path) {
    std::vector<std::string> lines;
    if (path.empty()) return lines;
    auto file = open_input(path);
    if (!file) return Error{file.error()};
    for (std::string line; next_line(*file, line);)
        if (book_position(line)) lines.push_back(line);
    if (const char* const why = why_cut_short(*file)) return Error{"a line of '" + path + "': " + why};
    if (lines.empty()) return Error{"no position in '" + path + "'"};
    return lines;
}

Opening choose_opening(Rng& rng, Player& judge, const OpeningSettings& settings) {
    Limits check;
    check.nodes = kOpeningCheckNodes;
    while (true) {
        if (!settings.book.empty()) {
            const auto& line = settings.book[rng.below(static_cast<std::uint32_t>(settings.book.size()))];
            if (const auto pos = book_position(line); pos && pos->has_legal_move())
                return {.start = *pos, .moves = {}, .position = *pos};
            continue;
        }
        Opening opening = random_opening(rng, settings.random_plies, settings.fischer_percent);
        judge.new_game();
        if (std::abs(judge.think(opening.position, check).score) <= settings.max_score) return opening;
    }
}

Result<bool> list_openings(const OpeningListSettings& settings, const nnue::Network* network,
                           const std::function<void(const Position&)>& on_opening) {
    std::optional<LineSampler> book;
    if (!settings.book.empty()) {
        book.emplace(settings.book);
        if (!book->is_readable()) return Error{"can't read the book '" + settings.book + "'"};
    }
    const int plies = settings.plies.value_or(book ? kPliesFromBook : kPliesFromStart);
    Rng rng(settings.seed);
    Player judge({.tuning = {},
                  .network = network,
                  .soft_nodes = 0,
                  .hard_nodes = settings.nodes,
                  .hash_mebibytes = 1});
    for (int done = 0; done < settings.count; ++done) {
        std::optional<Position> best;
        int best_score = 0;
        for (int tries = 0; tries < kMaxTries; ++tries) {
            // Both sides get to move first.
            const int wanted = plies + static_cast<int>(rng.below(2));
            std::optional<Position> candidate =
                book ? sample_opening(*book, rng, wanted)
                     : std::optional(random_opening(rng, wanted, settings.fischer_percent).position);
            if (!candidate || !is_playable(*candidate)) continue;
            judge.new_game();
            const int score = std::abs(judge.think(*candidate).score);
            if (!best || score < best_score) {
                best = std::move(candidate);
                best_score = score;
            }
            if (best_score <= settings.max_score) break;
        }
        if (!best) return Error{"no line of '" + settings.book + "' is a playable position"};
        on_opening(*best);
    }
    return true;
}

}  // namespace stillpoint
