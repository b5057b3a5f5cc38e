#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/invariants.h"

// Any bytes as a FEN: either a clear error or a sound position.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stillpoint;
    const std::string text(data, data + size);
    Result<Position> pos = parse_fen(text);
    if (!pos) {
        fuzz::require_good_error(pos.error());
        fuzz::require(pos.error().starts_with("FEN"), "a FEN error says so", pos.error());
        return 0;
    }
    fuzz::require(*parse_fen(to_fen(*pos)) == *pos, "a FEN round trip changes nothing", text);
    fuzz::require_sound(*pos);
    fuzz::require_sound_moves(*pos);
    return 0;
}
