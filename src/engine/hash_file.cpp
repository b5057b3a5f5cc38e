#include "engine/hash_file.h"

#include <cstdio>
#include <cstring>
#include <memory>

#include "util/crc32c.h"
#include "util/replace_file.h"

namespace stillpoint::hash_file {

namespace {

constexpr char kMagic[8] = {'S', 'T', 'I', 'L', 'L', 'T', 'T', '1'};
constexpr std::size_t kChunk = std::size_t{16} << 20;

struct Header {
    char magic[8];
    std::uint64_t mebibytes;
    std::uint32_t bytes_crc;
    std::uint32_t header_crc;  // of all before it
};
static_assert(sizeof(Header) == 24);

struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Closer>;

std::uint32_t crc_of(const Table& table) {
    std::uint32_t crc = 0;
    const char* bytes = static_cast<const char*>(table.bytes());
    for (std::size_t at = 0; at < table.byte_count(); at += kChunk)
        crc = crc32c(bytes + at, std::min(kChunk, table.byte_count() - at), crc);
    return crc;
}

}  // namespace

Result<std::string> save(const Table& table, const std::string& path) {
    if (path.empty()) return Error{"savehash: no file name given"};
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.mebibytes = table.size_mebibytes();
    header.bytes_crc = crc_of(table);
    header.header_crc = crc32c(&header, offsetof(Header, header_crc));
    const auto written = replace_file(path, {{reinterpret_cast<const char*>(&header), sizeof header},
                                             {static_cast<const char*>(table.bytes()), table.byte_count()}});
    if (!written) return Error{"savehash: writing '" + path + "' failed: " + written.error()};
    return "hash of " + std::to_string(header.mebibytes) + " MiB saved to " + path;
}

Result<std::string> load(Table& table, const std::string& path) {
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) return Error{"loadhash: can't read '" + path + "': " + std::strerror(errno)};
    Header header{};
    if (std::fread(&header, sizeof header, 1, file.get()) != 1 ||
        std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 ||
        header.header_crc != crc32c(&header, offsetof(Header, header_crc)))
        return Error{"loadhash: '" + path + "' is not a hash file of this engine; the hash is unchanged"};
    // Check the real size before asking for memory.
    if (std::fseek(file.get(), 0, SEEK_END) != 0 || header.mebibytes == 0 || header.mebibytes > (1u << 25) ||
        static_cast<std::uint64_t>(std::ftell(file.get())) != sizeof header + (header.mebibytes << 20))
        return Error{"loadhash: '" + path + "' has the wrong length; the hash is unchanged"};
    std::fseek(file.get(), sizeof header, SEEK_SET);
    const std::size_t before = table.size_mebibytes();
    if (table.resize(header.mebibytes) != header.mebibytes) {
        table.resize(before);
        return Error{"loadhash: no memory for " + std::to_string(header.mebibytes) +
                     " MiB; the hash is empty now"};
    }
    if (std::fread(table.bytes(), 1, table.byte_count(), file.get()) != table.byte_count() ||
        crc_of(table) != header.bytes_crc) {
        table.clear(1);
        return Error{"loadhash: '" + path + "' is damaged; the hash is empty now"};
    }
    return "hash of " + std::to_string(header.mebibytes) + " MiB loaded from " + path;
}

}  // namespace stillpoint::hash_file
