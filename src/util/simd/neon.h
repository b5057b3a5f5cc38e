#pragma once

#include <cstdint>
#include <cstring>

#include <arm_neon.h>

// 128-bit Arm, 64-bit machines only: the older ones have neither vector division nor square roots.
namespace stillpoint::simd::neon {

struct I8 {
    using Lane = std::int8_t;
    static constexpr int kLanes = 16;
    int8x16_t raw;

    static I8 load(const Lane* from) { return {vld1q_s8(from)}; }
    static I8 load_unaligned(const Lane* from) { return {vld1q_s8(from)}; }
    static I8 broadcast(Lane value) { return {vdupq_n_s8(value)}; }
    static I8 four(const Lane* from) {
        std::int32_t bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {vreinterpretq_s8_s32(vdupq_n_s32(bits))};
    }
    static I8 zero() { return {vdupq_n_s8(0)}; }
    void store(Lane* to) const { vst1q_s8(to, raw); }
    void store_unaligned(Lane* to) const { vst1q_s8(to, raw); }
};

struct I16 {
    using Lane = std::int16_t;
    static constexpr int kLanes = 8;
    int16x8_t raw;

    static I16 load(const Lane* from) { return {vld1q_s16(from)}; }
    static I16 load_unaligned(const Lane* from) { return {vld1q_s16(from)}; }
    static I16 broadcast(Lane value) { return {vdupq_n_s16(value)}; }
    static I16 two(const Lane* from) {
        std::int32_t bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {vreinterpretq_s16_s32(vdupq_n_s32(bits))};
    }
    static I16 zero() { return {vdupq_n_s16(0)}; }
    void store(Lane* to) const { vst1q_s16(to, raw); }
    void store_unaligned(Lane* to) const { vst1q_s16(to, raw); }
    void store_bytes(std::int8_t* to) const { vst1_s8(to, vmovn_s16(raw)); }
};

struct I32 {
    using Lane = std::int32_t;
    static constexpr int kLanes = 4;
    int32x4_t raw;

    static I32 load(const Lane* from) { return {vld1q_s32(from)}; }
    static I32 load_unaligned(const Lane* from) { return {vld1q_s32(from)}; }
    static I32 broadcast(Lane value) { return {vdupq_n_s32(value)}; }
    static I32 zero() { return {vdupq_n_s32(0)}; }
    void store(Lane* to) const { vst1q_s32(to, raw); }
    void store_unaligned(Lane* to) const { vst1q_s32(to, raw); }
};

struct F32 {
    using Lane = float;
    static constexpr int kLanes = 4;
    float32x4_t raw;

    static F32 load(const Lane* from) { return {vld1q_f32(from)}; }
    static F32 load_unaligned(const Lane* from) { return {vld1q_f32(from)}; }
    static F32 broadcast(Lane value) { return {vdupq_n_f32(value)}; }
    static F32 zero() { return {vdupq_n_f32(0.0F)}; }
    void store(Lane* to) const { vst1q_f32(to, raw); }
    void store_unaligned(Lane* to) const { vst1q_f32(to, raw); }
};

struct F32Pair {
    F32 lower, upper;

    void store_bf16(std::uint32_t* to) const {
        const auto rounded = [](F32 value) {
            const uint32x4_t bits = vreinterpretq_u32_f32(value.raw);
            const uint32x4_t odd = vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(1));
            return vaddq_u32(bits, vaddq_u32(odd, vdupq_n_u32(0x7FFF)));
        };
        vst1q_u32(to, vsriq_n_u32(rounded(upper), rounded(lower), 16));
    }
    static F32Pair load_bf16(const std::uint32_t* from) {
        const uint32x4_t words = vld1q_u32(from);
        return {{vreinterpretq_f32_u32(vshlq_n_u32(words, 16))},
                {vreinterpretq_f32_u32(vandq_u32(words, vdupq_n_u32(0xFFFF0000U)))}};
    }
};

struct F32Mask {
    uint32x4_t raw;
};

