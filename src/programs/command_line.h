#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace stillpoint {

// Reads the command line; the exit code if there is nothing more to do.
std::optional<int> parse_command_line(CLI::App& app, const std::vector<std::string>& arguments);

}  // namespace stillpoint
