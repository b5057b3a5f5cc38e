#include "engine/numa.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>

#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#include <sched.h>
#define STILLPOINT_HAS_AFFINITY 1
#endif

namespace stillpoint::numa {

namespace {

constexpr int kMaxCpu = 65535;
constexpr std::string_view kNodeFolder = "/sys/devices/system/node";

// The text before the separator; takes it off.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view head = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    return head;
}

bool parse_cpu(std::string_view text, int& cpu) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpu);
    return error == std::errc() && end == text.data() + text.size() && cpu >= 0 && cpu <= kMaxCpu;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool needs_several_nodes(const Topology& topology, int threads) {
    std::size_t largest = 0;
    for (const Cpus& node : topology) largest = std::max(largest, node.size());
    // Half a node: usually its real cores. Fewer threads are kept together by the system, and two engines
    // in a match must not both be sent to the first node.
    return static_cast<std::size_t>(threads) > largest / 2;
}

}  // namespace

Result<Cpus> parse_cpus(std::string_view text) {
    text = trimmed(text);
    Cpus cpus;
    while (!text.empty()) {
        std::string_view range = take_until(text, ',');
        const std::string whole(range);
        const bool is_single = range.find('-') == std::string_view::npos;
        int first = 0, last = 0;
        if (!parse_cpu(take_until(range, '-'), first)) return Error{"'" + whole + "' is not a processor"};
        last = first;
        if (!is_single && (!parse_cpu(range, last) || last < first))
            return Error{"'" + whole + "' is not a range of processors"};
        for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    }
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

Topology read_topology(const std::string& folder) {
    std::map<int, Cpus> nodes;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        int number = 0;
        if (!name.starts_with("node") || !parse_cpu(std::string_view(name).substr(4), number)) continue;
        std::ifstream file(entry->path() / "cpulist");
        std::string line;
        std::getline(file, line);
        if (const auto cpus = parse_cpus(line); cpus && !cpus->empty()) nodes[number] = *cpus;
    }
    Topology topology;
    for (auto& [number, cpus] : nodes) topology.push_back(std::move(cpus));
    return topology;
}

Topology restricted_to(const Topology& topology, const Cpus& allowed) {
    if (allowed.empty()) return topology;
    Topology result;
    for (const Cpus& node : topology) {
        Cpus common;
        std::set_intersection(node.begin(), node.end(), allowed.begin(), allowed.end(),
                              std::back_inserter(common));
        if (!common.empty()) result.push_back(std::move(common));
    }
    return result;
}

Result<Policy> parse_policy(std::string_view text) {
    text = trimmed(text);
    if (text == "auto") return Policy{Policy::Kind::Auto, {}};
    if (text == "system") return Policy{Policy::Kind::System, {}};
    if (text == "hardware") return Policy{Policy::Kind::Hardware, {}};
    if (text == "none") return Policy{Policy::Kind::None, {}};
    Policy policy{Policy::Kind::Nodes, {}};
    const std::string expected = "expected auto, system, hardware, none or processors like 0-7:8-15";
    if (text.empty()) return Error{expected};
    while (!text.empty()) {
        const auto cpus = parse_cpus(take_until(text, ':'));
        if (!cpus) return Error{cpus.error() + "; " + expected};
        if (cpus->empty()) return Error{"a node without processors; " + expected};
        policy.nodes.push_back(*cpus);
    }
    return policy;
}

std::vector<Cpus> plan(const Policy& policy, const Machine& machine, int threads) {
    Topology nodes;
    switch (policy.kind) {
        case Policy::Kind::None: return {};
        case Policy::Kind::Nodes: nodes = policy.nodes; break;
        case Policy::Kind::Hardware: nodes = machine.topology; break;
        case Policy::Kind::System:
        case Policy::Kind::Auto: nodes = restricted_to(machine.topology, machine.allowed); break;
    }
    // One node named by the user is a wish; one node found leaves nothing to decide.
    if (nodes.empty() || (nodes.size() == 1 && policy.kind != Policy::Kind::Nodes)) return {};
    if (policy.kind == Policy::Kind::Auto && !needs_several_nodes(nodes, threads)) return {};

    std::vector<std::size_t> used(nodes.size(), 0);
    std::vector<Cpus> result;
    for (int thread = 0; thread < threads; ++thread) {
        // The node that would be least full with one more thread; compared without fractions.
        std::size_t best = 0;
        for (std::size_t node = 1; node < nodes.size(); ++node)
            if ((used[node] + 1) * nodes[best].size() < (used[best] + 1) * nodes[node].size()) best = node;
        ++used[best];
        result.push_back(nodes[best]);
    }
    return result;
}

Machine this_machine() { return {read_topology(std::string(kNodeFolder)), allowed_cpus()}; }

#ifdef STILLPOINT_HAS_AFFINITY

namespace {

// The kernel's set type holds 1024 processors unless it is made larger.
class CpuSet {
public:
    CpuSet() : set_(CPU_ALLOC(kMaxCpu + 1)) {
        if (set_) CPU_ZERO_S(size(), set_);
    }
    ~CpuSet() {
        if (set_) CPU_FREE(set_);
    }
    CpuSet(const CpuSet&) = delete;
    CpuSet& operator=(const CpuSet&) = delete;

    explicit operator bool() const { return set_ != nullptr; }
    cpu_set_t* get() { return set_; }
    static std::size_t size() { return CPU_ALLOC_SIZE(kMaxCpu + 1); }

private:
    cpu_set_t* set_;
};

}  // namespace

Cpus allowed_cpus() {
    CpuSet set;
    Cpus cpus;
    if (!set || sched_getaffinity(0, CpuSet::size(), set.get()) != 0) return cpus;
    for (int cpu = 0; cpu <= kMaxCpu; ++cpu)
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), CpuSet::size(), set.get())) cpus.push_back(cpu);
    return cpus;
}

void bind_this_thread(const Cpus& cpus) {
    CpuSet set;
    if (!set || cpus.empty()) return;
    for (int cpu : cpus) CPU_SET_S(static_cast<std::size_t>(cpu), CpuSet::size(), set.get());
    // Processors that are offline or forbidden make this fail: the thread then runs where the system likes.
    (void)sched_setaffinity(0, CpuSet::size(), set.get());
}

#else

Cpus allowed_cpus() { return {}; }
void bind_this_thread(const Cpus&) {}

#endif

}  // namespace stillpoint::numa
