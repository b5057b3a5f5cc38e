#pragma once

#include <cstdint>
#include <cstring>

#include <immintrin.h>

// 512-bit x86: AVX-512 with byte and word operations, the x86-64-v4 level.
namespace stillpoint::simd::avx512 {

namespace detail {

// The masked forms, with nothing masked, are the same instructions; g++ 12 warns about the plain ones, which
// mention an uninitialised register.
template <int kHalf>
__m256i half(__m512i v) {
    return _mm512_maskz_extracti64x4_epi64(0xF, v, kHalf);
}

}  // namespace detail

struct I8 {
    using Lane = std::int8_t;
    static constexpr int kLanes = 64;
    __m512i raw;

    static I8 load(const Lane* from) { return {_mm512_load_si512(from)}; }
    static I8 load_unaligned(const Lane* from) { return {_mm512_loadu_si512(from)}; }
    static I8 broadcast(Lane value) { return {_mm512_set1_epi8(value)}; }
    static I8 four(const Lane* from) {
        int bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {_mm512_set1_epi32(bits)};
    }
    static I8 zero() { return {_mm512_setzero_si512()}; }
    void store(Lane* to) const { _mm512_store_si512(to, raw); }
    void store_unaligned(Lane* to) const { _mm512_storeu_si512(to, raw); }
};

struct I16 {
    using Lane = std::int16_t;
    static constexpr int kLanes = 32;
    __m512i raw;

    static I16 load(const Lane* from) { return {_mm512_load_si512(from)}; }
    static I16 load_unaligned(const Lane* from) { return {_mm512_loadu_si512(from)}; }
    static I16 broadcast(Lane value) { return {_mm512_set1_epi16(value)}; }
    static I16 two(const Lane* from) {
        int bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {_mm512_set1_epi32(bits)};
    }
    static I16 zero() { return {_mm512_setzero_si512()}; }
    void store(Lane* to) const { _mm512_store_si512(to, raw); }
    void store_unaligned(Lane* to) const { _mm512_storeu_si512(to, raw); }
    void store_bytes(std::int8_t* to) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_maskz_cvtepi16_epi8(0xFFFFFFFF, raw));
    }
};

struct I32 {
    using Lane = std::int32_t;
    static constexpr int kLanes = 16;
    __m512i raw;

    static I32 load(const Lane* from) { return {_mm512_load_si512(from)}; }
    static I32 load_unaligned(const Lane* from) { return {_mm512_loadu_si512(from)}; }
    static I32 broadcast(Lane value) { return {_mm512_set1_epi32(value)}; }
    static I32 zero() { return {_mm512_setzero_si512()}; }
    void store(Lane* to) const { _mm512_store_si512(to, raw); }
    void store_unaligned(Lane* to) const { _mm512_storeu_si512(to, raw); }
};

struct F32 {
    using Lane = float;
    static constexpr int kLanes = 16;
    __m512 raw;

    static F32 load(const Lane* from) { return {_mm512_load_ps(from)}; }
    static F32 load_unaligned(const Lane* from) { return {_mm512_loadu_ps(from)}; }
    static F32 broadcast(Lane value) { return {_mm512_set1_ps(value)}; }
    static F32 zero() { return {_mm512_setzero_ps()}; }
    void store(Lane* to) const { _mm512_store_ps(to, raw); }
    void store_unaligned(Lane* to) const { _mm512_storeu_ps(to, raw); }
};

struct F32Pair {
    F32 lower, upper;

    void store_bf16(std::uint32_t* to) const {
        const auto rounded = [](F32 value) {
            const __m512i bits = _mm512_castps_si512(value.raw);
            const __m512i odd =
                _mm512_and_si512(_mm512_maskz_srli_epi32(0xFFFF, bits, 16), _mm512_set1_epi32(1));
            return _mm512_add_epi32(bits, _mm512_add_epi32(odd, _mm512_set1_epi32(0x7FFF)));
        };
        const __m512i lower_half = _mm512_maskz_srli_epi32(0xFFFF, rounded(lower), 16);
        const __m512i upper_half = _mm512_and_si512(rounded(upper), _mm512_set1_epi32(-0x10000));
        _mm512_store_si512(to, _mm512_or_si512(lower_half, upper_half));
    }
    static F32Pair load_bf16(const std::uint32_t* from) {
        const __m512i words = _mm512_load_si512(from);
        return {{_mm512_castsi512_ps(_mm512_maskz_slli_epi32(0xFFFF, words, 16))},
                {_mm512_castsi512_ps(_mm512_and_si512(words, _mm512_set1_epi32(-0x10000)))}};
    }
};

struct F32Mask {
    __mmask16 raw;
};

inline I16 add(I16 a, I16 b) { return {_mm512_add_epi16(a.raw, b.raw)}; }
inline I16 sub(I16 a, I16 b) { return {_mm512_sub_epi16(a.raw, b.raw)}; }
inline I16 min(I16 a, I16 b) { return {_mm512_min_epi16(a.raw, b.raw)}; }
inline I16 max(I16 a, I16 b) { return {_mm512_max_epi16(a.raw, b.raw)}; }
inline I16 mullo(I16 a, I16 b) { return {_mm512_mullo_epi16(a.raw, b.raw)}; }
inline I16 mul_rounded(I16 a, I16 b) { return {_mm512_mulhrs_epi16(a.raw, b.raw)}; }
inline I16 add_saturating(I16 a, I16 b) { return {_mm512_adds_epi16(a.raw, b.raw)}; }
inline I32 madd(I16 a, I16 b) { return {_mm512_madd_epi16(a.raw, b.raw)}; }

