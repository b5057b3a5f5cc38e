#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "gamedata/packed_board.h"
#include "train/record_store.h"
#include "util/result.h"
#include "util/rng.h"

namespace stillpoint::train {

// A file of training positions in random order, for those that memory cannot hold: chunks of records, then a
// few notes of the maker's, then checksums. It lives as long as its run.
class PositionFile {
public:
    // Read together; a few hundred kilobytes, so that a disk need not care where they lie.
    static constexpr std::size_t kChunk = 8192;
    static constexpr std::size_t kChunkBytes = kChunk * sizeof(Record);
    static_assert(kChunk % RecordStore::kBlock == 0);

    // An error if there is none or if it is not whole. Chunks are checked when they are read.
    static Result<PositionFile> open(const std::string& path);

    const std::string& path() const { return path_; }
    // What the maker wrote; may be large.
    std::string take_notes() { return std::move(notes_); }
    std::uint64_t chunks() const { return checksums_.size(); }
    std::uint64_t bytes() const { return chunks() * kChunkBytes; }
    // Fills `records`, which has room for kChunk of them. From any thread, each with a stream of its own.
    Result<spg::Done> read(std::ifstream& stream, std::uint64_t chunk, Record* records) const;
    // The first positions, as many as there are, at most about `count`.
    Result<RecordStore> front(std::uint64_t count) const;

private:
    std::string path_;
    std::string notes_;
    std::vector<std::uint32_t> checksums_;  // of the chunks
};

// Makes a PositionFile of any size with little memory: every position goes to one of many parts at random, on
// the disk; then each part is shuffled in memory and the parts are joined. That is a fair shuffle of all of
// them, which depends on the seed and the positions alone.
class PositionScatter {
public:
    // Parts are put beside the file.
    PositionScatter(std::string path, std::uint64_t seed);
    // Without `finish` nothing stays on the disk.
    ~PositionScatter();
    PositionScatter(const PositionScatter&) = delete;
    PositionScatter& operator=(const PositionScatter&) = delete;

    Result<spg::Done> add(const Record& record);
    // Needs memory for a 256th of the positions; an error if that is more than `memory` bytes. The last chunk
    // is filled up with positions from the first.
    Result<PositionFile> finish(const std::string& notes, std::uint64_t memory);

private:
    struct Part {
        std::ofstream file;
        std::vector<Record> waiting;
        std::uint64_t records = 0;
    };
    Result<spg::Done> flush(std::size_t number);
    Result<std::vector<Record>> take_part(std::size_t number, std::uint64_t memory);

    const std::string path_;
    Rng rng_;
    std::vector<Part> parts_;
};

// Removes the file and what a killed PositionScatter left of it.
void remove_position_file(const std::string& path);

}  // namespace stillpoint::train
