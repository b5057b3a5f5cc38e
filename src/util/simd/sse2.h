#pragma once

#include <cstdint>
#include <cstring>

#include <immintrin.h>

// 128-bit x86. SSE2 has every operation needed here, so this serves plain x86-64 as well as SSE4.1 machines.
namespace stillpoint::simd::sse2 {

struct I8 {
    using Lane = std::int8_t;
    static constexpr int kLanes = 16;
    __m128i raw;

    static I8 load(const Lane* from) { return {_mm_load_si128(pointer(from))}; }
    static I8 load_unaligned(const Lane* from) { return {_mm_loadu_si128(pointer(from))}; }
    static I8 broadcast(Lane value) { return {_mm_set1_epi8(value)}; }
    static I8 four(const Lane* from) {
        int bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {_mm_set1_epi32(bits)};
    }
    static I8 zero() { return {_mm_setzero_si128()}; }
    void store(Lane* to) const { _mm_store_si128(pointer(to), raw); }
    void store_unaligned(Lane* to) const { _mm_storeu_si128(pointer(to), raw); }

private:
    static const __m128i* pointer(const void* p) { return static_cast<const __m128i*>(p); }
    static __m128i* pointer(void* p) { return static_cast<__m128i*>(p); }
};

struct I16 {
    using Lane = std::int16_t;
    static constexpr int kLanes = 8;
    __m128i raw;

    static I16 load(const Lane* from) { return {_mm_load_si128(pointer(from))}; }
    static I16 load_unaligned(const Lane* from) { return {_mm_loadu_si128(pointer(from))}; }
    static I16 broadcast(Lane value) { return {_mm_set1_epi16(value)}; }
    static I16 two(const Lane* from) {
        int bits = 0;
        std::memcpy(&bits, from, sizeof bits);
        return {_mm_set1_epi32(bits)};
    }
    static I16 zero() { return {_mm_setzero_si128()}; }
    void store(Lane* to) const { _mm_store_si128(pointer(to), raw); }
    void store_unaligned(Lane* to) const { _mm_storeu_si128(pointer(to), raw); }
    void store_bytes(std::int8_t* to) const {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(raw, raw));
    }

private:
    static const __m128i* pointer(const void* p) { return static_cast<const __m128i*>(p); }
    static __m128i* pointer(void* p) { return static_cast<__m128i*>(p); }
};

struct I32 {
    using Lane = std::int32_t;
    static constexpr int kLanes = 4;
    __m128i raw;

    static I32 load(const Lane* from) { return {_mm_load_si128(pointer(from))}; }
    static I32 load_unaligned(const Lane* from) { return {_mm_loadu_si128(pointer(from))}; }
    static I32 broadcast(Lane value) { return {_mm_set1_epi32(value)}; }
    static I32 zero() { return {_mm_setzero_si128()}; }
    void store(Lane* to) const { _mm_store_si128(pointer(to), raw); }
    void store_unaligned(Lane* to) const { _mm_storeu_si128(pointer(to), raw); }

private:
    static const __m128i* pointer(const void* p) { return static_cast<const __m128i*>(p); }
    static __m128i* pointer(void* p) { return static_cast<__m128i*>(p); }
};

struct F32 {
    using Lane = float;
    static constexpr int kLanes = 4;
    __m128 raw;

    static F32 load(const Lane* from) { return {_mm_load_ps(from)}; }
    static F32 load_unaligned(const Lane* from) { return {_mm_loadu_ps(from)}; }
    static F32 broadcast(Lane value) { return {_mm_set1_ps(value)}; }
    static F32 zero() { return {_mm_setzero_ps()}; }
    void store(Lane* to) const { _mm_store_ps(to, raw); }
    void store_unaligned(Lane* to) const { _mm_storeu_ps(to, raw); }
};

struct F32Pair {
    F32 lower, upper;

    void store_bf16(std::uint32_t* to) const {
        const auto rounded = [](F32 value) {
            const __m128i bits = _mm_castps_si128(value.raw);
            const __m128i odd = _mm_and_si128(_mm_srli_epi32(bits, 16), _mm_set1_epi32(1));
            return _mm_add_epi32(bits, _mm_add_epi32(odd, _mm_set1_epi32(0x7FFF)));
        };
        const __m128i lower_half = _mm_srli_epi32(rounded(lower), 16);
        const __m128i upper_half = _mm_and_si128(rounded(upper), _mm_set1_epi32(-0x10000));
        _mm_store_si128(reinterpret_cast<__m128i*>(to), _mm_or_si128(lower_half, upper_half));
    }
    static F32Pair load_bf16(const std::uint32_t* from) {
        const __m128i words = _mm_load_si128(reinterpret_cast<const __m128i*>(from));
        return {{_mm_castsi128_ps(_mm_slli_epi32(words, 16))},
                {_mm_castsi128_ps(_mm_and_si128(words, _mm_set1_epi32(-0x10000)))}};
    }
};

struct F32Mask {
    __m128 raw;
};

