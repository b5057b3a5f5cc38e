#include "util/replace_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stillpoint {
namespace {

namespace fs = std::filesystem;

class ReplaceFile : public testing::Test {
protected:
    ReplaceFile() : folder_(fs::temp_directory_path() / ("stillpoint-replace-" + std::to_string(getpid()))) {
        fs::remove_all(folder_);
        fs::create_directory(folder_);
    }
    ~ReplaceFile() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ / name; }
    static void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
    static std::string get(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), {}); }

private:
    fs::path folder_;
};

TEST_F(ReplaceFile, WritesAllPartsAndLeavesNothingElse) {
    const auto written = replace_file(path("new"), {"one ", std::string_view("t\0o", 3)});
    ASSERT_TRUE(written.ok());
    EXPECT_EQ(*written, 7u);
    EXPECT_EQ(get(path("new")), std::string("one t\0o", 7));
    ASSERT_TRUE(replace_file(path("new"), {"again"}).ok());
    EXPECT_EQ(get(path("new")), "again");
    EXPECT_EQ(files(), 1);
}

TEST_F(ReplaceFile, KeepsFilesThatHaveItsPassingName) {
    put(path("net.part"), "mine");
    put(path("other"), "also mine");
    fs::create_symlink(path("other"), path("net.part2"));
    ASSERT_TRUE(replace_file(path("net"), {"weights"}).ok());
    EXPECT_EQ(get(path("net")), "weights");
    EXPECT_EQ(get(path("net.part")), "mine");
    EXPECT_EQ(get(path("other")), "also mine");
    EXPECT_EQ(files(), 4);
}

TEST_F(ReplaceFile, ReplacesOrdinaryFilesOnly) {
    put(path("target"), "mine");
    fs::create_symlink(path("target"), path("link"));
    fs::create_symlink(path("nowhere"), path("dangling"));
    fs::create_directory(path("folder"));
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    for (const char* name : {"link", "dangling", "folder", "pipe"}) {
        const auto written = replace_file(path(name), {"text"});
        ASSERT_FALSE(written.ok()) << name;
        EXPECT_EQ(written.error(), "not an ordinary file");
    }
    EXPECT_EQ(get(path("target")), "mine");
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
    EXPECT_EQ(files(), 5);
}

TEST_F(ReplaceFile, SaysWhyItFails) {
    EXPECT_EQ(replace_file(path("no/such/folder"), {"text"}).error(), "No such file or directory");
    EXPECT_FALSE(replace_file("", {"text"}).ok());
    EXPECT_EQ(files(), 0);
}

}  // namespace
}  // namespace stillpoint
