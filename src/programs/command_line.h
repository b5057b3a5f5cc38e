#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "nnue/network_choice.h"
#include "search/limits.h"
#include "util/result.h"

namespace stillpoint {

// Reads the command line. Returns the exit code if there is nothing more to do.
std::optional<int> parse_command_line(CLI::App& app, const std::vector<std::string>& arguments);

// Says on standard error what went wrong with a program. Returns its exit code.
int fail(const char* program, const std::string& message);

// The options that all analysing programs share.
struct CommonOptions {
    std::string time;  // as parse_duration reads it
    int depth = 0;     // 0: not given, here and below
    std::uint64_t nodes = 0;
    int hash = 0;  // MiB
    std::string net;
    std::string syzygy;

    void add_to(CLI::App& app, const std::string& hash_help, int default_hash);
    // The limits given; `defaults` where there are none.
    Result<Limits> limits(const Limits& defaults) const;
    // Whether any limit was given.
    bool has_limit() const { return !time.empty() || depth > 0 || nodes > 0; }
    // Opens the tablebases, if there are any to open.
    Result<bool> open_tablebases() const;
    // Opens the tablebases and returns the network.
    Result<SharedNetwork> load_files() const;
};

}  // namespace stillpoint
