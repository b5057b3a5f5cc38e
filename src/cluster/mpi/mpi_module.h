#pragma once

#include "cluster/link.h"

// What the program looks for in the module. Starts MPI; null if that fails.
extern "C" __attribute__((visibility("default"))) stillpoint::cluster::Link* stillpoint_mpi_link();
