#include "util/replace_file.h"

#include "util/draft_file.h"

namespace stillpoint {

Result<std::size_t> replace_file(const std::string& path, std::initializer_list<std::string_view> parts) {
    auto draft = DraftFile::create(path);
    if (!draft) return Error{draft.error()};
    for (std::string_view part : parts)
        if (const auto written = draft->write(part); !written) return Error{written.error()};
    const auto placed = draft->commit();
    if (!placed) return Error{placed.error()};
    return static_cast<std::size_t>(*placed);
}

}  // namespace stillpoint
