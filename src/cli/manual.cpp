// The man page.
#include "cli/cli.h"

namespace stillpoint {

namespace {

// Text as troff reads it: a hyphen that can be copied, and no line that looks like a request.
std::string escaped(std::string_view text) {
    std::string out;
    bool at_start = true;
    for (char c : text) {
        if (at_start && (c == '.' || c == '\'')) out += "\\&";
        at_start = c == '\n';
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

std::string entry(const std::string& name, std::string_view meaning) {
    return ".TP\n\\fB" + escaped(name) + "\\fR\n" + escaped(meaning) + '\n';
}

std::string options(const ProgramPage& page) {
    std::string text;
    for (const OptionInfo& option : page.options) {
        std::string names;
        for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + name;
        const std::string space = names.empty() || option.value.empty() ? "" : " ";
        text += ".TP\n" + (names.empty() ? "" : "\\fB" + escaped(names) + "\\fR") + space +
                (option.value.empty() ? "" : "\\fI" + escaped(option.value) + "\\fR") + '\n' +
                escaped(option.help) + '\n';
    }
    return text;
}

std::string program(const ProgramPage& page, std::string_view example) {
    std::string text =
        ".SS stillpoint " + escaped(page.name) + '\n' + escaped(page.help) + '\n' + options(page);
    for (const ProgramPage& command : page.commands)
        text += ".PP\n.B stillpoint " + escaped(page.name + ' ' + command.name) + "\n.br\n" +
                escaped(command.help) + '\n' + options(command) + ".PP\n" + escaped(command.footer) + '\n';
    if (!page.footer.empty()) text += ".PP\n" + escaped(page.footer) + '\n';
    return text + ".PP\nExample:\n.PP\n.RS\n.nf\nstillpoint " + escaped(example) + "\n.fi\n.RE\n";
}

std::string uci_option(const UciOption& option) {
    std::string meaning;
    switch (option.type) {
        case UciOption::Type::Check: meaning = "true or false"; break;
        case UciOption::Type::Spin:
            meaning = "a number from " + std::to_string(option.min) + " to " + std::to_string(option.max);
            break;
        case UciOption::Type::Combo:
            for (const std::string& choice : option.choices)
                meaning += (meaning.empty() ? "" : ", ") + choice;
            break;
        case UciOption::Type::Button: meaning = "has no value"; break;
        case UciOption::Type::String: meaning = "a text"; break;
    }
    if (!option.default_value.empty()) meaning += "; default: " + option.default_value;
    return entry(option.name, meaning);
}

}  // namespace

std::string manual(const Uci& uci, const std::vector<ProgramPage>& pages) {
    std::string text = ".TH STILLPOINT 1 \"\" \"Stillpoint " + uci.version() + "\" \"User Commands\"\n" +
                       R"(.SH NAME
stillpoint \- a chess engine that can say why
.SH SYNOPSIS
.B stillpoint
.br
.B stillpoint
.I PROGRAM
[\fIOPTIONS\fR]
.br
.B stillpoint
.I COMMAND
[\fIWORDS\fR] ...
.SH DESCRIPTION
Without words on its command line,
.B stillpoint
speaks UCI, the protocol of chess GUIs, on standard input and output.
With the name of a program it runs that; programs are described below.
With the name of a UCI command it runs that, and what follows, and ends. Each word that is the name of a command begins a new one.
)";
    text += ".SH PROGRAMS\n";
    for (std::size_t i = 0; i < pages.size(); ++i) text += program(pages[i], kPrograms[i].example);
    text += ".SH ABOUT THE PROGRAM\n";
    for (const FrontWord& word : kFrontWords)
        text += entry("stillpoint " + std::string(word.synopsis), word.help);
    text += ".SH UCI COMMANDS\n";
    for (const TextRow& command : uci.commands()) text += entry(command.name, command.meaning);
    text += ".SH UCI OPTIONS\nSet with \\fBsetoption name \\fIN\\fB value \\fIV\\fR.\n";
    for (const UciOption& option : uci.options().shown()) text += uci_option(option);
    return text + R"(.SH EXIT STATUS
.TP
.B 0
all was done
.TP
.B 1
what was asked for could not be done, or not all of it
.TP
.B 2
the command line is wrong, or names what can't be read or written
.TP
.B 130
ended by Ctrl\-C
.SH ENVIRONMENT
.TP
.B NO_COLOR
if set, nothing is coloured
.TP
.B XDG_CACHE_HOME
where the endgame tables that the board makes are kept, in
.IR stillpoint ;
default:
.I ~/.cache
.SH SEE ALSO
.BR xboard (6),
.BR polyglot (6)
.PP
Stillpoint's documents describe everything at length: what its search does, how to ask it why, how it was trained.
)";
}

}  // namespace stillpoint
