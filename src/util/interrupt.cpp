#include "util/interrupt.h"

#include <csignal>

namespace stillpoint {

namespace {

volatile std::sig_atomic_t g_interrupted = 0;

void on_signal(int number) {
    if (g_interrupted) {
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
    g_interrupted = 1;
}

}  // namespace

void catch_interrupts() {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

bool was_interrupted() { return g_interrupted != 0; }

}  // namespace stillpoint
