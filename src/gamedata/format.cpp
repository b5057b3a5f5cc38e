#include "gamedata/format.h"

#include "gamedata/bytes.h"
#include "util/crc32c.h"

namespace stillpoint::spg {

namespace {

constexpr std::string_view kFileMagic = "STILLPG1";
constexpr std::uint16_t kVersion = 1;
constexpr std::uint32_t kFlagChess960 = 1;
constexpr std::size_t kHeaderCrcOffset = 60;

std::uint32_t crc_of(std::string_view bytes) { return crc32c(bytes.data(), bytes.size()); }

}  // namespace

std::string encode_header(const FileHeader& header) {
    std::string out(kFileMagic);
    put_le(out, kVersion);
    put_le(out, static_cast<std::uint16_t>(kFileHeaderBytes));
    put_le(out, header.chess960 ? kFlagChess960 : std::uint32_t{0});
    put_le(out, header.seed);
    put_le(out, header.unix_time);
    put_le(out, header.net_crc32c);
    put_le(out, header.engine_build_id);
    put_le(out, header.soft_nodes);
    put_le(out, header.hard_nodes);
    put_le(out, header.win_adjudication_cp);
    put_le(out, header.win_adjudication_plies);
    put_le(out, header.draw_adjudication_plies);
    put_le(out, header.draw_adjudication_cp);
    put_le(out, header.draw_adjudication_min_ply);
    put_le(out, header.eval_scale);
    put_le(out, std::uint16_t{0});
    put_le(out, crc_of(out));
    return out;
}

Result<FileHeader> decode_header(std::string_view bytes) {
    if (bytes.size() < kFileHeaderBytes) return Error{"shorter than its 64-byte header"};
    if (bytes.substr(0, kFileMagic.size()) != kFileMagic) return Error{"not a game file (no STILLPG1)"};
    const auto version = get_le<std::uint16_t>(bytes, 8);
    if (version != kVersion) return Error{"version " + std::to_string(version) + " is unknown"};
    if (get_le<std::uint32_t>(bytes, kHeaderCrcOffset) != crc_of(bytes.substr(0, kHeaderCrcOffset)))
        return Error{"the header's checksum is wrong"};
    if (get_le<std::uint16_t>(bytes, 10) != kFileHeaderBytes) return Error{"the header's size is wrong"};
    FileHeader header;
    const auto flags = get_le<std::uint32_t>(bytes, 12);
    if (flags & ~kFlagChess960) return Error{"the header has unknown flags"};
    header.chess960 = (flags & kFlagChess960) != 0;
    header.seed = get_le<std::uint64_t>(bytes, 16);
    header.unix_time = get_le<std::uint64_t>(bytes, 24);
    header.net_crc32c = get_le<std::uint32_t>(bytes, 32);
    header.engine_build_id = get_le<std::uint32_t>(bytes, 36);
    header.soft_nodes = get_le<std::uint32_t>(bytes, 40);
    header.hard_nodes = get_le<std::uint32_t>(bytes, 44);
    header.win_adjudication_cp = get_le<std::uint16_t>(bytes, 48);
    header.win_adjudication_plies = get_le<std::uint8_t>(bytes, 50);
    header.draw_adjudication_plies = get_le<std::uint8_t>(bytes, 51);
    header.draw_adjudication_cp = get_le<std::uint16_t>(bytes, 52);
    header.draw_adjudication_min_ply = get_le<std::uint16_t>(bytes, 54);
    header.eval_scale = get_le<std::uint16_t>(bytes, 56);
    return header;
}

bool same_settings(const FileHeader& a, const FileHeader& b) {
    FileHeader other = b;
    other.seed = a.seed;
    other.unix_time = a.unix_time;
    other.engine_build_id = a.engine_build_id;
    return a == other;
}

std::string encode_block_header(const BlockHeader& header) {
    std::string out(kBlockMagic);
    put_le(out, header.payload_bytes);
    put_le(out, header.games);
    put_le(out, header.scored_plies);
    put_le(out, header.block_index);
    put_le(out, header.crc);
    return out;
}

Result<BlockHeader> decode_block_header(std::string_view bytes) {
    if (bytes.size() < kBlockHeaderBytes) return Error{"cut off inside the block's header"};
    if (bytes.substr(0, kBlockMagic.size()) != kBlockMagic) return Error{"no block begins here (no SPBK)"};
    BlockHeader header;
    header.payload_bytes = get_le<std::uint32_t>(bytes, 4);
    header.games = get_le<std::uint32_t>(bytes, 8);
    header.scored_plies = get_le<std::uint32_t>(bytes, 12);
    header.block_index = get_le<std::uint32_t>(bytes, 16);
    header.crc = get_le<std::uint32_t>(bytes, 20);
    if (header.payload_bytes > kMaxBlockBytes) return Error{"impossible block length"};
    return header;
}

bool is_unfinished_block(std::string_view bytes) {
    if (bytes.size() < kBlockHeaderBytes)
        return bytes.substr(0, kBlockMagic.size()) == kBlockMagic.substr(0, bytes.size());
    const auto header = decode_block_header(bytes);
    return header && bytes.size() < kBlockHeaderBytes + header->payload_bytes;
}

Result<std::vector<Game>> decode_payload(const BlockHeader& header, std::string_view payload) {
    if (payload.size() != header.payload_bytes) return Error{"the block is cut off"};
    if (crc_of(payload) != header.crc) return Error{"the block's checksum is wrong"};
    std::vector<Game> games;
    std::uint64_t scored = 0;
    while (!payload.empty()) {
        auto game = decode(payload);
        if (!game) return Error{game.error()};
        scored += game->moves.size();
        games.push_back(std::move(*game));
    }
    if (games.size() != header.games) return Error{"the block's game count is wrong"};
    if (scored != header.scored_plies) return Error{"the block's move count is wrong"};
    return games;
}

}  // namespace stillpoint::spg
