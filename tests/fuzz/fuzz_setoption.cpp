#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "tests/fuzz/test_uci.h"

// Any lines as what follows `setoption`: only notes are printed, and with whatever was set a search ends.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stillpoint;
    std::vector<std::string> lines;
    {
        fuzz::TestUci uci;
        std::istringstream text(std::string(data, data + size));
        int left = 30;
        for (std::string line; left-- > 0 && std::getline(text, line);) uci.execute("setoption name " + line);
        lines = uci.lines();
        for (const std::string& line : lines)
            fuzz::require(line.starts_with("info string "), "setoption only leaves notes", line);
        uci.execute("go wtime 1000 btime 1000 winc 10 binc 10");
        uci.finish();
        lines = uci.lines();
    }
    fuzz::require_good_dialogue(lines, 1);
    fuzz::private_folder().clear();
    return 0;
}
