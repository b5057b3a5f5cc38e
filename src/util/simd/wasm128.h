#pragma once

#include <cstdint>

#include <wasm_simd128.h>

// WebAssembly's 128-bit vectors.
namespace stillpoint::simd::wasm128 {

struct I8 {
    using Lane = std::int8_t;
    static constexpr int kLanes = 16;
    v128_t raw;

    static I8 load(const Lane* from) { return {wasm_v128_load(from)}; }
    static I8 load_unaligned(const Lane* from) { return {wasm_v128_load(from)}; }
    static I8 broadcast(Lane value) { return {wasm_i8x16_splat(value)}; }
    static I8 four(const Lane* from) { return {wasm_v128_load32_splat(from)}; }
    static I8 zero() { return {wasm_i8x16_splat(0)}; }
    void store(Lane* to) const { wasm_v128_store(to, raw); }
    void store_unaligned(Lane* to) const { wasm_v128_store(to, raw); }
};

struct I16 {
    using Lane = std::int16_t;
    static constexpr int kLanes = 8;
    v128_t raw;

    static I16 load(const Lane* from) { return {wasm_v128_load(from)}; }
    static I16 load_unaligned(const Lane* from) { return {wasm_v128_load(from)}; }
    static I16 broadcast(Lane value) { return {wasm_i16x8_splat(value)}; }
    static I16 two(const Lane* from) { return {wasm_v128_load32_splat(from)}; }
    static I16 zero() { return {wasm_i16x8_splat(0)}; }
    void store(Lane* to) const { wasm_v128_store(to, raw); }
    void store_unaligned(Lane* to) const { wasm_v128_store(to, raw); }
    void store_bytes(std::int8_t* to) const {
        wasm_v128_store64_lane(to, wasm_u8x16_narrow_i16x8(raw, raw), 0);
    }
};

struct I32 {
    using Lane = std::int32_t;
    static constexpr int kLanes = 4;
    v128_t raw;

    static I32 load(const Lane* from) { return {wasm_v128_load(from)}; }
    static I32 load_unaligned(const Lane* from) { return {wasm_v128_load(from)}; }
    static I32 broadcast(Lane value) { return {wasm_i32x4_splat(value)}; }
    static I32 zero() { return {wasm_i32x4_splat(0)}; }
    void store(Lane* to) const { wasm_v128_store(to, raw); }
    void store_unaligned(Lane* to) const { wasm_v128_store(to, raw); }
};

struct F32 {
    using Lane = float;
    static constexpr int kLanes = 4;
    v128_t raw;

    static F32 load(const Lane* from) { return {wasm_v128_load(from)}; }
    static F32 load_unaligned(const Lane* from) { return {wasm_v128_load(from)}; }
    static F32 broadcast(Lane value) { return {wasm_f32x4_splat(value)}; }
    static F32 zero() { return {wasm_f32x4_splat(0.0F)}; }
    void store(Lane* to) const { wasm_v128_store(to, raw); }
    void store_unaligned(Lane* to) const { wasm_v128_store(to, raw); }
};

struct F32Pair {
    F32 lower, upper;

