#include "analysis/position_arguments.h"

#include <charconv>

#include "analysis/epd.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "pgn/parser.h"
#include "util/input_file.h"

namespace stillpoint {

namespace {

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

// The half-move before which to show the game, by the game's own numbering.
Result<std::optional<int>> read_place(const std::string& at) {
    if (at.empty()) return std::optional<int>();
    int number = 0;
    const auto [end, error] = std::from_chars(at.data(), at.data() + at.size(), number);
    const std::string side(end, static_cast<std::size_t>(at.data() + at.size() - end));
    if (error != std::errc() || number < 1 || number > 10000 || (side != "" && side != "w" && side != "b"))
        return Error{"'" + at + "' is not a place in a game: write 12, 12w or 12b"};
    return std::optional<int>((number - 1) * 2 + (side == "b"));
}

std::string game_title(const pgn::Game& game) {
    const auto name = [&](const char* tag) {
        const std::string_view value = game.tag(tag);
        return std::string(value.empty() ? "?" : value);
    };
    return name("White") + " - " + name("Black") + "  " + game.result;
}

Result<std::vector<NamedPosition>> from_pgn(const std::string& path, const GameChoice& choice,
                                            std::vector<std::string>& notes) {
    const auto place = read_place(choice.at);
    if (!place) return Error{place.error()};
    auto file = open_input(path);
    if (!file) return Error{file.error()};
    pgn::Reader reader(*file, [&](const pgn::RawGame& raw, const pgn::Problem& problem) {
        notes.push_back(path + ":" + std::to_string(problem.line) + ": game " + std::to_string(raw.number) +
                        " left out: " + problem.message);
    });
    std::optional<pgn::Game> game;
    for (int i = 0; i < choice.game; ++i)
        if (!(game = reader.next()))
            return Error{"'" + path + "' has only " + std::to_string(i) + " readable games"};
    NamedPosition found{game_title(*game), game->start, game->chess960};
    std::string last;
    for (const pgn::MoveNode& node : game->main.moves) {
        if (*place && found.position.game_ply() >= **place) break;
        last = std::to_string(found.position.fullmove_number()) +
               (found.position.side_to_move() == Color::White ? ". " : "... ") +
               to_san(found.position, node.move);
        found.position.make(node.move);
    }
    if (!last.empty()) found.title += "  after " + last;
    return std::vector{std::move(found)};
}

Result<std::vector<NamedPosition>> from_epd(const std::string& path, std::vector<std::string>& notes) {
    auto file = open_input(path);
    if (!file) return Error{file.error()};
    std::vector<NamedPosition> positions;
    PositionLines lines(*file);
    while (lines.next()) {
        const auto record = parse_epd(lines.text());
        if (!record) {
            notes.push_back(path + ":" + std::to_string(lines.number()) + ": " + record.error());
            continue;
        }
        const EpdOperation* id = record->find("id");
        positions.push_back(
            {id && !id->operands.empty() ? id->operands[0] : "line " + std::to_string(lines.number()),
             record->position, false});
    }
    if (const char* const why = lines.why_cut_short())
        notes.push_back(path + ":" + std::to_string(lines.number() + 1) + ": " + why);
    if (positions.empty()) return Error{"no position in '" + path + "'"};
    return positions;
}

}  // namespace

Result<std::vector<NamedPosition>> find_positions(const std::vector<std::string>& words,
                                                  const GameChoice& choice, std::vector<std::string>& notes) {
    if (words.empty() || (words.size() == 1 && words[0] == "startpos"))
        return std::vector{NamedPosition{"", start_position(), false}};
    if (words.size() == 1) {
        const std::string name = lower(words[0]);
        if (name.ends_with(".pgn")) return from_pgn(words[0], choice, notes);
        if (name.ends_with(".epd") || name.ends_with(".fen")) return from_epd(words[0], notes);
    }
    std::string fen;
    for (const std::string& word : words) fen += (fen.empty() ? "" : " ") + word;
    Result<Position> position = parse_fen(fen);
    if (!position)
        return Error{position.error() + " (expected a FEN, startpos, or a file that ends in .pgn or .epd)"};
    return std::vector{NamedPosition{"", std::move(*position), false}};
}

}  // namespace stillpoint
