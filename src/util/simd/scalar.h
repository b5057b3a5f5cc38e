#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

// Plain C++: the reference that every other backend must equal, and the portable build. It can be included
// beside any other backend. Eight and four lanes, like most 128-bit machines, let compilers vectorise it.
namespace stillpoint::simd::scalar {

namespace detail {

// Signed arithmetic that wraps, as vector units do, without C++'s undefined overflow.
constexpr std::int16_t wrap16(std::int32_t value) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(value));
}
constexpr std::int32_t wrapping_add(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

// std::bit_cast, which Emscripten's library lacks.
template <class To, class From>
To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

template <class Lanes, class Function>
Lanes map(Lanes a, Lanes b, Function function) {
    Lanes result;
    for (int i = 0; i < Lanes::kLanes; ++i) result.raw[i] = function(a.raw[i], b.raw[i]);
    return result;
}

// What all lane types share: getting numbers in and out. No alignment is needed.
template <class Self, class Number, int kCount>
struct Vector {
    using Lane = Number;
    static constexpr int kLanes = kCount;
    Number raw[kCount];

    static Self load(const Number* from) {
        Self result;
        for (int i = 0; i < kCount; ++i) result.raw[i] = from[i];
        return result;
    }
    static Self load_unaligned(const Number* from) { return load(from); }
    static Self broadcast(Number value) {
        Self result;
        for (int i = 0; i < kCount; ++i) result.raw[i] = value;
        return result;
    }
    static Self zero() { return broadcast(Number{0}); }
    void store(Number* to) const {
        for (int i = 0; i < kCount; ++i) to[i] = raw[i];
    }
    void store_unaligned(Number* to) const { store(to); }
};

}  // namespace detail

struct I8 : detail::Vector<I8, std::int8_t, 16> {
    static I8 four(const std::int8_t* from) {
        I8 result;
        for (int i = 0; i < kLanes; ++i) result.raw[i] = from[i % 4];
        return result;
    }
};
struct I16 : detail::Vector<I16, std::int16_t, 8> {
    static I16 two(const std::int16_t* from) {
        I16 result;
        for (int i = 0; i < kLanes; ++i) result.raw[i] = from[i % 2];
        return result;
    }
    void store_bytes(std::int8_t* to) const {
        for (int i = 0; i < kLanes; ++i) to[i] = static_cast<std::int8_t>(raw[i]);
    }
};
struct I32 : detail::Vector<I32, std::int32_t, 4> {};
struct F32 : detail::Vector<F32, float, 4> {};
struct F32Pair {
    F32 lower, upper;

    void store_bf16(std::uint32_t* to) const {
        const auto rounded = [](float value) {
            const auto bits = detail::same_bits<std::uint32_t>(value);
            return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
        };
        for (int i = 0; i < F32::kLanes; ++i) to[i] = rounded(lower.raw[i]) | rounded(upper.raw[i]) << 16;
    }
    static F32Pair load_bf16(const std::uint32_t* from) {
        F32Pair result;
        for (int i = 0; i < F32::kLanes; ++i) {
            result.lower.raw[i] = detail::same_bits<float>(from[i] << 16);
            result.upper.raw[i] = detail::same_bits<float>(from[i] & 0xFFFF0000U);
        }
        return result;
    }
};

struct F32Mask {
    bool raw[F32::kLanes];
};

inline I16 add(I16 a, I16 b) {
    return detail::map(a, b, [](std::int16_t x, std::int16_t y) { return detail::wrap16(x + y); });
}
inline I16 sub(I16 a, I16 b) {
    return detail::map(a, b, [](std::int16_t x, std::int16_t y) { return detail::wrap16(x - y); });
}
inline I16 min(I16 a, I16 b) {
    return detail::map(a, b, [](std::int16_t x, std::int16_t y) { return x < y ? x : y; });
}
inline I16 max(I16 a, I16 b) {
    return detail::map(a, b, [](std::int16_t x, std::int16_t y) { return x > y ? x : y; });
}
inline I16 mullo(I16 a, I16 b) {
    return detail::map(a, b, [](std::int16_t x, std::int16_t y) { return detail::wrap16(x * y); });
}
inline I16 mul_rounded(I16 a, I16 b) {
    return detail::map(
        a, b, [](std::int16_t x, std::int16_t y) { return detail::wrap16((x * y + (1 << 14)) >> 15); });
}
inline I16 add_saturating(I16 a, I16 b) {
    return detail::map(a, b, [](std::int16_t x, std::int16_t y) {
        const int sum = x + y;
        return static_cast<std::int16_t>(sum < -32768 ? -32768 : sum > 32767 ? 32767 : sum);
    });
}
inline I32 madd(I16 a, I16 b) {
    I32 result;
    for (int i = 0; i < I32::kLanes; ++i)
        result.raw[i] =
            detail::wrapping_add(a.raw[2 * i] * b.raw[2 * i], a.raw[2 * i + 1] * b.raw[2 * i + 1]);
    return result;
}

