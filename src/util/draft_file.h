#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "util/result.h"

namespace stillpoint {

// A new file beside the one it is to replace: readers find the old content or the new, never half of it.
// Nothing else is touched: the draft takes an unused name (NAME.part, NAME.part2, ...), and only an ordinary
// file is replaced, never a device, a folder or a link. Errors are the reason alone, without the path.
class DraftFile {
public:
    static Result<DraftFile> create(const std::string& path);
    // Goes on with a draft that an earlier process left, cut to its first `bytes`. An error if that process
    // still writes it.
    static Result<DraftFile> resume(const std::string& path, int number, std::uint64_t bytes);
    // Throws such a draft away, if it is there.
    static Result<bool> remove(const std::string& path, int number);
    // For a process that ends without destructors: removes what they would remove. Any thread may call it.
    static void remove_unfinished();

    DraftFile(DraftFile&&) = default;
    DraftFile& operator=(DraftFile&&) = default;
    // Removes a draft that was neither put in place nor left.
    ~DraftFile();

    // To resume it by.
    int number() const { return number_; }
    std::uint64_t bytes() const { return bytes_; }

    // Both return the bytes so far.
    Result<std::uint64_t> write(std::string_view bytes);
    // Waits until everything has reached the disk.
    Result<std::uint64_t> sync();
    // Puts the draft in the place of the file; nothing can be written after it. Returns the bytes.
    Result<std::uint64_t> commit();
    // Leaves it on the disk to be resumed, whatever happens to this object.
    void leave();

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    DraftFile(std::string path, int number) : path_(std::move(path)), number_(number) {}
    std::string name() const;

    std::string path_;
    int number_;
    std::unique_ptr<std::FILE, Close> file_;  // null once it has been moved from or put in place
    std::uint64_t bytes_ = 0;
    bool left_ = false;
};

}  // namespace stillpoint
