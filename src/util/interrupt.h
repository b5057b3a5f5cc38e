#pragma once

namespace stillpoint {

// From now on Ctrl-C, SIGTERM, SIGQUIT and a terminal that hangs up only set a flag, so that the program can
// end in order. A second one ends it at once.
void catch_interrupts();
bool was_interrupted();

}  // namespace stillpoint
