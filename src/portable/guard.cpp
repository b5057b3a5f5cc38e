// A program compiled for one kind of CPU says so on an older one, instead of ending with an illegal
// instruction. Compiled for every x86-64 CPU, and runs before the program's own initialisers, which may
// already use more.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "engine/cpu_path.h"
#include "portable/this_cpu.h"

namespace {

__attribute__((constructor(101))) void check_cpu() {
    using namespace stillpoint::portable;
    for (const Path& path : kPaths)
        if (std::strcmp(path.name, stillpoint::kCpuPath) == 0 && !path.runs_on(this_cpu())) {
            std::fprintf(stderr,
                         "stillpoint: this program was built for a CPU with %s, which this machine lacks; "
                         "`make` builds it for this one, `make portable` for all\n",
                         path.needs);
            std::_Exit(1);
        }
}

}  // namespace