inline I32 add(I32 a, I32 b) { return detail::map(a, b, detail::wrapping_add); }
inline I32 madd_add(I32 sum, I16 a, I16 b) { return add(sum, madd(a, b)); }
inline I32 dot_add(I32 sum, I8 a, I8 b) {
    for (int i = 0; i < I8::kLanes; ++i)
        sum.raw[i / 4] = detail::wrapping_add(sum.raw[i / 4], a.raw[i] * b.raw[i]);
    return sum;
}
inline std::int32_t reduce_add(I32 a) {
    std::int32_t sum = 0;
    for (const std::int32_t lane : a.raw) sum = detail::wrapping_add(sum, lane);
    return sum;
}
inline std::int64_t reduce_add_i64(I32 a) {
    std::int64_t sum = 0;
    for (const std::int32_t lane : a.raw) sum += lane;
    return sum;
}

inline F32 add(F32 a, F32 b) {
    return detail::map(a, b, [](float x, float y) { return x + y; });
}
inline F32 sub(F32 a, F32 b) {
    return detail::map(a, b, [](float x, float y) { return x - y; });
}
inline F32 mul(F32 a, F32 b) {
    return detail::map(a, b, [](float x, float y) { return x * y; });
}
inline F32 div(F32 a, F32 b) {
    return detail::map(a, b, [](float x, float y) { return x / y; });
}
inline F32 min(F32 a, F32 b) {
    return detail::map(a, b, [](float x, float y) { return x < y ? x : y; });
}
inline F32 max(F32 a, F32 b) {
    return detail::map(a, b, [](float x, float y) { return x > y ? x : y; });
}
inline F32 fma(F32 a, F32 b, F32 c) { return add(mul(a, b), c); }
inline F32 sqrt(F32 a) {
    F32 result;
    for (int i = 0; i < F32::kLanes; ++i) result.raw[i] = std::sqrt(a.raw[i]);
    return result;
}
inline F32Mask less(F32 a, F32 b) {
    F32Mask result;
    for (int i = 0; i < F32::kLanes; ++i) result.raw[i] = a.raw[i] < b.raw[i];
    return result;
}
inline F32 select(F32Mask mask, F32 if_true, F32 if_false) {
    F32 result;
    for (int i = 0; i < F32::kLanes; ++i) result.raw[i] = mask.raw[i] ? if_true.raw[i] : if_false.raw[i];
    return result;
}
inline float reduce_add(F32 a) { return (a.raw[0] + a.raw[2]) + (a.raw[1] + a.raw[3]); }

inline F32Pair to_floats(I16 a) {
    F32Pair result;
    for (int i = 0; i < F32::kLanes; ++i) {
        result.lower.raw[i] = a.raw[i];
        result.upper.raw[i] = a.raw[i + F32::kLanes];
    }
    return result;
}
inline I16 to_whole(F32Pair a) {
    I16 result;
    const auto whole = [](float value) {
        return static_cast<std::int16_t>(std::clamp(std::nearbyint(value), -32768.0F, 32767.0F));
    };
    for (int i = 0; i < F32::kLanes; ++i) {
        result.raw[i] = whole(a.lower.raw[i]);
        result.raw[i + F32::kLanes] = whole(a.upper.raw[i]);
    }
    return result;
}

struct Ops {
    using I8 = scalar::I8;
    using I16 = scalar::I16;
    using I32 = scalar::I32;
    using F32 = scalar::F32;
    using F32Mask = scalar::F32Mask;
    using F32Pair = scalar::F32Pair;
    static constexpr const char* kName = "scalar";
};

}  // namespace stillpoint::simd::scalar
