#include "gamedata/reader.h"

#include <filesystem>
#include <fstream>

namespace stillpoint::spg {

namespace {

// Reads up to `size` bytes and returns how many there were.
std::size_t read_up_to(std::istream& stream, char* out, std::size_t size) {
    stream.read(out, static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(stream.gcount());
}

}  // namespace

Result<GameReader> GameReader::open(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return Error{"'" + path + "' is a folder"};
    auto stream = std::make_unique<std::ifstream>(path, std::ios::binary);
    if (!*stream) return Error{"'" + path + "': cannot be opened"};
    return from_stream(std::move(stream), path);
}

Result<GameReader> GameReader::from_stream(std::unique_ptr<std::istream> stream, std::string name) {
    GameReader reader;
    std::string bytes(kFileHeaderBytes, '\0');
    bytes.resize(read_up_to(*stream, bytes.data(), bytes.size()));
    auto header = decode_header(bytes);
    if (!header) return Error{"'" + name + "': " + header.error()};
    reader.stream_ = std::move(stream);
    reader.name_ = std::move(name);
    reader.header_ = *header;
    return reader;
}

bool GameReader::stop(const std::string& reason) {
    ended_ = true;
    problem_ = "'" + name_ + "': block " + std::to_string(blocks_) + " at byte " +
               std::to_string(good_bytes_) + ": " + reason + "; the " + std::to_string(games_) +
               " games before it are good";
    return false;
}

bool GameReader::next_block(std::vector<Game>& games) {
    games.clear();
    if (ended_) return false;
    char head[kBlockHeaderBytes];
    const std::size_t got = read_up_to(*stream_, head, sizeof head);
    if (got == 0 && stream_->eof()) {
        ended_ = true;
        return false;
    }
    if (stream_->bad()) return stop("the file cannot be read");
    const auto header = decode_block_header(std::string_view(head, got), blocks_);
    if (!header) return stop(header.error());
    payload_.resize(header->payload_bytes);
    payload_.resize(read_up_to(*stream_, payload_.data(), payload_.size()));
    auto decoded = decode_payload(*header, payload_);
    if (!decoded) return stop(decoded.error());
    games = std::move(*decoded);
    ++blocks_;
    games_ += header->games;
    scored_plies_ += header->scored_plies;
    good_bytes_ += kBlockHeaderBytes + header->payload_bytes;
    return true;
}

bool GameReader::next(Game& game) {
    // An empty block is odd but not wrong.
    while (position_ == block_.size()) {
        position_ = 0;
        if (!next_block(block_)) return false;
    }
    game = std::move(block_[position_++]);
    return true;
}

}  // namespace stillpoint::spg