    void store_bf16(std::uint32_t* to) const {
        const auto rounded = [](F32 value) {
            const v128_t odd = wasm_v128_and(wasm_u32x4_shr(value.raw, 16), wasm_i32x4_splat(1));
            return wasm_i32x4_add(value.raw, wasm_i32x4_add(odd, wasm_i32x4_splat(0x7FFF)));
        };
        wasm_v128_store(to, wasm_v128_or(wasm_u32x4_shr(rounded(lower), 16),
                                         wasm_v128_and(rounded(upper), wasm_i32x4_splat(-0x10000))));
    }
    static F32Pair load_bf16(const std::uint32_t* from) {
        const v128_t words = wasm_v128_load(from);
        return {{wasm_i32x4_shl(words, 16)}, {wasm_v128_and(words, wasm_i32x4_splat(-0x10000))}};
    }
};

struct F32Mask {
    v128_t raw;
};

inline I16 add(I16 a, I16 b) { return {wasm_i16x8_add(a.raw, b.raw)}; }
inline I16 sub(I16 a, I16 b) { return {wasm_i16x8_sub(a.raw, b.raw)}; }
inline I16 min(I16 a, I16 b) { return {wasm_i16x8_min(a.raw, b.raw)}; }
inline I16 max(I16 a, I16 b) { return {wasm_i16x8_max(a.raw, b.raw)}; }
inline I16 mullo(I16 a, I16 b) { return {wasm_i16x8_mul(a.raw, b.raw)}; }
inline I16 mul_rounded(I16 a, I16 b) { return {wasm_i16x8_q15mulr_sat(a.raw, b.raw)}; }
inline I16 add_saturating(I16 a, I16 b) { return {wasm_i16x8_add_sat(a.raw, b.raw)}; }
inline I32 madd(I16 a, I16 b) { return {wasm_i32x4_dot_i16x8(a.raw, b.raw)}; }

inline I32 add(I32 a, I32 b) { return {wasm_i32x4_add(a.raw, b.raw)}; }
inline I32 madd_add(I32 sum, I16 a, I16 b) { return add(sum, madd(a, b)); }
inline I32 dot_add(I32 sum, I8 a, I8 b) {
    // Every other byte as 16 bits: those of even number, then those of odd.
    const v128_t even = wasm_i32x4_dot_i16x8(wasm_v128_and(a.raw, wasm_i16x8_splat(0xFF)),
                                             wasm_i16x8_shr(wasm_i16x8_shl(b.raw, 8), 8));
    const v128_t odd = wasm_i32x4_dot_i16x8(wasm_u16x8_shr(a.raw, 8), wasm_i16x8_shr(b.raw, 8));
    return {wasm_i32x4_add(sum.raw, wasm_i32x4_add(even, odd))};
}
inline std::int64_t reduce_add_i64(I32 a) {
    const v128_t pairs =
        wasm_i64x2_add(wasm_i64x2_extend_low_i32x4(a.raw), wasm_i64x2_extend_high_i32x4(a.raw));
    return wasm_i64x2_extract_lane(pairs, 0) + wasm_i64x2_extract_lane(pairs, 1);
}
inline std::int32_t reduce_add(I32 a) { return static_cast<std::int32_t>(reduce_add_i64(a)); }

inline F32 add(F32 a, F32 b) { return {wasm_f32x4_add(a.raw, b.raw)}; }
inline F32 sub(F32 a, F32 b) { return {wasm_f32x4_sub(a.raw, b.raw)}; }
inline F32 mul(F32 a, F32 b) { return {wasm_f32x4_mul(a.raw, b.raw)}; }
inline F32 div(F32 a, F32 b) { return {wasm_f32x4_div(a.raw, b.raw)}; }
inline F32 min(F32 a, F32 b) { return {wasm_f32x4_min(a.raw, b.raw)}; }
inline F32 max(F32 a, F32 b) { return {wasm_f32x4_max(a.raw, b.raw)}; }
inline F32 fma(F32 a, F32 b, F32 c) { return add(mul(a, b), c); }
inline F32 sqrt(F32 a) { return {wasm_f32x4_sqrt(a.raw)}; }
inline F32Mask less(F32 a, F32 b) { return {wasm_f32x4_lt(a.raw, b.raw)}; }
inline F32 select(F32Mask mask, F32 if_true, F32 if_false) {
    return {wasm_v128_bitselect(if_true.raw, if_false.raw, mask.raw)};
}
inline float reduce_add(F32 a) {
    return (wasm_f32x4_extract_lane(a.raw, 0) + wasm_f32x4_extract_lane(a.raw, 2)) +
           (wasm_f32x4_extract_lane(a.raw, 1) + wasm_f32x4_extract_lane(a.raw, 3));
}

inline F32Pair to_floats(I16 a) {
    return {{wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(a.raw))},
            {wasm_f32x4_convert_i32x4(wasm_i32x4_extend_high_i16x8(a.raw))}};
}
inline I16 to_whole(F32Pair a) {
    return {wasm_i16x8_narrow_i32x4(wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(a.lower.raw)),
                                    wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(a.upper.raw)))};
}

struct Ops {
    using I8 = wasm128::I8;
    using I16 = wasm128::I16;
    using I32 = wasm128::I32;
    using F32 = wasm128::F32;
    using F32Mask = wasm128::F32Mask;
    using F32Pair = wasm128::F32Pair;
    static constexpr const char* kName = "wasm128";
};

}  // namespace stillpoint::simd::wasm128
