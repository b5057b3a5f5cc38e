// Reads a program's command line, and says what may stand there.
#include <cstdio>

#include "programs/command_line.h"
#include "util/columns.h"
#include "util/nearest.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// "INT:INT in [1 - 1024]" -> "N"; what an option checks is said when it fails.
std::string value_name(const CLI::Option& option) {
    if (option.get_type_size() == 0) return {};
    std::string type = option.get_type_name();
    type = type.substr(0, type.find(':'));
    if (type == "INT" || type == "UINT") type = "N";
    if (type == "FLOAT") type = "X";
    std::string value = type;
    for (int i = 1; i < option.get_expected_min(); ++i) value += ' ' + type;
    return option.get_expected_max() >= CLI::detail::expected_max_vector_size ? value + " ..." : value;
}

OptionInfo describe_option(const CLI::Option& option) {
    OptionInfo info{.names = {}, .value = {}, .help = option.get_description()};
    const bool positional = option.get_positional();
    if (positional) {
        info.value = option.get_name(true);
        if (option.get_expected_max() >= CLI::detail::expected_max_vector_size) info.value += " ...";
    } else {
        for (const std::string& name : option.get_snames()) info.names.push_back('-' + name);
        for (const std::string& name : option.get_lnames()) info.names.push_back("--" + name);
        info.value = value_name(option);
    }
    if (option.get_required() && !positional) info.help += "; needed";
    if (!option.get_default_str().empty() && !info.value.empty())
        info.help += "; default: " + option.get_default_str();
    return info;
}

// The command chosen within a program, and how it is called.
const CLI::App& chosen_part(const CLI::App& app, std::string& call) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) return app;
    call += ' ' + chosen.front()->get_name();
    return *chosen.front();
}

std::string help_text(const ProgramPage& page, const std::string& call, std::string_view example) {
    std::string usage = "Usage: " + call + " [OPTIONS]";
    std::vector<TextRow> words, options, commands;
    for (const OptionInfo& option : page.options) {
        if (option.names.empty()) {
            usage += ' ' + option.value;
            words.push_back({option.value, option.help});
            continue;
        }
        std::string names;
        for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + name;
        options.push_back({names + (option.value.empty() ? "" : ' ' + option.value), option.help});
    }
    for (const ProgramPage& command : page.commands) commands.push_back({command.name, command.help});
    if (!commands.empty()) usage += " COMMAND";
    std::string text = usage + "\n\n" + wrapped(page.help, 0) + '\n';
    if (!words.empty()) text += '\n' + two_columns(words);
    if (!commands.empty())
        text += "\nCommands (" + call + " COMMAND --help says more):\n" + two_columns(commands);
    text += "\nOptions:\n" + two_columns(options);
    if (!page.footer.empty()) text += '\n' + wrapped(page.footer, 0) + '\n';
    if (!example.empty()) text += "\nExample:\n  stillpoint " + std::string(example) + '\n';
    return text;
}

// What is wrong with the command line, in words of its own where the library's are bare.
std::string complaint(const CLI::App& app, const CLI::ParseError& error, const std::string& see) {
    std::string ignored;
    const CLI::App& part = chosen_part(app, ignored);
    std::vector<std::string> commands, options;
    for (const CLI::App* command : part.get_subcommands([](const CLI::App*) { return true; }))
        commands.push_back(command->get_name());
    for (const OptionInfo& option : describe(part).options)
        options.insert(options.end(), option.names.begin(), option.names.end());
    const std::vector<std::string> unknown = app.remaining(true);
    if (!unknown.empty() && unknown[0].starts_with('-')) {
        const std::string name = unknown[0].substr(0, unknown[0].find('='));
        return "there is no option " + in_quotes(name) + did_you_mean(name, options, see);
    }
    if (!unknown.empty() && !commands.empty())
        return "there is no command " + in_quotes(unknown[0]) + did_you_mean(unknown[0], commands, see);
    if (!unknown.empty()) return in_quotes(unknown[0]) + " is one word too many; " + see;
    if (!commands.empty()) {
        std::string text = "it takes one of";
        for (const std::string& command : commands) text += ' ' + command;
        return text + "; " + see;
    }
    return error.what() + ("; " + see);
}

}  // namespace

CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& help,
                      const std::string& example) {
    CLI::App* const command = app.add_subcommand(name, help);
    command->footer("Example: " + example);
    return command;
}

ProgramPage describe(const CLI::App& app) {
    ProgramPage page{.name = app.get_name(),
                     .help = app.get_description(),
                     .footer = app.get_footer(),
                     .options = {},
                     .commands = {}};
    for (const CLI::Option* option : app.get_options()) {
        page.options.push_back(describe_option(*option));
        if (option == app.get_help_ptr()) page.options.back().help = "show this text";
    }
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        page.commands.push_back(describe(*command));
    return page;
}

std::optional<int> parse_command_line(CLI::App& app, const Arguments& arguments) {
    const std::string program(arguments.program->name);
    if (arguments.describe) {
        arguments.describe(app);
        return kDone;
    }
    // CLI11 takes the words from the back.
    std::vector<std::string> reversed(arguments.words.rbegin(), arguments.words.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        std::string call = "stillpoint " + program;
        const CLI::App& part = chosen_part(app, call);
        const std::string_view example = &part == &app ? arguments.program->example : std::string_view();
        std::fputs(help_text(describe(part), call, example).c_str(), stdout);
        return kDone;
    } catch (const CLI::ParseError& error) {
        return refuse(program.c_str(),
                      complaint(app, error, "'stillpoint " + program + " --help' says more"));
    }
    return std::nullopt;
}

}  // namespace stillpoint
