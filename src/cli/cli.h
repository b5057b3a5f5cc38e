#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "programs/programs.h"
#include "uci/uci.h"

// The program as a shell sees it: what its words mean, its help, its man page and its completions, all from
// the same lists.
namespace stillpoint {

// Runs a program, the UCI loop, or commands of it; or answers what was asked about them. Returns the exit
// code.
int run_command_line(const std::vector<std::string>& arguments);

// What the command line knows besides programs and UCI commands.
struct FrontWord {
    std::string_view synopsis;
    std::string_view help;
};
inline constexpr FrontWord kFrontWords[] = {
    {"help [NAME]", "this text, or what a program or command does; also --help, -h"},
    {"version", "version, commit, compiler, network ...; also --version"},
    {"completion bash | zsh | fish", "completion for a shell: eval \"$(stillpoint completion bash)\""},
    {"manual", "the man page: stillpoint manual | man -l -"},
};

// All that `stillpoint --help` prints.
std::string help_text(const Uci& uci);

// The man page stillpoint(1), in the troff language.
std::string manual(const Uci& uci, const std::vector<ProgramPage>& pages);

// A completion script; empty for an unknown shell.
std::string completion(std::string_view shell, const Uci& uci, const std::vector<ProgramPage>& pages);
inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

}  // namespace stillpoint
