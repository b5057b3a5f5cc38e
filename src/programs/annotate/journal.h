#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "util/result.h"

namespace stillpoint {

// How far a run of `annotate` has come, in a small file beside its output. Whatever was written after it is
// cut off when the run goes on, so that no game is lost and none appears twice.
struct Journal {
    std::string run;            // what tells one run from another: input and settings
    std::uint64_t games = 0;    // of the input that are dealt with, readable or not
    std::uint64_t skipped = 0;  // of these: unreadable
    std::uint64_t output_bytes = 0;
    std::uint64_t report_bytes = 0;
    int report_games = 0;
    int report_left_out = 0;
    std::string report_rows;

    // Replaces the file at once: a crash leaves the old or the new one.
    Result<bool> save(const std::string& path) const;
    // Nothing if there is no such file.
    static Result<std::optional<Journal>> load(const std::string& path);
};

}  // namespace stillpoint
