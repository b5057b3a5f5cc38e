#pragma once

namespace stillpoint {

// From now on Ctrl-C and SIGTERM only set a flag. A second Ctrl-C ends the program at once, for whoever has
// no patience.
void catch_interrupts();
bool was_interrupted();

}  // namespace stillpoint
