#pragma once

#include <cstdint>
#include <cstring>

#include <immintrin.h>

// 256-bit x86: AVX2 with FMA, the x86-64-v3 level.
namespace stillpoint::simd::avx2 {

struct I8 {
    using Lane = std::int8_t;
    static constexpr int kLanes = 32;
    __m256i raw;

    static I8 load(const Lane* from) { return {_mm256_load_si256(pointer(from))}; }
    static I8 load_unaligned(const Lane* from) { return {_mm256_loadu_si256(pointer(from))}; }
    static I8 broadcast(Lane value) { return {_mm256_set1_epi8(value)}; }
    static I8 four(const Lane* from) {
        int bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {_mm256_set1_epi32(bits)};
    }
    static I8 zero() { return {_mm256_setzero_si256()}; }
    void store(Lane* to) const { _mm256_store_si256(pointer(to), raw); }
    void store_unaligned(Lane* to) const { _mm256_storeu_si256(pointer(to), raw); }

private:
    static const __m256i* pointer(const void* p) { return static_cast<const __m256i*>(p); }
    static __m256i* pointer(void* p) { return static_cast<__m256i*>(p); }
};

struct I16 {
    using Lane = std::int16_t;
    static constexpr int kLanes = 16;
    __m256i raw;

    static I16 load(const Lane* from) { return {_mm256_load_si256(pointer(from))}; }
    static I16 load_unaligned(const Lane* from) { return {_mm256_loadu_si256(pointer(from))}; }
    static I16 broadcast(Lane value) { return {_mm256_set1_epi16(value)}; }
    static I16 two(const Lane* from) {
        int bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {_mm256_set1_epi32(bits)};
    }
    static I16 zero() { return {_mm256_setzero_si256()}; }
    void store(Lane* to) const { _mm256_store_si256(pointer(to), raw); }
    void store_unaligned(Lane* to) const { _mm256_storeu_si256(pointer(to), raw); }
    void store_bytes(std::int8_t* to) const {
        const __m128i packed =
            _mm_packus_epi16(_mm256_castsi256_si128(raw), _mm256_extracti128_si256(raw, 1));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), packed);
    }

private:
    static const __m256i* pointer(const void* p) { return static_cast<const __m256i*>(p); }
    static __m256i* pointer(void* p) { return static_cast<__m256i*>(p); }
};

struct I32 {
    using Lane = std::int32_t;
    static constexpr int kLanes = 8;
    __m256i raw;

    static I32 load(const Lane* from) { return {_mm256_load_si256(pointer(from))}; }
    static I32 load_unaligned(const Lane* from) { return {_mm256_loadu_si256(pointer(from))}; }
    static I32 broadcast(Lane value) { return {_mm256_set1_epi32(value)}; }
    static I32 zero() { return {_mm256_setzero_si256()}; }
    void store(Lane* to) const { _mm256_store_si256(pointer(to), raw); }
    void store_unaligned(Lane* to) const { _mm256_storeu_si256(pointer(to), raw); }

private:
    static const __m256i* pointer(const void* p) { return static_cast<const __m256i*>(p); }
    static __m256i* pointer(void* p) { return static_cast<__m256i*>(p); }
};

struct F32 {
    using Lane = float;
    static constexpr int kLanes = 8;
    __m256 raw;

    static F32 load(const Lane* from) { return {_mm256_load_ps(from)}; }
    static F32 load_unaligned(const Lane* from) { return {_mm256_loadu_ps(from)}; }
    static F32 broadcast(Lane value) { return {_mm256_set1_ps(value)}; }
    static F32 zero() { return {_mm256_setzero_ps()}; }
    void store(Lane* to) const { _mm256_store_ps(to, raw); }
    void store_unaligned(Lane* to) const { _mm256_storeu_ps(to, raw); }
};

struct F32Pair {
    F32 lower, upper;

    void store_bf16(std::uint32_t* to) const {
        const auto rounded = [](F32 value) {
            const __m256i bits = _mm256_castps_si256(value.raw);
            const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
            return _mm256_add_epi32(bits, _mm256_add_epi32(odd, _mm256_set1_epi32(0x7FFF)));
        };
        const __m256i lower_half = _mm256_srli_epi32(rounded(lower), 16);
        const __m256i upper_half = _mm256_and_si256(rounded(upper), _mm256_set1_epi32(-0x10000));
        _mm256_store_si256(reinterpret_cast<__m256i*>(to), _mm256_or_si256(lower_half, upper_half));
    }
    static F32Pair load_bf16(const std::uint32_t* from) {
        const __m256i words = _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
        return {{_mm256_castsi256_ps(_mm256_slli_epi32(words, 16))},
                {_mm256_castsi256_ps(_mm256_and_si256(words, _mm256_set1_epi32(-0x10000)))}};
    }
};

