#pragma once

#include <memory>
#include <optional>

#include "cluster/postman.h"

namespace stillpoint::cluster {

// The number that an MPI launcher gave this process, by its environment; nothing if none started it. That is
// all an ordinary start of the program does for this room.
std::optional<int> launched_as();

// Started by an MPI launcher, the process goes on as a child, and the parent only waits to pass on how it
// ends: a launcher that sees one of its own processes die by a signal may end all others, one that sees it
// exit does not. Returns the exit code in the parent, nothing everywhere else. Before any thread is started.
std::optional<int> go_on_as_child();

// The connection to all processes that the launcher started, over the MPI module beside the program.
Result<std::unique_ptr<Postman>> join();

}  // namespace stillpoint::cluster
