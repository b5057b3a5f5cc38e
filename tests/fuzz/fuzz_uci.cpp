#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "tests/fuzz/test_uci.h"

// Any bytes as a script of UCI commands: every search is answered, and the engine is sound and answers
// afterwards.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stillpoint;
    std::vector<std::string> lines;
    int searches = 0;
    {
        fuzz::TestUci uci;
        std::istringstream script(std::string(data, data + size));
        int left = 100;
        for (std::string line; left-- > 0 && std::getline(script, line);)
            if (!uci.execute(line)) break;
        uci.execute("position startpos");
        uci.execute("go depth 2");
        uci.finish();
        fuzz::require_sound(uci.position());
        lines = uci.lines();
        searches = uci.searches();
    }
    fuzz::require_good_dialogue(lines, searches);
    fuzz::require(lines.back().starts_with("bestmove ") && lines.back() != "bestmove (none)",
                  "the engine still plays", lines.back());
    fuzz::private_folder().clear();
    return 0;
}
