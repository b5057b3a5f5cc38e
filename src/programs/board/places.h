#pragma once

#include <filesystem>
#include <string>

// Folders and programs of this machine that the board needs.
namespace stillpoint {

bool has_page(const std::filesystem::path& folder);
// The folder with the page's files, beside this program or where it is installed; empty if there is none.
std::string find_page(const std::string& own_program);

// A folder that only this user can read, for the tree a page records. It is removed with the object.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string tree_file() const { return path_ + "/search.tree"; }

private:
    std::string path_;
};

// Whether this is a desktop session rather than a remote one.
bool has_desktop();
// Opens the address in the desktop's browser, without waiting for it.
void open_in_browser(const std::string& address);

}  // namespace stillpoint
