#include "gamedata/reader.h"

#include <algorithm>
#include <fstream>

#include "util/input_file.h"

namespace stillpoint::spg {

namespace {

// What is read at a time while looking for the next whole block.
constexpr std::size_t kSearchBytes = 64 * 1024;
// Damaged places that a message names one by one.
constexpr std::size_t kPlacesNamed = 8;

// Reads up to `size` bytes and returns how many there were.
std::size_t read_up_to(std::istream& stream, char* out, std::size_t size) {
    stream.read(out, static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(stream.gcount());
}

}  // namespace

Result<GameReader> GameReader::open(const std::string& path) {
    auto file = open_input(path);
    if (!file) return Error{file.error()};
    return from_stream(std::make_unique<std::ifstream>(std::move(*file)), path);
}

Result<GameReader> GameReader::salvage(const std::string& path) {
    auto file = open_input(path);
    if (!file) return Error{file.error()};
    return begin(std::make_unique<std::ifstream>(std::move(*file)), path, false);
}

Result<GameReader> GameReader::from_stream(std::unique_ptr<std::istream> stream, std::string name) {
    return begin(std::move(stream), std::move(name), true);
}

Result<GameReader> GameReader::begin(std::unique_ptr<std::istream> stream, std::string name,
                                     bool needs_header) {
    GameReader reader;
    std::string bytes(kFileHeaderBytes, '\0');
    bytes.resize(read_up_to(*stream, bytes.data(), bytes.size()));
    reader.stream_ = std::move(stream);
    reader.name_ = std::move(name);
    auto header = decode_header(bytes);
    if (header) {
        reader.header_ = *header;
        return reader;
    }
    reader.fill(kBlockMagic.size());
    if (needs_header || reader.window_ != kBlockMagic)
        return Error{"'" + reader.name_ + "': " + header.error()};
    reader.has_header_ = false;
    reader.good_bytes_ = 0;
    reader.note({0, kFileHeaderBytes, header.error()});
    return reader;
}

// Reads on until the window has this many bytes. False if the file ends before that.
bool GameReader::fill(std::size_t bytes) {
    const std::size_t have = window_.size();
    if (have >= bytes) return true;
    window_.resize(bytes);
    window_.resize(have + read_up_to(*stream_, window_.data() + have, bytes - have));
    return window_.size() == bytes;
}

void GameReader::drop(std::size_t bytes) {
    window_.erase(0, bytes);
    offset_ += bytes;
}

// The block at the window's beginning, which stays in the window.
Result<GameReader::Block> GameReader::block_here() {
    fill(kBlockHeaderBytes);
    const auto header = decode_block_header(window_);
    if (!header) return Error{header.error()};
    fill(kBlockHeaderBytes + header->payload_bytes);
    auto games =
        decode_payload(*header, std::string_view(window_).substr(kBlockHeaderBytes, header->payload_bytes));
    if (!games) return Error{games.error()};
    return Block{*header, std::move(*games)};
}

// Goes past damage, which begins at the window's beginning, to the next whole block. Nothing if there is
// none.
std::optional<GameReader::Block> GameReader::find_block(std::string reason) {
    const std::uint64_t begin = offset_;
    const bool unfinished = is_unfinished_block(window_);
    std::size_t from = 1;  // no whole block begins before it
    while (true) {
        const std::size_t found = window_.find(kBlockMagic, from);
        if (found != std::string::npos) {
            drop(found);
            from = 1;
            auto block = block_here();
            if (!block) continue;
            note({begin, offset_ - begin, std::move(reason)});
            return std::move(*block);
        }
        // The next magic may begin in the window's last bytes.
        drop(window_.size() - std::min(window_.size(), kBlockMagic.size() - 1));
        from = 0;
        const std::size_t have = window_.size();
        fill(have + kSearchBytes);
        if (window_.size() > have) continue;
        drop(have);
        note({begin, offset_ - begin, stream_->bad() ? "the file can't be read" : std::move(reason)});
        if (unfinished && !stream_->bad()) unfinished_block_ = begin;
        return std::nullopt;
    }
}

void GameReader::note(Damage damage) {
    ++damaged_places_;
    damaged_bytes_ += damage.bytes;
    if (damage_.size() < kPlacesNamed) damage_.push_back(std::move(damage));
}

std::string GameReader::problem() const {
    if (damage_.empty()) return {};
    std::string places;
    for (const Damage& d : damage_)
        places += (places.empty() ? "" : ", ") + std::to_string(d.bytes) + " bytes at byte " +
                  std::to_string(d.begin) + " (" + d.reason + ")";
    if (damaged_places_ > damage_.size())
        places += ", and so on in " + std::to_string(damaged_places_) + " places, " +
                  std::to_string(damaged_bytes_) + " bytes in all";
    return "'" + name_ + "': damaged: " + places + "; the " + std::to_string(games_) +
           " games in whole blocks are good";
}

bool GameReader::next_block(std::vector<Game>& games) {
    games.clear();
    if (!fill(1)) {
        if (stream_->bad()) note({offset_, 0, "the file can't be read"});
        return false;
    }
    auto here = block_here();
    std::optional<Block> block;
    if (here) {
        block = std::move(*here);
        if (block->header.block_index != next_index_)
            note({offset_, 0,
                  "block " + std::to_string(block->header.block_index) + " stands where block " +
                      std::to_string(next_index_) + " should"});
    } else {
        block = find_block(here.error());
    }
    if (!block) return false;
    const std::size_t bytes = kBlockHeaderBytes + block->header.payload_bytes;
    drop(bytes);
    games = std::move(block->games);
    ++blocks_;
    next_index_ = block->header.block_index + 1;
    games_ += block->header.games;
    scored_plies_ += block->header.scored_plies;
    good_bytes_ += bytes;
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
