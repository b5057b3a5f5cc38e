#include "util/interrupt.h"

#include <csignal>
#include <initializer_list>

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
    for (const int number : {SIGINT, SIGTERM, SIGQUIT}) std::signal(number, on_signal);
    // What nohup ignores stays ignored.
    if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

bool was_interrupted() { return g_interrupted != 0; }

}  // namespace stillpoint
