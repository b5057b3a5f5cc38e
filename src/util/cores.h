#pragma once

namespace stillpoint {

// Cores this process may use; at least one. Knows of taskset, and so of Slurm's bindings.
int available_cores();

}  // namespace stillpoint
