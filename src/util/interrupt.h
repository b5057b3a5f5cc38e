#pragma once

namespace stillpoint {

// From now on Ctrl-C and SIGTERM only set a flag, so that the program can end in order. A second one ends it
// at once.
void catch_interrupts();
bool was_interrupted();

}  // namespace stillpoint
