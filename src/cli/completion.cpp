// Completion scripts for shells.
#include <algorithm>

#include "cli/cli.h"

namespace stillpoint {

namespace {

// Each word that may come first, and what it means.
std::vector<TextRow> first_words(const Uci& uci) {
    std::vector<TextRow> rows;
    const auto add = [&](std::string_view synopsis, std::string_view help) {
        const std::string word(first_word(synopsis));
        if (std::none_of(rows.begin(), rows.end(), [&](const TextRow& row) { return row.name == word; }))
            rows.push_back({word, std::string(help)});
    };
    for (const ProgramInfo& program : kPrograms) add(program.name, program.help);
    for (const FrontWord& word : kFrontWords) add(word.synopsis, word.help);
    for (const TextRow& command : uci.commands()) add(command.name, command.meaning);
    return rows;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

std::string names_of(const std::vector<TextRow>& rows) {
    std::string text;
    for (const TextRow& row : rows) text += (text.empty() ? "" : " ") + row.name;
    return text;
}

std::string names_of(const std::vector<ProgramPage>& pages) {
    std::string text;
    for (const ProgramPage& page : pages) text += (text.empty() ? "" : " ") + page.name;
    return text;
}

std::string shells() {
    std::string text;
    for (std::string_view shell : kShells) text += (text.empty() ? "" : " ") + std::string(shell);
    return text;
}

// ---- bash -----------------------------------------------------------------------------------------------

std::string option_names(const ProgramPage& page) {
    std::string text;
    for (const OptionInfo& option : page.options)
        for (const std::string& name : option.names) text += (text.empty() ? "" : " ") + name;
    return text;
}

std::string bash(const Uci& uci, const std::vector<ProgramPage>& pages) {
    const std::string all = names_of(first_words(uci));
    std::string text =
        "# bash completion for stillpoint(1), made by `stillpoint completion bash`\n"
        "_stillpoint() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} words='' options=''\n"
        "    case \"$COMP_CWORD ${COMP_WORDS[1]} ${COMP_WORDS[2]-}\" in\n"
        "        1\\ *) words='" +
        all + " --help --version' ;;\n        2\\ help\\ *) words='" + all +
        "' ;;\n        2\\ completion\\ *) words='" + shells() + "' ;;\n";
    for (const ProgramPage& page : pages) {
        if (!page.commands.empty())
            text += "        2\\ " + page.name + "\\ *) words='" + names_of(page.commands) + "' options='" +
                    option_names(page) + "' ;;\n";
        for (const ProgramPage& command : page.commands)
            text += "        *\\ " + page.name + "\\ " + command.name + ") options='" +
                    option_names(command) + "' ;;\n";
        text += "        *\\ " + page.name + "\\ *) options='" + option_names(page) + "' ;;\n";
    }
    // Where nothing fits, bash completes names of files.
    return text +
           "    esac\n"
           "    case \"$current\" in -*) words+=\" $options\" ;; esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o default -F _stillpoint stillpoint\n";
}

// ---- zsh ------------------------------------------------------------------------------------------------

std::string in_zsh(std::string text) {
    text = replaced(std::move(text), "'", "'\\''");
    for (const char* sign : {"[", "]", ":"}) text = replaced(std::move(text), sign, std::string("\\") + sign);
    return text;
}

std::string zsh_list(const std::vector<TextRow>& rows, const std::string& indent) {
    std::string text;
    for (const TextRow& row : rows) text += indent + "'" + row.name + ":" + in_zsh(row.meaning) + "'\n";
    return text;
}

std::string zsh_options(const ProgramPage& page, const std::string& indent) {
    std::string text = "_arguments -S";
    for (const OptionInfo& option : page.options) {
        if (option.names.empty()) continue;
        for (const std::string& name : option.names) {
            text += " \\\n" + indent + "'" + name + "[" + in_zsh(option.help) + "]";
            if (option.value == "FOLDER")
                text += ":folder:_files -/";
            else if (option.value == "FILE")
                text += ":file:_files";
            else if (!option.value.empty())
                text += ":" + in_zsh(option.value) + ":";
            text += "'";
        }
    }
    return text + " \\\n" + indent + "'*:file:_files'";
}

std::string zsh(const Uci& uci, const std::vector<ProgramPage>& pages) {
    const std::vector<TextRow> all = first_words(uci);
    std::string text =
        "#compdef stillpoint\n"
        "# zsh completion for stillpoint(1), made by `stillpoint completion zsh`\n"
        "_stillpoint() {\n"
        "    local -a list\n"
        "    if (( CURRENT == 2 )); then\n"
        "        list=(\n" +
        zsh_list(all, "            ") +
        "        )\n"
        "        _describe 'program or command' list\n"
        "        return\n"
        "    fi\n"
        "    shift words\n"
        "    (( CURRENT-- ))\n"
        "    case $words[1] in\n"
        "        help) (( CURRENT == 2 )) && compadd " +
        names_of(all) + " ;;\n        completion) (( CURRENT == 2 )) && compadd " + shells() + " ;;\n";
    for (const ProgramPage& page : pages) {
        text += "        " + page.name + ")\n";
        if (!page.commands.empty()) {
            std::vector<TextRow> commands;
            for (const ProgramPage& command : page.commands) commands.push_back({command.name, command.help});
            text +=
                "            if (( CURRENT == 2 )); then\n"
                "                list=(\n" +
                zsh_list(commands, "                    ") +
                "                )\n"
                "                _describe 'command' list\n"
                "                return\n"
                "            fi\n"
                "            shift words\n"
                "            (( CURRENT-- ))\n"
                "            case $words[1] in\n";
            for (const ProgramPage& command : page.commands)
                text += "                " + command.name + ") " +
                        zsh_options(command, "                    ") + " ;;\n";
            text += "            esac ;;\n";
        } else {
            text += "            " + zsh_options(page, "                ") + " ;;\n";
        }
    }
    return text +
           "        *) _files ;;\n"
           "    esac\n"
           "}\n"
           "if [ \"$funcstack[1]\" = _stillpoint ]; then _stillpoint \"$@\"; else compdef _stillpoint "
           "stillpoint; fi\n";
}

// ---- fish -----------------------------------------------------------------------------------------------

std::string in_fish(std::string text) {
    return "'" + replaced(replaced(std::move(text), "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_options(const ProgramPage& page, const std::string& condition) {
    std::string text;
    for (const OptionInfo& option : page.options) {
        if (option.names.empty()) continue;
        text += "complete -c stillpoint -n " + in_fish(condition);
        for (const std::string& name : option.names)
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (option.value == "FOLDER")
            text += " -x -a '(__fish_complete_directories)'";
        else if (option.value == "FILE")
            text += " -r -F";
        else if (!option.value.empty())
            text += " -x";
        text += " -d " + in_fish(option.help) + '\n';
    }
    return text;
}

std::string fish(const Uci& uci, const std::vector<ProgramPage>& pages) {
    std::string text = "# fish completion for stillpoint(1), made by `stillpoint completion fish`\n";
    for (const TextRow& row : first_words(uci))
        text += "complete -c stillpoint -n __fish_use_subcommand -f -a " + row.name + " -d " +
                in_fish(row.meaning) + '\n';
    text += "complete -c stillpoint -n '__fish_seen_subcommand_from completion' -f -a " + in_fish(shells()) +
            '\n';
    text += "complete -c stillpoint -n '__fish_seen_subcommand_from help' -f -a " +
            in_fish(names_of(first_words(uci))) + '\n';
    for (const ProgramPage& page : pages) {
        const std::string chosen = "__fish_seen_subcommand_from " + page.name;
        if (page.commands.empty()) {
            text += fish_options(page, chosen);
            continue;
        }
        const std::string names = names_of(page.commands);
        for (const ProgramPage& command : page.commands) {
            text += "complete -c stillpoint -n " +
                    in_fish(chosen + "; and not __fish_seen_subcommand_from " + names) + " -f -a " +
                    command.name + " -d " + in_fish(command.help) + '\n';
            text += fish_options(command, chosen + "; and __fish_seen_subcommand_from " + command.name);
        }
    }
    return text;
}

}  // namespace

std::string completion(std::string_view shell, const Uci& uci, const std::vector<ProgramPage>& pages) {
    if (shell == "bash") return bash(uci, pages);
    if (shell == "zsh") return zsh(uci, pages);
    if (shell == "fish") return fish(uci, pages);
    return {};
}

}  // namespace stillpoint
