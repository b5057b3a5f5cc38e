#include "gamedata/writer.h"

#include <algorithm>
#include <fstream>

#include "gamedata/reader.h"
#include "util/crc32c.h"

namespace stillpoint::spg {

namespace {

constexpr std::chrono::seconds kFlushInterval{60};

// Whether a file shorter than a header was left behind by a killed run. Otherwise it is somebody's file.
bool is_cut_header(const std::string& path, std::uint64_t size) {
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(size));
    const std::string magic = encode_header({}).substr(0, 8);
    const std::size_t n = std::min(bytes.size(), magic.size());
    return bytes.compare(0, n, magic, 0, n) == 0;
}

}  // namespace

Result<GameWriter> GameWriter::open(const std::string& path, const FileHeader& header) {
    auto file = AppendFile::open(path);
    if (!file) return Error{file.error()};
    GameWriter writer(std::move(*file));

    const std::uint64_t size = writer.file_.size();
    if (size < kFileHeaderBytes) {
        if (!is_cut_header(path, size))
            return Error{"'" + path + "' is not a game file; it is left as it was"};
        if (size > 0) {
            if (auto cut = writer.file_.truncate(0); !cut) return Error{cut.error()};
            writer.notice_ = "'" + path + "': an unfinished header (" + std::to_string(size) +
                             " bytes, no games) is written anew";
        }
        if (auto done = writer.file_.append(encode_header(header)); !done) return Error{done.error()};
        return writer;
    }

    auto reader = GameReader::open(path);
    if (!reader) return Error{reader.error()};
    if (!same_settings(reader->header(), header))
        return Error{"'" + path + "' holds games played with other settings"};
    std::vector<Game> games;
    while (reader->next_block(games)) {
    }
    writer.file_games_ = reader->games();
    writer.pending_.block_index = reader->next_index();
    writer.notice_ = reader->problem();
    if (const auto end = reader->unfinished_block()) {
        if (auto cut = writer.file_.truncate(*end); !cut) return Error{cut.error()};
        writer.notice_ += "; the unfinished block at the end is cut off";
    }
    return writer;
}

GameWriter::~GameWriter() {
    if (file_.is_open()) static_cast<void>(flush());
}

Result<Done> GameWriter::add(const Game& game) {
    // If the disk stays full, the block must not outgrow what a reader accepts.
    if (payload_.size() >= kBlockTargetBytes)
        if (auto done = flush(); !done) return done;
    if (auto done = encode(game, payload_); !done) return done;
    ++pending_.games;
    pending_.scored_plies += static_cast<std::uint32_t>(game.moves.size());
    if (payload_.size() >= kBlockTargetBytes || Clock::now() - last_flush_ >= kFlushInterval) return flush();
    return Done{};
}

Result<Done> GameWriter::flush() {
    last_flush_ = Clock::now();
    if (pending_.games == 0) return Done{};
    pending_.payload_bytes = static_cast<std::uint32_t>(payload_.size());
    pending_.crc = crc32c(payload_.data(), payload_.size());
    if (auto done = file_.append(encode_block_header(pending_) + payload_); !done) return Error{done.error()};
    file_games_ += pending_.games;
    pending_ = BlockHeader{.block_index = pending_.block_index + 1};
    payload_.clear();
    return Done{};
}

}  // namespace stillpoint::spg
