#include "uci/page.h"

#include <emscripten/emscripten.h>

namespace {

std::unique_ptr<stillpoint::Uci>& served() {
    static std::unique_ptr<stillpoint::Uci> uci;
    return uci;
}

}  // namespace

namespace stillpoint {

void serve_page(std::unique_ptr<Uci> uci) { served() = std::move(uci); }

}  // namespace stillpoint

// Takes one line of the protocol. The answers are lines on standard output, which the page's worker passes
// on. Without threads it returns when the search has ended, with threads at once.
extern "C" EMSCRIPTEN_KEEPALIVE void stillpoint_command(const char* line) {
    if (served() && !served()->execute(line)) served() = nullptr;
}
