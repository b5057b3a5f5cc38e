#pragma once

#include <cstring>

#include <cpuid.h>

#include "portable/cpu.h"

namespace stillpoint::portable {

inline Cpu this_cpu() {
    Cpu cpu;
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(0, &a, &b, &c, &d)) return cpu;
    const unsigned vendor[] = {b, d, c};
    cpu.is_amd = std::memcmp(vendor, "AuthenticAMD", 12) == 0 || std::memcmp(vendor, "HygonGenuine", 12) == 0;
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        cpu.family = (a >> 8 & 0xF) + ((a >> 8 & 0xF) == 0xF ? a >> 20 & 0xFF : 0);
        cpu.leaf_1_ecx = c;
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        cpu.leaf_7_ebx = b;
        cpu.leaf_7_ecx = c;
    }
    if (__get_cpuid(0x80000001, &a, &b, &c, &d)) cpu.extended_ecx = c;
    constexpr unsigned kSavesRegisters = 1u << 27;
    if (cpu.leaf_1_ecx & kSavesRegisters) {
        unsigned high = 0;
        __asm__("xgetbv" : "=a"(cpu.enabled_state), "=d"(high) : "c"(0));
    }
    return cpu;
}

}  // namespace stillpoint::portable
