#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

// Machines with several memory nodes: a thread is fastest when it stays near the memory it first touched.
// Reading the machine, deciding and acting are separate, so that deciding can be tested for machines we don't
// have.
namespace stillpoint::numa {

using Cpus = std::vector<int>;       // sorted, without repeats
using Topology = std::vector<Cpus>;  // the processors of each node that has any

// "0-3,8-11" as the kernel writes it. Empty text is an empty list.
Result<Cpus> parse_cpus(std::string_view text);

// From a folder like /sys/devices/system/node. Nodes without processors (memory alone) are left out; a folder
// that can't be read gives no nodes at all.
Topology read_topology(const std::string& folder);
// The processors the system lets this thread run on; empty where there is no way to ask.
Cpus allowed_cpus();
// Keeps only the allowed processors; nodes left without any disappear. An empty `allowed` allows all.
Topology restricted_to(const Topology& topology, const Cpus& allowed);

struct Policy {
    enum class Kind {
        Auto,      // bind when one node can't comfortably hold all threads
        System,    // bind, within the processors the system allows us
        Hardware,  // bind, to all processors there are
        None,      // leave it to the system
        Nodes,     // as the user says
    };
    Kind kind = Kind::Auto;
    Topology nodes;  // for Kind::Nodes
};
// auto, system, hardware, none, or lists of processors: "0-7:8-15".
Result<Policy> parse_policy(std::string_view text);

// What the machine is like, as far as binding is concerned.
struct Machine {
    Topology topology;
    Cpus allowed;
};
Machine this_machine();

// The processors each thread is bound to, by number; empty: threads are not bound. Nodes fill up in
// proportion to their size, and a thread's node does not depend on how many threads come after it.
std::vector<Cpus> plan(const Policy& policy, const Machine& machine, int threads);

// Binds the calling thread. An empty list, or a system that can't, changes nothing.
void bind_this_thread(const Cpus& cpus);

}  // namespace stillpoint::numa
