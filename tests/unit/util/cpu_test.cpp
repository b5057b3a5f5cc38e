// Which path of a portable program suits which CPU. The registers are those that CPUs of these kinds report.
#include "portable/cpu.h"

#include <string>

#include <gtest/gtest.h>

namespace stillpoint::portable {

namespace {

std::string best_path(const Cpu& cpu) {
    std::string best;
    for (const Path& path : kPaths)
        if (path.suits(cpu)) best = path.name;
    return best;
}

constexpr unsigned kNehalemEcx = 0x0098E3FD, kHaswellEcx = 0x7FFAFBFF;
constexpr unsigned kHaswellEbx = 0x000027AB, kSkylakeServerEbx = 0xD39FFFFB;
constexpr unsigned kAvxState = 0x7, kAvx512State = 0xE7;

constexpr Cpu kPhenom{.is_amd = true, .family = 0x10, .leaf_1_ecx = 0x00802009, .extended_ecx = 0x000037FF};
constexpr Cpu kNehalem{.family = 6, .leaf_1_ecx = kNehalemEcx, .extended_ecx = 1};
constexpr Cpu kHaswell{.family = 6,
                       .leaf_1_ecx = kHaswellEcx,
                       .leaf_7_ebx = kHaswellEbx,
                       .extended_ecx = 0x21,
                       .enabled_state = kAvxState};

constexpr Cpu with_avx512(Cpu cpu) {
    cpu.leaf_7_ebx = kSkylakeServerEbx;
    cpu.enabled_state = kAvx512State;
    return cpu;
}

constexpr Cpu of_amd(Cpu cpu, unsigned family) {
    cpu.is_amd = true;
    cpu.family = family;
    return cpu;
}

TEST(PortableCpu, OldCpusGetWhatTheyHave) {
    EXPECT_EQ(best_path({}), "sse2");
    EXPECT_EQ(best_path(kPhenom), "sse2");  // has POPCNT but not SSE4.1
    EXPECT_EQ(best_path(kNehalem), "popcnt");
}

TEST(PortableCpu, PextIsForThoseThatHaveItInHardware) {
    EXPECT_EQ(best_path(kHaswell), "bmi2");
    EXPECT_EQ(best_path(of_amd(kHaswell, 0x17)), "avx2");  // Zen 2
    EXPECT_EQ(best_path(of_amd(kHaswell, 0x19)), "bmi2");  // Zen 3
}

TEST(PortableCpu, WideRegistersNeedASystemThatSavesThem) {
    Cpu cpu = kHaswell;
    cpu.enabled_state = 0x3;
    EXPECT_EQ(best_path(cpu), "popcnt");
    EXPECT_EQ(best_path(with_avx512(kHaswell)), "avx512");
    cpu = with_avx512(kHaswell);
    cpu.enabled_state = kAvxState;
    EXPECT_EQ(best_path(cpu), "bmi2");
}

TEST(PortableCpu, EveryPathRunsWhereItSuits) {
    for (const Cpu& cpu : {Cpu{}, kPhenom, kNehalem, kHaswell, of_amd(kHaswell, 0x17), with_avx512(kHaswell)})
        for (const Path& path : kPaths) EXPECT_LE(path.suits(cpu), path.runs_on(cpu)) << path.name;
}

}  // namespace

}  // namespace stillpoint::portable
