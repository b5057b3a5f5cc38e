#pragma once

// Which of its paths a portable program takes. Compiled for every x86-64 CPU, and before anything else has
// started: uses no library but C's.

namespace stillpoint::portable {

// What CPUID and XGETBV say, as far as the choice needs it. Zero where the CPU doesn't say.
struct Cpu {
    bool is_amd = false;  // or a descendant of Zen by Hygon
    unsigned family = 0;  // 0x17 is Zen 1 and 2, 0x19 Zen 3 and 4
    unsigned leaf_1_ecx = 0;
    unsigned leaf_7_ebx = 0;
    unsigned leaf_7_ecx = 0;
    unsigned extended_ecx = 0;   // leaf 0x80000001
    unsigned enabled_state = 0;  // XCR0: the registers that the system saves
};

namespace detail {

constexpr bool has(unsigned value, unsigned bits) { return (value & bits) == bits; }

template <class... Bits>
constexpr unsigned bits(Bits... numbers) {
    return ((1u << numbers) | ...);
}

}  // namespace detail

// As the levels of the x86-64 ABI, which compilers know by the same names.
constexpr bool has_v2(const Cpu& cpu) {
    using namespace detail;
    // SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF
    return has(cpu.leaf_1_ecx, bits(0, 9, 13, 19, 20, 23)) && has(cpu.extended_ecx, bits(0));
}

constexpr bool has_v3(const Cpu& cpu) {
    using namespace detail;
    // FMA, MOVBE, XSAVE by the system, AVX, F16C; BMI1, AVX2, BMI2; LZCNT; SSE and AVX registers
    return has_v2(cpu) && has(cpu.leaf_1_ecx, bits(12, 22, 27, 28, 29)) &&
           has(cpu.leaf_7_ebx, bits(3, 5, 8)) && has(cpu.extended_ecx, bits(5)) &&
           has(cpu.enabled_state, bits(1, 2));
}

constexpr bool has_v4(const Cpu& cpu) {
    using namespace detail;
    // AVX-512: F, DQ, CD, BW, VL; its three kinds of registers
    return has_v3(cpu) && has(cpu.leaf_7_ebx, bits(16, 17, 28, 30, 31)) &&
           has(cpu.enabled_state, bits(5, 6, 7));
}

// AMD before Zen 3 has PEXT and PDEP in microcode, slower than a multiplication.
constexpr bool has_fast_pext(const Cpu& cpu) { return has_v3(cpu) && !(cpu.is_amd && cpu.family < 0x19); }

constexpr bool has_vnni(const Cpu& cpu) {
    return has_v4(cpu) && detail::has(cpu.leaf_7_ecx, detail::bits(11));
}

// The paths, as cmake/StillpointPortable.cmake compiles them. Later ones are faster where they run.
struct Path {
    const char* name;
    const char* needs;
    bool (*runs_on)(const Cpu&);
    // A path that runs may still be slower than an earlier one.
    bool (*suits)(const Cpu&);
};

constexpr Path kPaths[] = {
    {"sse2", "x86-64", [](const Cpu&) { return true; }, [](const Cpu&) { return true; }},
    {"popcnt", "SSE4.2 and POPCNT", has_v2, has_v2},
    {"avx2", "AVX2", has_v3, has_v3},
    {"bmi2", "AVX2 and BMI2", has_v3, has_fast_pext},
    {"avx512", "AVX-512", has_v4, has_v4},
    {"vnni", "AVX-512 with VNNI", has_vnni, has_vnni},
};

}  // namespace stillpoint::portable
