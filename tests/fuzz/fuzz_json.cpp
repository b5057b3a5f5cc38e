#include <cstddef>
#include <cstdint>
#include <string>

#include "programs/serve/serve_job.h"
#include "tests/fuzz/invariants.h"

// Any bytes as a line for `stillpoint serve`: a sound job, a cancellation or a clear error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stillpoint;
    const std::string text(data, data + size);
#if __has_include(<nlohmann/json.hpp>)
    Limits defaults;
    defaults.nodes = 1;
    const ServeRequest request = parse_request(text, defaults);
    if (const auto* error = std::get_if<ServeError>(&request)) {
        fuzz::require_good_error(error->message);
    } else if (const auto* job = std::get_if<ServeJob>(&request)) {
        fuzz::require_sound(job->position);
        fuzz::require(job->limits.is_bounded(Color::White), "every job ends by itself", text);
        fuzz::require(job->multi_pv >= 1, "at least one line", text);
        for (Move m : job->limits.search_moves)
            fuzz::require(job->position.is_legal(m), "only legal moves are searched", text);
    }
#endif
    return 0;
}