inline I32 add(I32 a, I32 b) { return {_mm512_add_epi32(a.raw, b.raw)}; }
inline I32 madd_add(I32 sum, I16 a, I16 b) {
#ifdef __AVX512VNNI__
    return {_mm512_dpwssd_epi32(sum.raw, a.raw, b.raw)};
#else
    return add(sum, madd(a, b));
#endif
}
inline I32 dot_add(I32 sum, I8 a, I8 b) {
#ifdef __AVX512VNNI__
    return {_mm512_dpbusd_epi32(sum.raw, a.raw, b.raw)};
#else
    const __m512i pairs = _mm512_maddubs_epi16(a.raw, b.raw);  // at most 2 * 127 * 128: fits
    return {_mm512_add_epi32(sum.raw, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))};
#endif
}
inline std::int32_t reduce_add(I32 a) {
    const __m256i eights = _mm256_add_epi32(detail::half<0>(a.raw), detail::half<1>(a.raw));
    const __m128i fours = _mm_add_epi32(_mm256_castsi256_si128(eights), _mm256_extracti128_si256(eights, 1));
    const __m128i pairs = _mm_add_epi32(fours, _mm_shuffle_epi32(fours, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32(pairs, _MM_SHUFFLE(2, 3, 0, 1))));
}
inline std::int64_t reduce_add_i64(I32 a) {
    const __m512i eights = _mm512_add_epi64(_mm512_maskz_cvtepi32_epi64(0xFF, detail::half<0>(a.raw)),
                                            _mm512_maskz_cvtepi32_epi64(0xFF, detail::half<1>(a.raw)));
    const __m256i fours = _mm256_add_epi64(detail::half<0>(eights), detail::half<1>(eights));
    const __m128i pairs = _mm_add_epi64(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
    return _mm_cvtsi128_si64(_mm_add_epi64(pairs, _mm_unpackhi_epi64(pairs, pairs)));
}

inline F32 add(F32 a, F32 b) { return {_mm512_add_ps(a.raw, b.raw)}; }
inline F32 sub(F32 a, F32 b) { return {_mm512_sub_ps(a.raw, b.raw)}; }
inline F32 mul(F32 a, F32 b) { return {_mm512_mul_ps(a.raw, b.raw)}; }
inline F32 div(F32 a, F32 b) { return {_mm512_div_ps(a.raw, b.raw)}; }
inline F32 min(F32 a, F32 b) { return {_mm512_maskz_min_ps(0xFFFF, a.raw, b.raw)}; }
inline F32 max(F32 a, F32 b) { return {_mm512_maskz_max_ps(0xFFFF, a.raw, b.raw)}; }
inline F32 fma(F32 a, F32 b, F32 c) { return {_mm512_fmadd_ps(a.raw, b.raw, c.raw)}; }
inline F32 sqrt(F32 a) { return {_mm512_maskz_sqrt_ps(0xFFFF, a.raw)}; }
inline F32Mask less(F32 a, F32 b) { return {_mm512_cmp_ps_mask(a.raw, b.raw, _CMP_LT_OQ)}; }
inline F32 select(F32Mask mask, F32 if_true, F32 if_false) {
    return {_mm512_mask_blend_ps(mask.raw, if_false.raw, if_true.raw)};
}
inline float reduce_add(F32 a) {
    const __m512i bits = _mm512_castps_si512(a.raw);
    const __m256 eights =
        _mm256_add_ps(_mm256_castsi256_ps(detail::half<0>(bits)), _mm256_castsi256_ps(detail::half<1>(bits)));
    const __m128 fours = _mm_add_ps(_mm256_castps256_ps128(eights), _mm256_extractf128_ps(eights, 1));
    const __m128 pairs = _mm_add_ps(fours, _mm_movehl_ps(fours, fours));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
}

inline F32Pair to_floats(I16 a) {
    const auto floats = [](__m256i half) {
        return _mm512_maskz_cvtepi32_ps(0xFFFF, _mm512_maskz_cvtepi16_epi32(0xFFFF, half));
    };
    return {{floats(detail::half<0>(a.raw))}, {floats(detail::half<1>(a.raw))}};
}
inline I16 to_whole(F32Pair a) {
    const __m512i mixed = _mm512_packs_epi32(_mm512_maskz_cvtps_epi32(0xFFFF, a.lower.raw),
                                             _mm512_maskz_cvtps_epi32(0xFFFF, a.upper.raw));
    return {_mm512_maskz_permutexvar_epi64(0xFF, _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0), mixed)};
}

struct Ops {
    using I8 = avx512::I8;
    using I16 = avx512::I16;
    using I32 = avx512::I32;
    using F32 = avx512::F32;
    using F32Mask = avx512::F32Mask;
    using F32Pair = avx512::F32Pair;
    static constexpr const char* kName = "avx512";
};

}  // namespace stillpoint::simd::avx512
