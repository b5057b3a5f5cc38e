#include "util/lines.h"

#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/support/broken_disk.h"

namespace stillpoint {
namespace {

std::vector<std::string> lines_of(const std::string& text, std::size_t max_line = kMaxFileLine) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; next_line(in, line, max_line);) lines.push_back(line);
    return lines;
}

using Lines = std::vector<std::string>;

TEST(NextLine, ReadsAsGetlineDoes) {
    for (const char* text : {"", "\n", "a", "a\n", "a\nb", "\n\na\n\n", "a\r\nb\r\n"}) {
        std::istringstream in(text);
        Lines expected;
        for (std::string line; std::getline(in, line);) expected.push_back(line);
        EXPECT_EQ(lines_of(text), expected) << text;
    }
    EXPECT_EQ(lines_of(std::string("a\0b\nc", 5)), (Lines{std::string("a\0b", 3), "c"}));
}

TEST(NextLine, EndsAtALineThatIsTooLong) {
    EXPECT_EQ(lines_of("abcd\nabcd\n", 4), (Lines{"abcd", "abcd"}));
    EXPECT_EQ(lines_of("abc\nabcde\nabc\n", 4), (Lines{"abc"}));
    EXPECT_EQ(lines_of("abcde", 4), Lines{});
}

TEST(NextLine, FoldersAndDevicesEnd) {
    std::string line;
    std::ifstream folder("/");
    EXPECT_FALSE(next_line(folder, line));
    std::ifstream endless("/dev/zero");
    EXPECT_FALSE(next_line(endless, line));
}

TEST(NextLine, SaysWhyThereIsMore) {
    const auto why = [](std::streambuf&& bytes, std::size_t max_line = kMaxFileLine) {
        std::istream in(&bytes);
        for (std::string line; next_line(in, line, max_line);) {
        }
        const char* const reason = why_cut_short(in);
        return std::string(reason ? reason : "");
    };
    EXPECT_EQ(why(std::stringbuf("a\nb")), "");
    EXPECT_EQ(why(std::stringbuf("a\nb\n")), "");
    EXPECT_NE(why(std::stringbuf("a\nbcd\n"), 2), "");
    EXPECT_NE(why(test::BrokenDisk("a\nb\n")), "");
    EXPECT_NE(why(test::BrokenDisk("a\nb")), "");
}

}  // namespace
}  // namespace stillpoint
