#include "pgn/tags.h"

#include <algorithm>

#include "util/text.h"
#include "util/utf8.h"

namespace stillpoint::pgn {

namespace {

bool is_name_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '+' || c == '#' || c == '-' || c == ':' || c == '=';
}

std::string_view trim(std::string_view text) {
    const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// Only letters and digits, in lower case: "Fischer Random" and "fischerandom" become alike.
std::string letters_of(std::string_view text) {
    std::string out;
    for (char c : text) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) out += lower;
    }
    return out;
}

enum class Variant { Standard, Chess960, Other };

Variant variant_of(std::string_view tag) {
    const std::string name = letters_of(tag);
    for (std::string_view standard :
         {"", "standard", "chess", "normal", "fromposition", "classical", "regular", "lecture"})
        if (name == standard) return Variant::Standard;
    for (std::string_view word : {"960", "fischer", "frc", "freestyle", "shuffle"})
        if (name.find(word) != std::string::npos) return Variant::Chess960;
    return Variant::Other;
}

// Whether castling needs other squares than in ordinary chess.
bool needs_chess960(const Position& pos) {
    for (Color c : {Color::White, Color::Black})
        for (CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            if (!pos.can_castle(c, side)) continue;
            const Square rook = relative_square(c, side == CastlingSide::King ? Square::H1 : Square::A1);
            if (pos.king_square(c) != relative_square(c, Square::E1) ||
                pos.castling_setup().rook[c][side] != rook)
                return true;
        }
    return false;
}

}  // namespace

std::optional<Tag> read_tag(std::string_view text) {
    text = trim(text);
    if (text.starts_with('[')) text = trim(text.substr(1));
    const auto name_end = std::find_if_not(text.begin(), text.end(), is_name_character);
    const auto length = static_cast<std::size_t>(name_end - text.begin());
    if (length == 0) return std::nullopt;
    Tag tag;
    tag.name = text.substr(0, length);
    text = trim(text.substr(length));
    std::string value;
    if (text.starts_with('"')) {
        for (std::size_t i = 1; i < text.size() && text[i] != '"'; ++i) {
            if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
            value += text[i];
        }
    } else {
        if (text.ends_with(']')) text.remove_suffix(1);
        value = text;
    }
    tag.value = collapse_space(to_utf8(value));
    return tag;
}

Result<Setup> read_setup(const Game& game) {
    const Variant variant = variant_of(game.tag("Variant"));
    if (variant == Variant::Other)
        return Error{"the variant " + in_quotes(game.tag("Variant")) + " is not supported"};
    const std::string_view fen = game.tag("FEN");
    if (fen.empty()) return Setup{start_position(), variant == Variant::Chess960};
    Result<Position> start = parse_fen(fen);
    if (!start) return Error{"FEN tag: " + start.error()};
    const bool chess960 = variant == Variant::Chess960 || needs_chess960(*start);
    return Setup{std::move(*start), chess960};
}

}  // namespace stillpoint::pgn
