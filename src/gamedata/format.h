#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gamedata/game.h"

namespace stillpoint::spg {

// The first 64 bytes of a file, which say where its games come from. All numbers are little-endian.
struct FileHeader {
    bool chess960 = false;
    std::uint64_t seed = 0;
    std::uint64_t unix_time = 0;
    std::uint32_t net_crc32c = 0;  // 0: the games were scored without a network
    std::uint32_t engine_build_id = 0;
    std::uint32_t soft_nodes = 0;
    std::uint32_t hard_nodes = 0;
    std::uint16_t win_adjudication_cp = 0;
    std::uint8_t win_adjudication_plies = 0;
    std::uint8_t draw_adjudication_plies = 0;
    std::uint16_t draw_adjudication_cp = 0;
    std::uint16_t draw_adjudication_min_ply = 0;
    std::uint16_t eval_scale = 0;  // 400: a network's centipawns; 0: unknown, to be fitted
    friend bool operator==(const FileHeader&, const FileHeader&) = default;
};
inline constexpr std::size_t kFileHeaderBytes = 64;

std::string encode_header(const FileHeader& header);
// Reads the first 64 bytes; fewer are an error.
Result<FileHeader> decode_header(std::string_view bytes);
// Whether both kinds of games may be in one file: everything but seed, time and build is the same.
bool same_settings(const FileHeader& a, const FileHeader& b);

// Games are appended in blocks, each with a checksum, so that a killed run loses at most one.
struct BlockHeader {
    std::uint32_t payload_bytes = 0;
    std::uint32_t games = 0;
    std::uint32_t scored_plies = 0;
    std::uint32_t block_index = 0;
    std::uint32_t crc = 0;  // of the payload
};
inline constexpr std::string_view kBlockMagic = "SPBK";
inline constexpr std::size_t kBlockHeaderBytes = 24;
// A block is closed at 256 KiB; with the longest game on top it stays well below this.
inline constexpr std::size_t kBlockTargetBytes = 256 * 1024;
inline constexpr std::size_t kMaxBlockBytes = 1024 * 1024;

std::string encode_block_header(const BlockHeader& header);
// Checks what can be known without the payload: size of the input, magic and length.
Result<BlockHeader> decode_block_header(std::string_view bytes);
// Whether the bytes are a block's beginning and end before it does, as a killed run leaves them.
bool is_unfinished_block(std::string_view bytes);
// Checks the payload against the header's checksum and counts, and decodes it.
Result<std::vector<Game>> decode_payload(const BlockHeader& header, std::string_view payload);

}  // namespace stillpoint::spg
