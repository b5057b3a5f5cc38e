#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gamedata/format.h"

namespace stillpoint::spg {

// Streams the games of a file, one block in memory at a time. Damaged bytes are skipped up to the next whole
// block and remembered; what is read is good.
class GameReader {
public:
    static Result<GameReader> open(const std::string& path);
    // Also takes a file whose header is damaged, as long as it looks like a game file otherwise.
    static Result<GameReader> salvage(const std::string& path);
    // `name` is only used in messages.
    static Result<GameReader> from_stream(std::unique_ptr<std::istream> stream, std::string name);

    // False after salvage() if nothing is known about the games' settings.
    bool has_header() const { return has_header_; }
    const FileHeader& header() const { return header_; }

    // The next game, or false at the end. Its moves may still be illegal: see replay.h.
    bool next(Game& game);
    // All games of the next block, or false at the end. Do not mix with `next` inside a block.
    bool next_block(std::vector<Game>& games);

    // One line on the damage met so far: where, how many bytes, and why. Empty if all is well.
    std::string problem() const;
    // Blocks, games and scored moves of the good blocks read so far, and their bytes with the file's header.
    std::uint64_t good_bytes() const { return good_bytes_; }
    std::uint32_t blocks() const { return blocks_; }
    std::uint64_t games() const { return games_; }
    std::uint64_t scored_plies() const { return scored_plies_; }
    // The number that a block after those read so far should carry.
    std::uint32_t next_index() const { return next_index_; }
    // Once the end is reached: where a block begins that a killed run left unfinished, if there is one.
    std::optional<std::uint64_t> unfinished_block() const { return unfinished_block_; }

private:
    struct Block {
        BlockHeader header;
        std::vector<Game> games;
    };
    struct Damage {
        std::uint64_t begin = 0;
        std::uint64_t bytes = 0;
        std::string reason;
    };
    GameReader() = default;
    static Result<GameReader> begin(std::unique_ptr<std::istream> stream, std::string name,
                                    bool needs_header);
    bool fill(std::size_t bytes);
    void drop(std::size_t bytes);
    Result<Block> block_here();
    std::optional<Block> find_block(std::string reason);
    void note(Damage damage);

    std::unique_ptr<std::istream> stream_;
    std::string name_;
    FileHeader header_;
    bool has_header_ = true;
    std::string window_;                       // bytes read and not yet used
    std::uint64_t offset_ = kFileHeaderBytes;  // of the window in the file
    std::vector<Game> block_;                  // what `next` hands out
    std::size_t position_ = 0;
    std::vector<Damage> damage_;  // the first few
    std::uint64_t damaged_places_ = 0;
    std::uint64_t damaged_bytes_ = 0;
    std::optional<std::uint64_t> unfinished_block_;
    std::uint64_t good_bytes_ = kFileHeaderBytes;
    std::uint32_t blocks_ = 0;
    std::uint32_t next_index_ = 0;
    std::uint64_t games_ = 0;
    std::uint64_t scored_plies_ = 0;
};

}  // namespace stillpoint::spg
