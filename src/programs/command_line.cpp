#include "programs/command_line.h"

namespace stillpoint {

std::optional<int> parse_command_line(CLI::App& app, const std::vector<std::string>& arguments) {
    // CLI11 takes the words from the back.
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::ParseError& e) {
        return app.exit(e);
    }
    return std::nullopt;
}

}  // namespace stillpoint
