#include "cli/cli.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cluster/join.h"
#include "commands/commands.h"
#include "util/nearest.h"
#include "util/terminal.h"

namespace stillpoint {

namespace {

constexpr int kDone = 0, kFailed = 1, kUsage = 2;

int print(const std::string& text) {
    return std::fputs(text.c_str(), stdout) != EOF && std::fflush(stdout) == 0 ? kDone : kFailed;
}

int refuse(const std::string& message) {
    std::fprintf(stderr, "stillpoint: %s\n", message.c_str());
    return kUsage;
}

int refuse_more(const std::vector<std::string>& words, std::size_t most) {
    return refuse(in_quotes(words[most]) + " is one word too many; 'stillpoint --help' says more");
}

std::vector<std::string> known_words(const Uci& uci) {
    std::vector<std::string> words = {"--help", "--version"};
    for (const ProgramInfo& program : kPrograms) words.emplace_back(program.name);
    for (const FrontWord& word : kFrontWords) words.emplace_back(first_word(word.synopsis));
    for (const TextRow& command : uci.commands()) words.emplace_back(first_word(command.name));
    return words;
}

int refuse_unknown(const Uci& uci, std::string_view word) {
    const std::string kind = word.starts_with('-') ? "option " : "program or command ";
    return refuse("there is no " + kind + in_quotes(word) +
                  did_you_mean(word, known_words(uci), "'stillpoint --help' lists them"));
}

int help(Uci& uci, const std::vector<std::string>& words) {
    if (words.empty()) return print(help_text(uci));
    if (words.size() > 1) return refuse_more(words, 1);
    if (const auto code = run_program({words[0], "--help"})) return *code;
    if (uci.knows(words[0])) return static_cast<int>(uci.run_arguments({"help " + words[0]}));
    for (const FrontWord& front : kFrontWords)
        if (first_word(front.synopsis) == words[0])
            return print(two_columns({{std::string(front.synopsis), std::string(front.help)}}));
    return refuse_unknown(uci, words[0]);
}

int complete(const Uci& uci, const std::vector<std::string>& words) {
    const std::string shell = words.empty() ? "" : words[0];
    if (words.size() > 1) return refuse_more(words, 1);
    const std::string script = completion(shell, uci, program_pages());
    if (!script.empty()) return print(script);
    const std::vector<std::string> shells(std::begin(kShells), std::end(kShells));
    if (shell.empty()) return refuse("completion: expected bash, zsh or fish");
    return refuse("completion: there is none for " + in_quotes(shell) +
                  did_you_mean(shell, shells, "expected bash, zsh or fish"));
}

}  // namespace

int run_command_line(const std::vector<std::string>& arguments) {
    if (const auto code = cluster::go_on_as_child()) return *code;
    if (const auto code = run_program(arguments)) return *code;
    auto uci = std::make_unique<Uci>(STILLPOINT_VERSION);
    add_commands(*uci);
    if (arguments.empty()) {
        if (is_terminal(stdin) && is_terminal(stdout))
            print("Stillpoint " + uci->version() + "; 'help' lists the commands, 'quit' leaves\n");
        return run_uci(*uci, arguments);
    }
    const std::string& first = arguments[0];
    const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
    if (first == "--help" || first == "-h" || first == "help") return help(*uci, rest);
    if (first == "--version" || first == "-V" || first == "-v")
        return rest.empty() ? static_cast<int>(uci->run_arguments({"version"})) : refuse_more(rest, 0);
    if (first == "completion") return complete(*uci, rest);
    if (first == "manual" && !rest.empty()) return refuse_more(rest, 0);
    if (first == "manual") return print(manual(*uci, program_pages()));
    const std::string_view command = first_word(first);
    if (!command.empty() && command[0] != '#' && !uci->knows(command)) return refuse_unknown(*uci, command);
    return run_uci(*uci, arguments);
}

}  // namespace stillpoint
