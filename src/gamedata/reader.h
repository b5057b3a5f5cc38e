#pragma once

#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "gamedata/format.h"

namespace stillpoint::spg {

// Streams the games of a file, one block in memory at a time. Reading ends at the first block that is bad or
// cut off; `problem` then says so, and everything read before it is good.
class GameReader {
public:
    static Result<GameReader> open(const std::string& path);
    // `name` is only used in messages.
    static Result<GameReader> from_stream(std::unique_ptr<std::istream> stream, std::string name);

    const FileHeader& header() const { return header_; }

    // The next game, or false at the end. Its moves may still be illegal: see replay.h.
    bool next(Game& game);
    // All games of the next block, or false at the end. Do not mix with `next` inside a block.
    bool next_block(std::vector<Game>& games);

    // Empty as long as all is well, even at a clean end.
    const std::string& problem() const { return problem_; }
    // Bytes, blocks, games and scored moves of the good blocks read so far.
    std::uint64_t good_bytes() const { return good_bytes_; }
    std::uint32_t blocks() const { return blocks_; }
    std::uint64_t games() const { return games_; }
    std::uint64_t scored_plies() const { return scored_plies_; }

private:
    GameReader() = default;
    bool stop(const std::string& reason);

    std::unique_ptr<std::istream> stream_;
    std::string name_;
    FileHeader header_;
    std::string payload_;
    std::vector<Game> block_;  // what `next` hands out
    std::size_t position_ = 0;
    std::string problem_;
    bool ended_ = false;
    std::uint64_t good_bytes_ = kFileHeaderBytes;
    std::uint32_t blocks_ = 0;
    std::uint64_t games_ = 0;
    std::uint64_t scored_plies_ = 0;
};

}  // namespace stillpoint::spg
