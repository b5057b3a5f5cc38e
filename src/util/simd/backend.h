#pragma once

#include <concepts>
#include <cstdint>

namespace stillpoint::simd {

// What every lane type offers. load and store need an address aligned to the vector's size (64 bytes always
// suffice), the unaligned ones don't.
template <class V>
concept LaneType = requires(V v, typename V::Lane* to, const typename V::Lane* from, typename V::Lane value) {
    { V::kLanes } -> std::convertible_to<int>;
    { V::load(from) } -> std::same_as<V>;
    { V::load_unaligned(from) } -> std::same_as<V>;
    { V::broadcast(value) } -> std::same_as<V>;
    { V::zero() } -> std::same_as<V>;
    v.store(to);
    v.store_unaligned(to);
};

// What a backend must have; the functions are found by their arguments' types. Lane kinds are distinct types,
// so that adding 16-bit lanes as if they were 32-bit ones doesn't compile. Integers wrap. Results are the
// same on every backend, except that fma rounds once or twice and that min and max may treat NaN in any way
// they like.
template <class Ops>
concept Backend = requires(typename Ops::I8 b, typename Ops::I16 s, typename Ops::I32 i, typename Ops::F32 f,
                           typename Ops::F32Mask m, typename Ops::F32Pair pair, std::int8_t* bytes,
                           const std::int8_t* four, const std::int16_t* two, std::uint32_t* words,
                           const std::uint32_t* from) {
    requires LaneType<typename Ops::I8> && std::same_as<typename Ops::I8::Lane, std::int8_t>;
    requires LaneType<typename Ops::I16> && std::same_as<typename Ops::I16::Lane, std::int16_t>;
    requires LaneType<typename Ops::I32> && std::same_as<typename Ops::I32::Lane, std::int32_t>;
    requires LaneType<typename Ops::F32> && std::same_as<typename Ops::F32::Lane, float>;
    requires Ops::I16::kLanes == 2 * Ops::I32::kLanes&& Ops::I8::kLanes == 4 * Ops::I32::kLanes;
    { Ops::kName } -> std::convertible_to<const char*>;

    { add(s, s) } -> std::same_as<typename Ops::I16>;
    { sub(s, s) } -> std::same_as<typename Ops::I16>;
    { min(s, s) } -> std::same_as<typename Ops::I16>;
    { max(s, s) } -> std::same_as<typename Ops::I16>;
    { mullo(s, s) } -> std::same_as<typename Ops::I16>;  // the lower half of each product
    // (product + 2^14) >> 15, of numbers that are not both -2^15.
    { mul_rounded(s, s) } -> std::same_as<typename Ops::I16>;
    { add_saturating(s, s) } -> std::same_as<typename Ops::I16>;
    s.store_bytes(bytes);  // of lanes within 0 to 127; needs no alignment
    { Ops::I16::two(two) } -> std::same_as<typename Ops::I16>;  // the same two lanes again and again
    { Ops::I8::four(four) } -> std::same_as<typename Ops::I8>;  // likewise
    { to_floats(s) } -> std::same_as<typename Ops::F32Pair>;  // the first half of the lanes is the lower one
    // The other way, of floats within 2^30: rounded to the nearest, ties to even, and clipped to 16 bits.
    { to_whole(pair) } -> std::same_as<typename Ops::I16>;

    // Lane i is s[2i] * s[2i] + s[2i+1] * s[2i+1]; madd_add adds that to a sum.
    { madd(s, s) } -> std::same_as<typename Ops::I32>;
    { madd_add(i, s, s) } -> std::same_as<typename Ops::I32>;
    // Adds four products to each lane i: of b[4i] and b[4i] to b[4i+3] and b[4i+3]. The first lanes must not
    // be negative.
    { dot_add(i, b, b) } -> std::same_as<typename Ops::I32>;
    { add(i, i) } -> std::same_as<typename Ops::I32>;
    { reduce_add(i) } -> std::same_as<std::int32_t>;
    { reduce_add_i64(i) } -> std::same_as<std::int64_t>;

    { add(f, f) } -> std::same_as<typename Ops::F32>;
    { sub(f, f) } -> std::same_as<typename Ops::F32>;
    { mul(f, f) } -> std::same_as<typename Ops::F32>;
    { div(f, f) } -> std::same_as<typename Ops::F32>;
    { min(f, f) } -> std::same_as<typename Ops::F32>;
    { max(f, f) } -> std::same_as<typename Ops::F32>;
    { fma(f, f, f) } -> std::same_as<typename Ops::F32>;  // the first two multiplied, the third added
    { sqrt(f) } -> std::same_as<typename Ops::F32>;
    { less(f, f) } -> std::same_as<typename Ops::F32Mask>;
    { select(m, f, f) } -> std::same_as<typename Ops::F32>;  // where the mask is set, the first
    // Lane i and lane i + half are added until one is left: the same order every time.
    { reduce_add(f) } -> std::same_as<float>;

    // Two vectors of floats cut to 16 bits (bfloat16), in words: one vector's lanes in the lower halves, the
    // other's in the upper. Storing rounds to the nearest, ties to even; infinity and NaN are not for it. The
    // words are aligned like vectors.
    pair.store_bf16(words);
    { Ops::F32Pair::load_bf16(from) } -> std::same_as<typename Ops::F32Pair>;
};

}  // namespace stillpoint::simd
