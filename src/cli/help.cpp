#include "cli/cli.h"

namespace stillpoint {

std::string help_text(const Uci& uci) {
    std::vector<TextRow> programs, words;
    for (const ProgramInfo& program : kPrograms)
        programs.push_back({std::string(program.name), std::string(program.help)});
    for (const FrontWord& word : kFrontWords)
        words.push_back({std::string(word.synopsis), std::string(word.help)});
    const auto usage = two_columns({{"stillpoint", "speak UCI on standard input and output, for chess GUIs"},
                                    {"stillpoint PROGRAM ...", "run one of the programs below"},
                                    {"stillpoint COMMAND ...", "run UCI commands, one after the other"}});
    return "Stillpoint " + uci.version() + ", a chess engine\n\nUsage:\n" + usage +
           "\nPrograms (stillpoint PROGRAM --help says more):\n" + two_columns(programs) +
           "\nAbout this program:\n" + two_columns(words) + "\nUCI commands (docs/uci.md says more):\n" +
           two_columns(uci.commands()) +
           "\nExamples:\n  stillpoint board\n  stillpoint analyse \"8/8/8/4k3/8/8/4P3/4K3 w - -\" --time 5\n"
           "  stillpoint \"position startpos moves e2e4\" \"go depth 16\"\n";
}

}  // namespace stillpoint
