#include "train/safe_file.h"

#include <fstream>
#include <iterator>

#include "util/replace_file.h"

namespace stillpoint::train {

Result<std::size_t> write_safely(const std::string& path, std::string_view content) {
    auto written = replace_file(path, {content});
    if (!written) return Error{"'" + path + "': not written: " + written.error()};
    return written;
}

Result<std::string> read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return Error{"'" + path + "': cannot be opened"};
    return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

}  // namespace stillpoint::train
