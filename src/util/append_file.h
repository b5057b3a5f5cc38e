#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "util/result.h"

namespace stillpoint {

// An ordinary file that only grows at its end, by whole pieces: a piece that could not be written completely
// is removed. While it is open, no other AppendFile can open it (where the system has file locks).
class AppendFile {
public:
    // Opens or creates.
    static Result<AppendFile> open(const std::string& path);

    // False once it has been moved from.
    bool is_open() const { return file_ != nullptr; }
    std::uint64_t size() const { return size_; }
    // Both return the new size.

    // Cuts off everything beyond `size`.
    Result<std::uint64_t> truncate(std::uint64_t size);
    // Writes the piece and waits until it has reached the disk.
    Result<std::uint64_t> append(std::string_view bytes);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    AppendFile() = default;

    std::unique_ptr<std::FILE, Close> file_;
    std::string path_;
    std::uint64_t size_ = 0;
};

}  // namespace stillpoint
