// The main function of a portable program. It carries the whole program several times, compiled for different
// CPUs (paths), and runs the one that suits this CPU. Nothing of the others may run, not even what
// initialises their variables, so each path's initialisers have been moved to a section of their own and are
// called here.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "portable/this_cpu.h"

using Initialiser = void (*)(int, char**, char**);

// STILLPOINT_PATHS names the paths that this program carries, as a list of PATH(name).
#define PATH(name)                                           \
    extern "C" int stillpoint_main_##name(int, char**);      \
    extern "C" Initialiser __start_stillpoint_init_##name[]; \
    extern "C" Initialiser __stop_stillpoint_init_##name[];
STILLPOINT_PATHS
#undef PATH

namespace {

using namespace stillpoint::portable;

struct Carried {
    const char* name;
    int (*main)(int, char**);
    const Initialiser* begin;
    const Initialiser* end;
};

#define PATH(name) \
    {#name, stillpoint_main_##name, __start_stillpoint_init_##name, __stop_stillpoint_init_##name},
const Carried kCarried[] = {STILLPOINT_PATHS};
#undef PATH

const Carried* find(const char* name) {
    for (const Carried& carried : kCarried)
        if (std::strcmp(carried.name, name) == 0) return &carried;
    return nullptr;
}

// The last of the carried paths that suits the CPU.
const Carried* best_for(const Cpu& cpu) {
    const Carried* best = nullptr;
    for (const Path& path : kPaths)
        if (const Carried* carried = path.suits(cpu) ? find(path.name) : nullptr) best = carried;
    return best;
}

// What the user asked for with STILLPOINT_CPU, unless it would end in an illegal instruction.
const Carried* asked_for(const char* name, const Cpu& cpu) {
    for (const Path& path : kPaths) {
        const Carried* carried = std::strcmp(path.name, name) == 0 ? find(name) : nullptr;
        if (!carried) continue;
        if (path.runs_on(cpu)) return carried;
        std::fprintf(stderr, "stillpoint: STILLPOINT_CPU=%s needs a CPU with %s\n", name, path.needs);
        return nullptr;
    }
    std::fprintf(stderr, "stillpoint: STILLPOINT_CPU=%s is unknown; it may be", name);
    for (const Carried& carried : kCarried) std::fprintf(stderr, " %s", carried.name);
    std::fputc('\n', stderr);
    return nullptr;
}

}  // namespace

int main(int argc, char* argv[]) {
    const Cpu cpu = this_cpu();
    const char* wish = std::getenv("STILLPOINT_CPU");
    const Carried* path = wish && *wish ? asked_for(wish, cpu) : best_for(cpu);
    if (!path) {
        if (wish && *wish) return 2;
        std::fputs(
            "stillpoint: this program was not built for a CPU as old as this one; a build from source"
            " with `make` runs on it\n",
            stderr);
        return 1;
    }
    for (const Initialiser* initialise = path->begin; initialise != path->end; ++initialise)
        (*initialise)(argc, argv, environ);
    return path->main(argc, argv);
}
