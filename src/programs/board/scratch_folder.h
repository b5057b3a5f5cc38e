#pragma once

#include <string>

namespace stillpoint {

// A folder that only this user can read, for the tree a page records. Goes with its owner.
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

}  // namespace stillpoint
