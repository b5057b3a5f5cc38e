#pragma once

#include <chrono>
#include <string>

#include "gamedata/format.h"
#include "util/append_file.h"

namespace stillpoint::spg {

// Appends games to a file. A killed process loses the games since the last block, no more. One writer per
// file and thread.
class GameWriter {
public:
    // Creates the file, or continues one: of what is there, only an unfinished block at the end is cut off;
    // other damage stays, and readers skip it. A file that holds something else, or games played with other
    // settings (see same_settings), is refused and left alone.
    static Result<GameWriter> open(const std::string& path, const FileHeader& header);

    GameWriter(GameWriter&&) = default;
    GameWriter& operator=(GameWriter&&) = default;
    // Flushes; call `flush` first to learn about errors.
    ~GameWriter();

    // Writes a block when enough games are waiting or a minute has passed. After an error (a full disk)
    // nothing is lost: the games stay in memory and the next call tries again.
    Result<Done> add(const Game& game);
    Result<Done> flush();

    // One line on damage that was found and bytes that were cut off when the file was opened; mostly empty.
    const std::string& notice() const { return notice_; }
    // Bytes in the file.
    std::uint64_t bytes() const { return file_.size(); }
    // Games in the file and waiting, those of earlier runs included.
    std::uint64_t games() const { return file_games_ + pending_.games; }

private:
    using Clock = std::chrono::steady_clock;
    explicit GameWriter(AppendFile file) : file_(std::move(file)) {}

    AppendFile file_;
    std::string payload_;
    BlockHeader pending_;
    Clock::time_point last_flush_ = Clock::now();
    std::uint64_t file_games_ = 0;
    std::string notice_;
};

}  // namespace stillpoint::spg
