#include "programs/board/scratch_folder.h"

#include <cstdlib>
#include <filesystem>

namespace stillpoint {

ScratchFolder::ScratchFolder() {
    // Not TMPDIR: the engine's commands have no way to write a space.
    std::string pattern = "/tmp/stillpoint-board-XXXXXX";
    if (mkdtemp(pattern.data())) path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace stillpoint
