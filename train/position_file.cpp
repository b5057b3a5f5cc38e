#include "train/position_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "train/archive.h"
#include "train/shuffle.h"
#include "util/crc32c.h"
#include "util/text.h"

namespace stillpoint::train {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPositionFileMagic = "STILLPF1";
constexpr std::size_t kParts = 256;
constexpr std::size_t kWaiting = 2048;  // records of a part that are written together
// The end of the file: length and checksum of notes and checksums, and the magic.
constexpr std::size_t kTrailerBytes = 8 + 4 + kPositionFileMagic.size();

std::string reason() { return errno != 0 ? std::strerror(errno) : "unknown reason"; }

Error not_written(const std::string& path) {
    return Error{"'" + path + "': positions that don't fit in memory can't be written: " + reason()};
}

// After a failure nothing more is tried, and errno keeps its reason.
void write(std::ofstream& file, const void* bytes, std::size_t size) {
    if (!file) return;
    errno = 0;
    file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
}

bool read_at(std::ifstream& stream, std::uint64_t at, void* out, std::size_t size) {
    stream.clear();
    stream.seekg(static_cast<std::streamoff>(at));
    stream.read(static_cast<char*>(out), static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(stream.gcount()) == size;
}

std::string part_path(const std::string& path, std::size_t number) {
    return path + ".part" + std::to_string(number);
}
std::string growing_path(const std::string& path) { return path + ".new"; }

void remove_unfinished(const std::string& path) {
    std::error_code ignored;
    for (std::size_t i = 0; i < kParts; ++i) fs::remove(part_path(path, i), ignored);
    fs::remove(growing_path(path), ignored);
}

template <class Archive, class Checksums, class Notes>
void transfer(Archive& archive, Checksums& checksums, Notes& notes) {
    archive.list(checksums, [](auto& a, auto& checksum) { a(checksum); });
    archive(notes);
}

// Chunks on their way into the file, with their checksums.
class ChunkWriter {
public:
    explicit ChunkWriter(const std::string& path) : file_(path, std::ios::binary | std::ios::trunc) {
        chunk_.reserve(PositionFile::kChunk);
    }

    void add(const Record& record) {
        chunk_.push_back(record);
        if (first_.size() < PositionFile::kChunk) first_.push_back(record);
        if (chunk_.size() < PositionFile::kChunk) return;
        checksums_.push_back(crc32c(chunk_.data(), PositionFile::kChunkBytes));
        write(file_, chunk_.data(), PositionFile::kChunkBytes);
        chunk_.clear();
    }

    void fill_last_chunk() {
        const std::vector<Record> first = first_;
        for (std::size_t i = 0; !chunk_.empty(); ++i) add(first[i % first.size()]);
    }

    bool finish(const std::string& notes) {
        ArchiveWriter end;
        transfer(end, checksums_, notes);
        ArchiveWriter trailer;
        trailer(std::uint64_t{end.bytes.size()});
        trailer(crc32c(end.bytes.data(), end.bytes.size()));
        trailer.array(kPositionFileMagic.data(), kPositionFileMagic.size());
        write(file_, end.bytes.data(), end.bytes.size());
        write(file_, trailer.bytes.data(), trailer.bytes.size());
        file_.close();
        return file_.good();
    }

    bool good() const { return file_.good(); }
    const std::vector<std::uint32_t>& checksums() const { return checksums_; }

private:
    std::ofstream file_;
    std::vector<Record> chunk_, first_;
    std::vector<std::uint32_t> checksums_;
};

}  // namespace

Result<PositionFile> PositionFile::open(const std::string& path) {
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    if (!stream) return Error{"'" + path + "': cannot be opened"};
    const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(stream.tellg(), 0));
    const Error broken{"'" + path + "': not a whole file of positions"};
    std::string trailer(kTrailerBytes, '\0');
    if (size < kTrailerBytes || !read_at(stream, size - kTrailerBytes, trailer.data(), kTrailerBytes))
        return broken;
    std::uint64_t end_bytes = 0;
    std::uint32_t checksum = 0;
    ArchiveReader in(trailer);
    in(end_bytes);
    in(checksum);
    if (!trailer.ends_with(kPositionFileMagic) || end_bytes > size - kTrailerBytes) return broken;
    const std::uint64_t end_at = size - kTrailerBytes - end_bytes;
    std::string end(end_bytes, '\0');
    if (!read_at(stream, end_at, end.data(), end.size()) || crc32c(end.data(), end.size()) != checksum)
        return broken;
    PositionFile file;
    file.path_ = path;
    ArchiveReader fields(end);
    transfer(fields, file.checksums_, file.notes_);
    if (!fields.exact() || file.chunks() == 0 || file.chunks() * PositionFile::kChunkBytes != end_at)
        return broken;
    return file;
}

