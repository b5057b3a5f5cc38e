#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "search/limits.h"
#include "util/result.h"

namespace stillpoint {

// The options that all analysing commands share.
struct CommonOptions {
    std::string time;  // as parse_duration reads it
    int depth = 0;     // 0: not given, here and below
    std::uint64_t nodes = 0;
    int hash = 0;  // MiB
    std::string net;
    std::string syzygy;

    void add_to(CLI::App& app, const std::string& hash_help, int default_hash);
    bool has_limit() const { return !time.empty() || depth > 0 || nodes > 0; }
    Result<Limits> limits() const;
    // Opens the tablebases. The value is a line to show, or empty.
    Result<std::string> open_tablebases() const;
};

}  // namespace stillpoint
