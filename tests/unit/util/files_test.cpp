#include <cstdint>
#include <filesystem>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/unit/support/temp_dir.h"
#include "util/append_file.h"
#include "util/draft_file.h"
#include "util/input_file.h"

namespace stillpoint {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t files_in(const TempDir& folder) {
    return std::distance(fs::directory_iterator(folder.path()), {});
}

TEST(DraftFile, TheOldFileStaysUntilTheNewOneIsWhole) {
    const TempDir folder;
    const std::string path = folder.file("a");
    write_all(path, "old");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    {
        auto draft = DraftFile::create(path);
        ASSERT_TRUE(draft) << draft.error();
        ASSERT_TRUE(draft->write("new"));
        ASSERT_TRUE(draft->sync());
        EXPECT_EQ(read_all(path), "old");
        EXPECT_EQ(*draft->commit(), 3u);
    }
    EXPECT_EQ(read_all(path), "new");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(files_in(folder), 1);
}

TEST(DraftFile, IsRemovedUnlessItIsLeft) {
    const TempDir folder;
    const std::string path = folder.file("a");
    ASSERT_TRUE(DraftFile::create(path)->write("lost"));
    EXPECT_EQ(files_in(folder), 0);
    int number = 0;
    {
        auto draft = std::move(*DraftFile::create(path));
        ASSERT_TRUE(draft.write("kept, not kept"));
        ASSERT_TRUE(draft.sync());
        number = draft.number();
        draft.leave();
    }
    EXPECT_EQ(files_in(folder), 1);
    EXPECT_FALSE(DraftFile::resume(path, number, 1000)) << "it is shorter";
    EXPECT_FALSE(DraftFile::resume(path, number + 1, 0)) << "there is none";
    {
        auto again = DraftFile::resume(path, number, 4);
        ASSERT_TRUE(again) << again.error();
        ASSERT_TRUE(again->write(" on"));
        ASSERT_TRUE(again->commit());
    }
    EXPECT_EQ(read_all(path), "kept on");
    EXPECT_EQ(files_in(folder), 1);
}

TEST(DraftFile, ResumesNoLink) {
    const TempDir folder;
    write_all(folder.file("mine"), "mine");
    fs::create_symlink(folder.file("mine"), folder.file("a.part"));
    EXPECT_FALSE(DraftFile::resume(folder.file("a"), 1, 0));
    EXPECT_EQ(read_all(folder.file("mine")), "mine");
}

TEST(DraftFile, WhatCameInItsWayMeanwhileIsKept) {
    const TempDir folder;
    auto draft = std::move(*DraftFile::create(folder.file("a")));
    write_all(folder.file("mine"), "mine");
    fs::create_symlink(folder.file("mine"), folder.file("a"));
    EXPECT_FALSE(draft.commit());
    EXPECT_TRUE(fs::is_symlink(folder.file("a")));
}

TEST(AppendFile, TakesOrdinaryFilesOnly) {
    const TempDir folder;
    ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
    fs::create_directory(folder.file("folder"));
    for (const std::string& name : {folder.file("pipe"), folder.file("folder"), std::string("/dev/full")})
        EXPECT_FALSE(AppendFile::open(name)) << name;
    for (int i = 1; i <= 2; ++i) {
        auto file = AppendFile::open(folder.file("log"));
        ASSERT_TRUE(file) << file.error();
        EXPECT_EQ(*file->append("line\n"), static_cast<std::uint64_t>(5 * i));
    }
    EXPECT_EQ(read_all(folder.file("log")), "line\nline\n");
}

TEST(InputFile, RefusesWhatHasNoContentOrNoEnd) {
    const TempDir folder;
    write_all(folder.file("text"), "hello");
    auto file = open_input(folder.file("text"));
    ASSERT_TRUE(file);
    std::string word;
    EXPECT_TRUE(*file >> word && word == "hello");
    EXPECT_TRUE(open_input("/dev/null"));
    for (const std::string& name :
         {folder.path().string(), folder.file("missing"), std::string("/dev/zero"), std::string("/dev/full"),
          std::string("/dev/urandom"), std::string(5000, 'x'), std::string()}) {
        const auto refused = open_input(name);
        ASSERT_FALSE(refused) << name;
        EXPECT_TRUE(refused.error().starts_with("can't read '")) << refused.error();
    }
    EXPECT_TRUE(is_ordinary_file(folder.file("text")));
    EXPECT_FALSE(is_ordinary_file(folder.path().string()));
}

}  // namespace
}  // namespace stillpoint