Result<spg::Done> PositionFile::read(std::ifstream& stream, std::uint64_t chunk, Record* records) const {
    errno = 0;
    if (!read_at(stream, chunk * PositionFile::kChunkBytes, records, PositionFile::kChunkBytes))
        return Error{"'" + path_ + "': cannot be read: " + reason()};
    if (crc32c(records, PositionFile::kChunkBytes) != checksums_[chunk])
        return Error{"'" + path_ + "': damaged; remove it, and --resume makes it again"};
    return spg::Done{};
}

Result<RecordStore> PositionFile::front(std::uint64_t count) const {
    RecordStore out;
    std::ifstream stream(path_, std::ios::binary);
    std::vector<Record> chunk(kChunk);
    for (std::uint64_t i = 0; i < chunks() && out.size() < count; ++i) {
        if (const auto done = read(stream, i, chunk.data()); !done) return Error{done.error()};
        for (const Record& record : chunk) out.push_back(record);
    }
    return out;
}

PositionScatter::PositionScatter(std::string path, std::uint64_t seed)
    : path_(std::move(path)), rng_(seed), parts_(kParts) {
    for (std::size_t i = 0; i < kParts; ++i) {
        parts_[i].file.open(part_path(path_, i), std::ios::binary | std::ios::trunc);
        parts_[i].waiting.reserve(kWaiting);
    }
}

PositionScatter::~PositionScatter() { remove_unfinished(path_); }

Result<spg::Done> PositionScatter::add(const Record& record) {
    const std::size_t number = multiply_high(rng_.next(), kParts);
    parts_[number].waiting.push_back(record);
    return parts_[number].waiting.size() < kWaiting ? spg::Done{} : flush(number);
}

Result<spg::Done> PositionScatter::flush(std::size_t number) {
    Part& part = parts_[number];
    write(part.file, part.waiting.data(), part.waiting.size() * sizeof(Record));
    part.file.flush();
    if (!part.file) return not_written(part_path(path_, number));
    part.records += part.waiting.size();
    part.waiting.clear();
    return spg::Done{};
}

Result<std::vector<Record>> PositionScatter::take_part(std::size_t number, std::uint64_t memory) {
    if (const auto flushed = flush(number); !flushed) return Error{flushed.error()};
    Part& part = parts_[number];
    const std::uint64_t bytes = part.records * sizeof(Record);
    if (bytes > memory)
        return Error{format("shuffling these positions takes %llu MiB of memory; raise --memory",
                            static_cast<unsigned long long>(bytes >> 20) + 1)};
    part = {};
    std::vector<Record> records(bytes / sizeof(Record));
    const std::string path = part_path(path_, number);
    std::ifstream stream(path, std::ios::binary);
    errno = 0;
    if (!read_at(stream, 0, records.data(), bytes))
        return Error{"'" + path + "': cannot be read: " + reason()};
    std::error_code ignored;
    fs::remove(path, ignored);
    return records;
}

Result<PositionFile> PositionScatter::finish(const std::string& notes, std::uint64_t memory) {
    const std::string growing = growing_path(path_);
    ChunkWriter writer(growing);
    for (std::size_t i = 0; i < kParts && writer.good(); ++i) {
        auto records = take_part(i, memory);
        if (!records) return Error{records.error()};
        shuffle(*records, rng_.next());
        for (const Record& record : *records) writer.add(record);
    }
    writer.fill_last_chunk();
    if (!writer.finish(notes)) return not_written(growing);
    std::error_code error;
    fs::rename(growing, path_, error);
    if (error) return Error{"'" + path_ + "': " + error.message()};
    return PositionFile::open(path_);
}

void remove_position_file(const std::string& path) {
    remove_unfinished(path);
    std::error_code ignored;
    fs::remove(path, ignored);
}

}  // namespace stillpoint::train
