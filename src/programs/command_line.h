#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "nnue/network_choice.h"
#include "programs/programs.h"
#include "search/limits.h"
#include "util/result.h"

namespace stillpoint {

// What every program ends with.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;         // what was asked for could not be done, or not all of it
inline constexpr int kUsage = 2;          // the command line is wrong, or names what can't be read or written
inline constexpr int kInterrupted = 130;  // by Ctrl-C or SIGTERM, as shells call it

// Reads the command line. Returns the exit code if there is nothing more to do: help was asked for and given,
// or something is wrong and was named on standard error.
std::optional<int> parse_command_line(CLI::App& app, const Arguments& arguments);

// A command within a program; `example` is a whole call of it.
CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& help,
                      const std::string& example);

// What the app reads, for its help text and lists of all programs.
ProgramPage describe(const CLI::App& app);

// Both say on standard error what went wrong with a program, and return its exit code.
int fail(const char* program, const std::string& message);
int refuse(const char* program, const std::string& message);

// What stands for an option's value in help texts; shells complete names of files and folders there.
inline const std::string kFile = "FILE", kFolder = "FOLDER";

// Ranges of options that several programs have.
inline const CLI::Range kThreadRange(1, 1024);
inline const CLI::Range kJobRange(1, 4096);
inline const CLI::Range kHashRange(1, 33554432);  // MiB
inline const CLI::Range kPercentRange(0, 100);
inline const CLI::Range kRandomPliesRange(0, 254);  // a game's record has room for 255
inline const CLI::Range kCountRange(std::int64_t{1}, std::int64_t{1'000'000'000'000});

// An error if this many tables don't fit into the machine's memory together: the system would end the
// program.
Result<bool> check_memory(std::uint64_t mebibytes_each, int tables);

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
