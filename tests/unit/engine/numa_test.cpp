#include "engine/numa.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

namespace stillpoint::numa {
namespace {

// A folder as the kernel shows it: the list of processors of each node, by node number.
class RecordedTopology {
public:
    explicit RecordedTopology(const std::map<int, std::string>& nodes) {
        static int count = 0;
        folder_ = std::filesystem::temp_directory_path() /
                  ("stillpoint-numa-" + std::to_string(getpid()) + '-' + std::to_string(count++));
        for (const auto& [number, cpus] : nodes) {
            const auto node = folder_ / ("node" + std::to_string(number));
            std::filesystem::create_directories(node);
            std::ofstream(node / "cpulist") << cpus << '\n';
        }
        // Other entries that must be ignored.
        std::filesystem::create_directories(folder_ / "power");
        std::ofstream(folder_ / "online") << "0-1\n";
        std::ofstream(folder_ / "nodes") << "x\n";
    }
    ~RecordedTopology() { std::filesystem::remove_all(folder_); }

    Topology read() const { return read_topology(folder_.string()); }

private:
    std::filesystem::path folder_;
};

const std::map<int, std::string> kDesktop = {{0, "0-15"}};
const std::map<int, std::string> kDualEpyc = {{0, "0-63,128-191"}, {1, "64-127,192-255"}};
const std::map<int, std::string> kEpycNps4 = {
    {0, "0-7,32-39"}, {1, "8-15,40-47"}, {2, "16-23,48-55"}, {3, "24-31,56-63"}};
const std::map<int, std::string> kMemoryOnlyNode = {{0, "0-3"}, {1, ""}, {2, "4-7"}};
const std::map<int, std::string> kPowerWithGaps = {{0, "0-39"}, {8, "40-79"}, {255, ""}};
const std::map<int, std::string> kUneven = {{0, "0-11"}, {1, "12-15"}};

Cpus range(int first, int last) {
    Cpus cpus;
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    return cpus;
}

Machine machine_of(const std::map<int, std::string>& nodes) {
    Machine machine;
    machine.topology = RecordedTopology(nodes).read();
    for (const Cpus& node : machine.topology)
        machine.allowed.insert(machine.allowed.end(), node.begin(), node.end());
    std::sort(machine.allowed.begin(), machine.allowed.end());
    return machine;
}

std::vector<Cpus> plan_for(const char* policy, const Machine& machine, int threads) {
    return plan(*parse_policy(policy), machine, threads);
}

TEST(Numa, ReadsLists) {
    EXPECT_EQ(*parse_cpus(""), Cpus{});
    EXPECT_EQ(*parse_cpus("\n"), Cpus{});
    EXPECT_EQ(*parse_cpus("5"), Cpus{5});
    EXPECT_EQ(*parse_cpus("0-2,8,10-11\n"), (Cpus{0, 1, 2, 8, 10, 11}));
    EXPECT_EQ(*parse_cpus("3,1-3,2"), (Cpus{1, 2, 3}));
    for (const char* text : {"x", "-1", "1-", "-", "3-1", "1,,2", "1-2-3", "99999999999", "1 2"})
        EXPECT_FALSE(parse_cpus(text)) << text;
}

TEST(Numa, ReadsRecordedTopologies) {
    EXPECT_EQ(RecordedTopology(kDesktop).read(), (Topology{range(0, 15)}));
    EXPECT_EQ(RecordedTopology(kMemoryOnlyNode).read(), (Topology{range(0, 3), range(4, 7)}));
    EXPECT_EQ(RecordedTopology(kPowerWithGaps).read(), (Topology{range(0, 39), range(40, 79)}));
    ASSERT_EQ(RecordedTopology(kDualEpyc).read().size(), 2u);
    EXPECT_EQ(RecordedTopology(kDualEpyc).read()[1].size(), 128u);
    EXPECT_EQ(RecordedTopology({{0, "garbage"}, {1, "0-1"}}).read(), (Topology{range(0, 1)}));
    EXPECT_TRUE(RecordedTopology({}).read().empty());
    EXPECT_TRUE(read_topology("/no/such/folder").empty());
}

TEST(Numa, ReadsPolicies) {
    EXPECT_EQ(parse_policy("auto")->kind, Policy::Kind::Auto);
    EXPECT_EQ(parse_policy(" none ")->kind, Policy::Kind::None);
    EXPECT_EQ(parse_policy("system")->kind, Policy::Kind::System);
    EXPECT_EQ(parse_policy("hardware")->kind, Policy::Kind::Hardware);
    EXPECT_EQ(parse_policy("0-3:4-7")->nodes, (Topology{range(0, 3), range(4, 7)}));
    EXPECT_EQ(parse_policy("2")->nodes, (Topology{{2}}));
    for (const char* text : {"", "Auto", "0-3::4", ":", "sideways", "3-1"})
        EXPECT_FALSE(parse_policy(text)) << text;
}

TEST(Numa, OneNodeIsLeftAlone) {
    const Machine machine = machine_of(kDesktop);
    for (const char* policy : {"auto", "system", "hardware", "none"})
        for (const int threads : {1, 8, 16, 64}) EXPECT_TRUE(plan_for(policy, machine, threads).empty());
    EXPECT_TRUE(plan_for("auto", Machine{}, 64).empty());
}

TEST(Numa, AutoLeavesSmallSearchesAlone) {
    const Machine machine = machine_of(kDualEpyc);
    EXPECT_TRUE(plan_for("auto", machine, 1).empty());
    EXPECT_TRUE(plan_for("auto", machine, 64).empty());
    EXPECT_EQ(plan_for("auto", machine, 65).size(), 65u);
    EXPECT_EQ(plan_for("system", machine, 1).size(), 1u);
    EXPECT_TRUE(plan_for("none", machine, 256).empty());
}

TEST(Numa, NodesFillUpEvenly) {
    for (const auto* nodes : {&kDualEpyc, &kEpycNps4, &kMemoryOnlyNode, &kPowerWithGaps}) {
        const Machine machine = machine_of(*nodes);
        for (const int threads : {2, 7, 64, 300}) {
            std::map<Cpus, int> used;
            for (const Cpus& place : plan_for("system", machine, threads)) ++used[place];
            int least = threads, most = 0;
            for (const Cpus& node : machine.topology) {
                least = std::min(least, used[node]);
                most = std::max(most, used[node]);
            }
            EXPECT_LE(most - least, 1);
        }
    }
}

TEST(Numa, LargerNodesGetMore) {
    const Machine machine = machine_of(kUneven);
    std::map<Cpus, int> used;
    for (const Cpus& place : plan_for("system", machine, 16)) ++used[place];
    EXPECT_EQ(used[range(0, 11)], 12);
    EXPECT_EQ(used[range(12, 15)], 4);
}

TEST(Numa, PlacesDoNotDependOnLaterThreads) {
    const Machine machine = machine_of(kEpycNps4);
    const auto all = plan_for("system", machine, 64);
    for (int threads = 1; threads < 64; ++threads) {
        const auto some = plan_for("system", machine, threads);
        EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin()));
    }
}