inline I16 add(I16 a, I16 b) { return {_mm_add_epi16(a.raw, b.raw)}; }
inline I16 sub(I16 a, I16 b) { return {_mm_sub_epi16(a.raw, b.raw)}; }
inline I16 min(I16 a, I16 b) { return {_mm_min_epi16(a.raw, b.raw)}; }
inline I16 max(I16 a, I16 b) { return {_mm_max_epi16(a.raw, b.raw)}; }
inline I16 mullo(I16 a, I16 b) { return {_mm_mullo_epi16(a.raw, b.raw)}; }
inline I16 mul_rounded(I16 a, I16 b) {
#ifdef __SSSE3__
    return {_mm_mulhrs_epi16(a.raw, b.raw)};
#else
    const __m128i low = _mm_mullo_epi16(a.raw, b.raw), high = _mm_mulhi_epi16(a.raw, b.raw);
    const __m128i cut = _mm_or_si128(_mm_slli_epi16(high, 1), _mm_srli_epi16(low, 15));
    return {_mm_add_epi16(cut, _mm_and_si128(_mm_srli_epi16(low, 14), _mm_set1_epi16(1)))};
#endif
}
inline I16 add_saturating(I16 a, I16 b) { return {_mm_adds_epi16(a.raw, b.raw)}; }
inline I32 madd(I16 a, I16 b) { return {_mm_madd_epi16(a.raw, b.raw)}; }

inline I32 add(I32 a, I32 b) { return {_mm_add_epi32(a.raw, b.raw)}; }
inline I32 madd_add(I32 sum, I16 a, I16 b) { return add(sum, madd(a, b)); }
inline I32 dot_add(I32 sum, I8 a, I8 b) {
#ifdef __SSSE3__
    const __m128i pairs = _mm_maddubs_epi16(a.raw, b.raw);  // at most 2 * 127 * 128: fits
    return {_mm_add_epi32(sum.raw, _mm_madd_epi16(pairs, _mm_set1_epi16(1)))};
#else
    // Every other byte as 16 bits: those of even number, then those of odd.
    const __m128i even = _mm_madd_epi16(_mm_and_si128(a.raw, _mm_set1_epi16(0xFF)),
                                        _mm_srai_epi16(_mm_slli_epi16(b.raw, 8), 8));
    const __m128i odd = _mm_madd_epi16(_mm_srli_epi16(a.raw, 8), _mm_srai_epi16(b.raw, 8));
    return {_mm_add_epi32(sum.raw, _mm_add_epi32(even, odd))};
#endif
}
inline std::int32_t reduce_add(I32 a) {
    const __m128i pairs = _mm_add_epi32(a.raw, _mm_shuffle_epi32(a.raw, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32(pairs, _MM_SHUFFLE(2, 3, 0, 1))));
}
inline std::int64_t reduce_add_i64(I32 a) {
    const __m128i signs = _mm_srai_epi32(a.raw, 31);
    const __m128i pairs = _mm_add_epi64(_mm_unpacklo_epi32(a.raw, signs), _mm_unpackhi_epi32(a.raw, signs));
    return _mm_cvtsi128_si64(_mm_add_epi64(pairs, _mm_unpackhi_epi64(pairs, pairs)));
}

inline F32 add(F32 a, F32 b) { return {_mm_add_ps(a.raw, b.raw)}; }
inline F32 sub(F32 a, F32 b) { return {_mm_sub_ps(a.raw, b.raw)}; }
inline F32 mul(F32 a, F32 b) { return {_mm_mul_ps(a.raw, b.raw)}; }
inline F32 div(F32 a, F32 b) { return {_mm_div_ps(a.raw, b.raw)}; }
inline F32 min(F32 a, F32 b) { return {_mm_min_ps(a.raw, b.raw)}; }
inline F32 max(F32 a, F32 b) { return {_mm_max_ps(a.raw, b.raw)}; }
inline F32 fma(F32 a, F32 b, F32 c) { return add(mul(a, b), c); }
inline F32 sqrt(F32 a) { return {_mm_sqrt_ps(a.raw)}; }
inline F32Mask less(F32 a, F32 b) { return {_mm_cmplt_ps(a.raw, b.raw)}; }
inline F32 select(F32Mask mask, F32 if_true, F32 if_false) {
    return {_mm_or_ps(_mm_and_ps(mask.raw, if_true.raw), _mm_andnot_ps(mask.raw, if_false.raw))};
}
inline float reduce_add(F32 a) {
    const __m128 pairs = _mm_add_ps(a.raw, _mm_movehl_ps(a.raw, a.raw));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
}

inline F32Pair to_floats(I16 a) {
    const __m128i signs = _mm_srai_epi16(a.raw, 15);
    return {{_mm_cvtepi32_ps(_mm_unpacklo_epi16(a.raw, signs))},
            {_mm_cvtepi32_ps(_mm_unpackhi_epi16(a.raw, signs))}};
}
inline I16 to_whole(F32Pair a) {
    return {_mm_packs_epi32(_mm_cvtps_epi32(a.lower.raw), _mm_cvtps_epi32(a.upper.raw))};
}

struct Ops {
    using I8 = sse2::I8;
    using I16 = sse2::I16;
    using I32 = sse2::I32;
    using F32 = sse2::F32;
    using F32Mask = sse2::F32Mask;
    using F32Pair = sse2::F32Pair;
    static constexpr const char* kName = "sse2";
};

}  // namespace stillpoint::simd::sse2
