#include "tablebase/table_file.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>
#include <vector>

#include "tablebase/table_header.h"

namespace stillpoint::tablebase {

namespace {

// Most headers fit into the first size; the second holds the largest header the format allows.
constexpr std::size_t kUsualHeader = 32 * 1024, kLargestHeader = 512 * 1024;
constexpr std::size_t kChecksumBytes = 16;
// Larger indexes are not read: for big tables that would take minutes and say nothing about the blocks.
constexpr std::uint64_t kLargestIndex = 1024 * 1024;

bool read_at(std::ifstream& in, std::uintmax_t offset, std::vector<std::uint8_t>& bytes) {
    in.clear();
    in.seekg(static_cast<std::streamoff>(offset));
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return static_cast<std::size_t>(in.gcount()) == bytes.size();
}

// Nothing if the file cannot be read.
std::optional<HeaderFindings> read_header_of(std::ifstream& in, std::uintmax_t size, const Material& material,
                                             TableKind kind) {
    for (std::size_t most : {kUsualHeader, kLargestHeader}) {
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(std::min<std::uintmax_t>(size, most)));
        if (!read_at(in, 0, bytes)) break;
        HeaderFindings found = read_header(bytes, material, kind);
        if (found.needs_more_bytes && bytes.size() < size && most < kLargestHeader) continue;
        return found;
    }
    return std::nullopt;
}

}  // namespace

std::string_view file_ending(TableKind kind) { return kind == TableKind::Wdl ? ".rtbw" : ".rtbz"; }

std::string_view find_fault(const std::filesystem::path& file, const Material& material, TableKind kind) {
    std::error_code error;
    // Opening a pipe or a device could hang or worse, so look before opening.
    if (!std::filesystem::is_regular_file(file, error)) return "not a regular file";
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error) return "cannot be read";
    if (size == 0) return "empty file";
    std::ifstream in(file, std::ios::binary);
    if (!in) return "cannot be opened";

    const auto header = read_header_of(in, size, material, kind);
    if (!header) return "cannot be read";
    const HeaderFindings& found = *header;
    if (found.needs_more_bytes) return "ends inside its header";
    if (!found.fault.empty()) return found.fault;
    if (size < found.file_size) return "shorter than its header says (an interrupted download?)";
    if (size > found.file_size) return "longer than its header says";
    if (found.index_end - found.index_begin <= kLargestIndex) {
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(found.index_end - found.index_begin));
        if (!read_at(in, found.index_begin, bytes)) return "cannot be read";
        if (!is_index_sound(bytes, found.index_begin, found.index)) return "has a broken index";
    }

    // Programs that fetch a file in pieces may reserve its full length first: the end is then still zero.
    std::vector<std::uint8_t> checksum(kChecksumBytes);
    if (!read_at(in, size - kChecksumBytes, checksum)) return "cannot be read";
    if (checksum == std::vector<std::uint8_t>(kChecksumBytes))
        return "has no checksum (an unfinished download?)";
    return {};
}

std::vector<int> distance_units(const std::filesystem::path& file, const Material& material) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error) return {};
    std::ifstream in(file, std::ios::binary);
    const auto header = read_header_of(in, size, material, TableKind::Dtz);
    if (!header) return {};
    std::vector<int> units = header->flags;
    for (int& flags : units) flags &= kBlackToMove | kWinInPlies | kLossInPlies;
    return units;
}

}  // namespace stillpoint::tablebase
