#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "analysis/epd.h"
#include "analysis/suite_file.h"
#include "commands/commands.h"
#include "selfplay/openings.h"
#include "tests/fuzz/invariants.h"
#include "tests/fuzz/private_folder.h"

namespace {

using namespace stillpoint;

void try_openings(const std::string& path) {
    const auto print = [](std::string_view line) {
        constexpr std::string_view kStart = "info string genfens ";
        fuzz::require(line.starts_with(kStart), "only openings are printed", std::string(line));
        fuzz::require_sound(*parse_fen(std::string(line.substr(kStart.size()))));
    };
    const std::string line = "1 seed 1 nodes 20 plies 1 max 100000 book " + path;
    std::istringstream words(line);
    std::vector<std::string> split;
    for (std::string word; words >> word;) split.push_back(word);
    static_cast<void>(genfens({split.begin(), split.end()}, nullptr, print));
}

}  // namespace

// Any bytes as a book: of openings for matches and genfens, of positions to solve.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const auto& folder = fuzz::private_folder();
    folder.write("book", text);
    if (const auto book = read_book(folder.file("book")))
        for (const std::string& line : *book) fuzz::require_sound(*book_position(line));
    try_openings(folder.file("book"));

    std::istringstream lines(text);
    const auto suite = read_suite(lines, [](int, const std::string& message) {
        fuzz::require(!message.empty(), "an error says something", message);
    });
    for (const SuitePosition& expected : suite) {
        fuzz::require_sound(expected.position);
        for (Move m : expected.best)
            fuzz::require(expected.position.is_legal(m), "only legal moves are expected", expected.id);
        for (Move m : expected.avoid)
            fuzz::require(expected.position.is_legal(m), "only legal moves are avoided", expected.id);
    }
    return 0;
}