struct F32Mask {
    __m256 raw;
};

inline I16 add(I16 a, I16 b) { return {_mm256_add_epi16(a.raw, b.raw)}; }
inline I16 sub(I16 a, I16 b) { return {_mm256_sub_epi16(a.raw, b.raw)}; }
inline I16 min(I16 a, I16 b) { return {_mm256_min_epi16(a.raw, b.raw)}; }
inline I16 max(I16 a, I16 b) { return {_mm256_max_epi16(a.raw, b.raw)}; }
inline I16 mullo(I16 a, I16 b) { return {_mm256_mullo_epi16(a.raw, b.raw)}; }
inline I16 mul_rounded(I16 a, I16 b) { return {_mm256_mulhrs_epi16(a.raw, b.raw)}; }
inline I16 add_saturating(I16 a, I16 b) { return {_mm256_adds_epi16(a.raw, b.raw)}; }
inline I32 madd(I16 a, I16 b) { return {_mm256_madd_epi16(a.raw, b.raw)}; }

inline I32 add(I32 a, I32 b) { return {_mm256_add_epi32(a.raw, b.raw)}; }
inline I32 madd_add(I32 sum, I16 a, I16 b) { return add(sum, madd(a, b)); }
inline I32 dot_add(I32 sum, I8 a, I8 b) {
    const __m256i pairs = _mm256_maddubs_epi16(a.raw, b.raw);  // at most 2 * 127 * 128: fits
    return {_mm256_add_epi32(sum.raw, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))};
}
inline std::int32_t reduce_add(I32 a) {
    const __m128i fours = _mm_add_epi32(_mm256_castsi256_si128(a.raw), _mm256_extracti128_si256(a.raw, 1));
    const __m128i pairs = _mm_add_epi32(fours, _mm_shuffle_epi32(fours, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32(pairs, _MM_SHUFFLE(2, 3, 0, 1))));
}
inline std::int64_t reduce_add_i64(I32 a) {
    const __m256i fours = _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(a.raw)),
                                           _mm256_cvtepi32_epi64(_mm256_extracti128_si256(a.raw, 1)));
    const __m128i pairs = _mm_add_epi64(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
    return _mm_cvtsi128_si64(_mm_add_epi64(pairs, _mm_unpackhi_epi64(pairs, pairs)));
}

inline F32 add(F32 a, F32 b) { return {_mm256_add_ps(a.raw, b.raw)}; }
inline F32 sub(F32 a, F32 b) { return {_mm256_sub_ps(a.raw, b.raw)}; }
inline F32 mul(F32 a, F32 b) { return {_mm256_mul_ps(a.raw, b.raw)}; }
inline F32 div(F32 a, F32 b) { return {_mm256_div_ps(a.raw, b.raw)}; }
inline F32 min(F32 a, F32 b) { return {_mm256_min_ps(a.raw, b.raw)}; }
inline F32 max(F32 a, F32 b) { return {_mm256_max_ps(a.raw, b.raw)}; }
inline F32 fma(F32 a, F32 b, F32 c) { return {_mm256_fmadd_ps(a.raw, b.raw, c.raw)}; }
inline F32 sqrt(F32 a) { return {_mm256_sqrt_ps(a.raw)}; }
inline F32Mask less(F32 a, F32 b) { return {_mm256_cmp_ps(a.raw, b.raw, _CMP_LT_OQ)}; }
inline F32 select(F32Mask mask, F32 if_true, F32 if_false) {
    return {_mm256_blendv_ps(if_false.raw, if_true.raw, mask.raw)};
}
inline float reduce_add(F32 a) {
    const __m128 fours = _mm_add_ps(_mm256_castps256_ps128(a.raw), _mm256_extractf128_ps(a.raw, 1));
    const __m128 pairs = _mm_add_ps(fours, _mm_movehl_ps(fours, fours));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
}

inline F32Pair to_floats(I16 a) {
    return {{_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm256_castsi256_si128(a.raw)))},
            {_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm256_extracti128_si256(a.raw, 1)))}};
}
inline I16 to_whole(F32Pair a) {
    const __m256i mixed =
        _mm256_packs_epi32(_mm256_cvtps_epi32(a.lower.raw), _mm256_cvtps_epi32(a.upper.raw));
    return {_mm256_permute4x64_epi64(mixed, _MM_SHUFFLE(3, 1, 2, 0))};
}

struct Ops {
    using I8 = avx2::I8;
    using I16 = avx2::I16;
    using I32 = avx2::I32;
    using F32 = avx2::F32;
    using F32Mask = avx2::F32Mask;
    using F32Pair = avx2::F32Pair;
    static constexpr const char* kName = "avx2";
};

}  // namespace stillpoint::simd::avx2