inline I16 add(I16 a, I16 b) { return {vaddq_s16(a.raw, b.raw)}; }
inline I16 sub(I16 a, I16 b) { return {vsubq_s16(a.raw, b.raw)}; }
inline I16 min(I16 a, I16 b) { return {vminq_s16(a.raw, b.raw)}; }
inline I16 max(I16 a, I16 b) { return {vmaxq_s16(a.raw, b.raw)}; }
inline I16 mullo(I16 a, I16 b) { return {vmulq_s16(a.raw, b.raw)}; }
inline I16 mul_rounded(I16 a, I16 b) { return {vqrdmulhq_s16(a.raw, b.raw)}; }
inline I16 add_saturating(I16 a, I16 b) { return {vqaddq_s16(a.raw, b.raw)}; }
inline I32 madd(I16 a, I16 b) {
    return {vpaddq_s32(vmull_s16(vget_low_s16(a.raw), vget_low_s16(b.raw)), vmull_high_s16(a.raw, b.raw))};
}

inline I32 add(I32 a, I32 b) { return {vaddq_s32(a.raw, b.raw)}; }
inline I32 madd_add(I32 sum, I16 a, I16 b) { return add(sum, madd(a, b)); }
inline I32 dot_add(I32 sum, I8 a, I8 b) {
#ifdef __ARM_FEATURE_DOTPROD
    return {vdotq_s32(sum.raw, a.raw, b.raw)};
#else
    const int16x8_t low = vmull_s8(vget_low_s8(a.raw), vget_low_s8(b.raw)),
                    high = vmull_high_s8(a.raw, b.raw);
    return {vpadalq_s16(sum.raw, vpaddq_s16(low, high))};  // at most 2 * 127 * 128: fits
#endif
}
inline std::int32_t reduce_add(I32 a) { return vaddvq_s32(a.raw); }
inline std::int64_t reduce_add_i64(I32 a) { return vaddlvq_s32(a.raw); }

inline F32 add(F32 a, F32 b) { return {vaddq_f32(a.raw, b.raw)}; }
inline F32 sub(F32 a, F32 b) { return {vsubq_f32(a.raw, b.raw)}; }
inline F32 mul(F32 a, F32 b) { return {vmulq_f32(a.raw, b.raw)}; }
inline F32 div(F32 a, F32 b) { return {vdivq_f32(a.raw, b.raw)}; }
inline F32 min(F32 a, F32 b) { return {vminq_f32(a.raw, b.raw)}; }
inline F32 max(F32 a, F32 b) { return {vmaxq_f32(a.raw, b.raw)}; }
inline F32 fma(F32 a, F32 b, F32 c) { return {vfmaq_f32(c.raw, a.raw, b.raw)}; }
inline F32 sqrt(F32 a) { return {vsqrtq_f32(a.raw)}; }
inline F32Mask less(F32 a, F32 b) { return {vcltq_f32(a.raw, b.raw)}; }
inline F32 select(F32Mask mask, F32 if_true, F32 if_false) {
    return {vbslq_f32(mask.raw, if_true.raw, if_false.raw)};
}
inline float reduce_add(F32 a) {
    const float32x2_t pairs = vadd_f32(vget_low_f32(a.raw), vget_high_f32(a.raw));
    return vget_lane_f32(pairs, 0) + vget_lane_f32(pairs, 1);
}

inline F32Pair to_floats(I16 a) {
    return {{vcvtq_f32_s32(vmovl_s16(vget_low_s16(a.raw)))}, {vcvtq_f32_s32(vmovl_high_s16(a.raw))}};
}
inline I16 to_whole(F32Pair a) {
    return {vcombine_s16(vqmovn_s32(vcvtnq_s32_f32(a.lower.raw)), vqmovn_s32(vcvtnq_s32_f32(a.upper.raw)))};
}

struct Ops {
    using I8 = neon::I8;
    using I16 = neon::I16;
    using I32 = neon::I32;
    using F32 = neon::F32;
    using F32Mask = neon::F32Mask;
    using F32Pair = neon::F32Pair;
    static constexpr const char* kName = "neon";
};

}  // namespace stillpoint::simd::neon