TEST(Numa, OnlyAllowedProcessorsAreUsed) {
    Machine machine = machine_of(kDualEpyc);
    machine.allowed = range(0, 63);  // taskset to the first node
    EXPECT_TRUE(plan_for("auto", machine, 64).empty());
    EXPECT_TRUE(plan_for("system", machine, 64).empty());
    EXPECT_EQ(plan_for("hardware", machine, 64).size(), 64u);
    machine.allowed = range(60, 67);
    EXPECT_EQ(plan_for("system", machine, 2), (std::vector<Cpus>{range(60, 63), range(64, 67)}));
    EXPECT_EQ(restricted_to(machine.topology, {}), machine.topology);
}

TEST(Numa, TheUsersNodesAreTaken) {
    const Machine machine = machine_of(kDesktop);
    EXPECT_EQ(plan_for("0-3:8-11", machine, 3), (std::vector<Cpus>{range(0, 3), range(8, 11), range(0, 3)}));
    EXPECT_EQ(plan_for("2", machine, 2), (std::vector<Cpus>{{2}, {2}}));
}

TEST(Numa, BindingThreadsWorksOrChangesNothing) {
    const Cpus before = allowed_cpus();
    if (before.empty()) GTEST_SKIP() << "no way to ask here";
    std::thread([&] {
        bind_this_thread({before.back()});
        EXPECT_EQ(allowed_cpus(), Cpus{before.back()});
        bind_this_thread({65000});  // not there
        EXPECT_EQ(allowed_cpus(), Cpus{before.back()});
        bind_this_thread({});
        EXPECT_EQ(allowed_cpus(), Cpus{before.back()});
        bind_this_thread(before);
        EXPECT_EQ(allowed_cpus(), before);
    }).join();
    EXPECT_EQ(allowed_cpus(), before);
}

}  // namespace
}  // namespace stillpoint::numa
