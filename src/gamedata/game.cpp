#include "gamedata/game.h"

#include <algorithm>

#include "chess/fen.h"
#include "gamedata/bytes.h"

namespace stillpoint::spg {

namespace {

constexpr int kReasonShift = 2;
constexpr int kHasStart = 1 << 5, kChess960 = 1 << 6, kReserved = 1 << 7;
constexpr std::size_t kFixedBytes = 4;
constexpr std::size_t kScoredBytes = 4;

Error bad_game(const char* reason) { return Error{std::string("game record: ") + reason}; }

}  // namespace

std::string_view to_string(EndReason reason) {
    constexpr std::string_view names[kEndReasons] = {
        "mate",     "stalemate",           "repetition",           "fifty moves",
        "material", "win by adjudication", "draw by adjudication", "too many moves"};
    return names[static_cast<std::size_t>(reason)];
}

Result<Done> set_start(Game& game, const Position& start) {
    auto packed = pack(start);
    if (!packed) return Error{packed.error()};
    static const PackedBoard standard = *pack(start_position());
    game.start.reset();
    if (*packed != standard) game.start = *packed;
    return Done{};
}

Result<Position> start_position_of(const Game& game) {
    if (game.start) return unpack(*game.start);
    return start_position();
}

Result<Done> encode(const Game& game, std::string& out) {
    if (game.prefix.size() > kMaxPrefixMoves) return bad_game("more than 255 random moves");
    if (game.moves.size() > kMaxScoredMoves) return bad_game("more than 65535 moves");
    out +=
        static_cast<char>(static_cast<int>(game.result) | static_cast<int>(game.end_reason) << kReasonShift |
                          (game.start ? kHasStart : 0) | (game.chess960 ? kChess960 : 0));
    put_le(out, static_cast<std::uint8_t>(game.prefix.size()));
    put_le(out, static_cast<std::uint16_t>(game.moves.size()));
    if (game.start) out.append(game.start->bytes.begin(), game.start->bytes.end());
    for (Move m : game.prefix) put_le(out, m.raw());
    for (const ScoredMove& m : game.moves) {
        put_le(out, m.move.raw());
        put_le(out, static_cast<std::uint16_t>(m.score));
    }
    return Done{};
}

Result<Game> decode(std::string_view& bytes) {
    if (bytes.size() < kFixedBytes) return bad_game("cut short");
    const int flags = static_cast<unsigned char>(bytes[0]);
    if (flags & kReserved) return bad_game("reserved flag is set");
    const std::size_t prefix = get_le<std::uint8_t>(bytes, 1);
    const std::size_t scored = get_le<std::uint16_t>(bytes, 2);
    Game game;
    const std::size_t start_bytes = flags & kHasStart ? PackedBoard{}.bytes.size() : 0;
    if (bytes.size() < kFixedBytes + start_bytes + prefix * 2 + scored * kScoredBytes)
        return bad_game("cut short");
    game.result = static_cast<GameResult>(flags & 3);
    game.end_reason = static_cast<EndReason>(flags >> kReasonShift & 7);
    game.chess960 = (flags & kChess960) != 0;

    std::size_t at = kFixedBytes;
    if (start_bytes) {
        game.start.emplace();
        std::copy_n(bytes.begin() + kFixedBytes, start_bytes, game.start->bytes.begin());
        at += start_bytes;
    }
    game.prefix.reserve(prefix);
    for (std::size_t i = 0; i < prefix; ++i, at += 2)
        game.prefix.push_back(Move(get_le<std::uint16_t>(bytes, at)));
    game.moves.reserve(scored);
    for (std::size_t i = 0; i < scored; ++i, at += kScoredBytes)
        game.moves.push_back({Move(get_le<std::uint16_t>(bytes, at)), get_le<std::int16_t>(bytes, at + 2)});
    bytes.remove_prefix(at);
    return game;
}

std::uint64_t game_hash(const Game& game) {
    std::string bytes;
    if (!encode(game, bytes)) return 0;
    // FNV-1a over the record, then a strong mix, because the low bits choose the validation games.
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    hash = (hash ^ hash >> 30) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ hash >> 27) * 0x94D049BB133111EBULL;
    return hash ^ hash >> 31;
}

}  // namespace stillpoint::spg
