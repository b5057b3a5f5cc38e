#pragma once

#include <string_view>
#include <vector>

namespace stillpoint {

// A file of the page that is built into the program.
struct PageFile {
    std::string_view path;  // "/index.html"
    std::string_view gzip;  // its content, compressed: all browsers take it like that
};

// Empty if the page had not been built when the program was. cmake/StillpointPage.cmake writes the source.
const std::vector<PageFile>& page_files();

}  // namespace stillpoint
