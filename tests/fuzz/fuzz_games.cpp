#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gamedata/reader.h"
#include "gamedata/replay.h"
#include "gamedata/tools.h"
#include "tests/fuzz/invariants.h"
#include "util/crc32c.h"

namespace {

using namespace stillpoint;

std::vector<spg::Game> read_all(const std::string& file) {
    std::vector<spg::Game> games;
    auto reader = spg::GameReader::from_stream(std::make_unique<std::istringstream>(file), "fuzzed");
    if (!reader) {
        fuzz::require_good_error(reader.error());
        return games;
    }
    for (spg::Game game; reader->next(game);) games.push_back(game);
    if (!reader->problem().empty()) fuzz::require_good_error(reader->problem());
    return games;
}

void look_at(const spg::Game& game) {
    const auto last = spg::replay(game, [](const spg::ReplayStep&) {});
    if (last) {
        fuzz::require_sound(*last);
        static_cast<void>(spg::ending_is_plausible(game, *last));
    } else {
        fuzz::require_good_error(last.error());
    }
    fuzz::require(!spg::to_text(game).empty(), "every game can be shown", "");
}

// The input as the records of a block whose header is right, so that the checksum keeps nothing out.
void try_records(const std::string& payload) {
    spg::BlockHeader block{.payload_bytes = static_cast<std::uint32_t>(payload.size()),
                           .crc = crc32c(payload.data(), payload.size())};
    std::string again;
    for (std::string_view rest = payload; !rest.empty();) {
        const auto game = spg::decode(rest);
        if (!game) {
            fuzz::require_good_error(game.error());
            break;
        }
        look_at(*game);
        fuzz::require(spg::encode(*game, again).ok(), "what was read can be written", "");
        ++block.games;
        block.scored_plies += static_cast<std::uint32_t>(game->moves.size());
    }
    fuzz::require(payload.starts_with(again), "a record is written as it was read", "");
    const auto games = spg::decode_payload(block, payload);
    fuzz::require(!games || games->size() == block.games, "a block is read whole or not at all", "");
    // What the input says of blocks counts only where this one is broken.
    const auto read = read_all(spg::encode_header({}) + spg::encode_block_header(block) + payload);
    fuzz::require(!games || read == *games, "a whole block is read as it is", "");
}

void try_board(const std::string& bytes) {
    spg::PackedBoard board;
    std::copy_n(bytes.begin(), std::min(bytes.size(), board.bytes.size()), board.bytes.begin());
    const auto pos = spg::unpack(board);
    if (!pos) return fuzz::require_good_error(pos.error());
    fuzz::require_sound(*pos);
    const auto packed = spg::pack(*pos);
    fuzz::require(packed.ok() && *spg::unpack(*packed) == *pos, "packing loses nothing", to_fen(*pos));
}

}  // namespace

// Any bytes as a file of games, as its records and as a packed position.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    read_all(text);
    try_records(text);
    try_board(text);
    return 0;
}
