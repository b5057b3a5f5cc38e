#include "util/simd/simd.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "util/rng.h"
#include "util/simd/scalar.h"

// Every operation of the native backend against the scalar one, over whole buffers so that the two may have
// different lane counts. In a scalar build the comparison is trivial, but the checks by hand still count.
namespace stillpoint {
namespace {

namespace native = simd::native;
namespace scalar = simd::scalar;
static_assert(simd::Backend<scalar::Ops>);

constexpr int kLength = 1024;

template <class Number>
struct alignas(simd::kAlignment) Buffer {
    Number values[kLength]{};

    friend bool operator==(const Buffer& a, const Buffer& b) {
        return std::memcmp(a.values, b.values, sizeof a.values) == 0;  // bit-equal, also for floats
    }
};

// Extremes first in all combinations with each other, then noise of every magnitude.
constexpr std::int16_t kExtremes[] = {-32768, -32767, -256, -255, -128, -127, -1,    0,    1,
                                      2,      127,    128,  181,  255,  256,  32766, 32767};
constexpr int kExtremeCount = static_cast<int>(std::size(kExtremes));

std::int16_t random_i16(Rng& rng) {
    return static_cast<std::int16_t>(static_cast<std::int16_t>(rng.next()) >> rng.below(16));
}

Buffer<std::int16_t> first_i16(std::uint64_t seed) {
    Rng rng(seed);
    Buffer<std::int16_t> buffer;
    for (int i = 0; i < kLength; ++i)
        buffer.values[i] = i < kExtremeCount * kExtremeCount ? kExtremes[i / kExtremeCount] : random_i16(rng);
    return buffer;
}

Buffer<std::int16_t> second_i16(std::uint64_t seed) {
    Rng rng(~seed);
    Buffer<std::int16_t> buffer;
    for (int i = 0; i < kLength; ++i)
        buffer.values[i] = i < kExtremeCount * kExtremeCount ? kExtremes[i % kExtremeCount] : random_i16(rng);
    return buffer;
}

Buffer<std::int32_t> random_i32(std::uint64_t seed) {
    Rng rng(seed);
    Buffer<std::int32_t> buffer;
    for (int i = 0; i < kLength; ++i) {
        const auto value = static_cast<std::int32_t>(rng.next());
        buffer.values[i] = i % 3 == 0 ? std::numeric_limits<std::int32_t>::min() + (i & 1) : value;
    }
    return buffer;
}

Buffer<float> random_f32(std::uint64_t seed) {
    Rng rng(seed);
    Buffer<float> buffer;
    for (float& value : buffer.values) {
        const double magnitude = std::exp2(static_cast<double>(rng.below(40)) - 20.0);
        value = static_cast<float>((rng.unit() * 2 - 1) * magnitude);
    }
    return buffer;
}

// Applies an operation to the buffers lane by lane; Out may be wider or narrower than In.
template <class In, class Out, class Function>
auto apply(const Buffer<typename In::Lane>& a, const Buffer<typename In::Lane>& b, Function function) {
    Buffer<typename Out::Lane> result;
    int to = 0;
    for (int i = 0; i < kLength; i += In::kLanes, to += Out::kLanes)
        function(In::load(a.values + i), In::load(b.values + i)).store(result.values + to);
    return result;
}

template <class NativeIn, class NativeOut, class ScalarIn, class ScalarOut, class Function>
void expect_same(const Buffer<typename NativeIn::Lane>& a, const Buffer<typename NativeIn::Lane>& b,
                 Function function, const char* name) {
    EXPECT_TRUE((apply<NativeIn, NativeOut>(a, b, function) == apply<ScalarIn, ScalarOut>(a, b, function)))
        << name << " differs between " << native::Ops::kName << " and scalar";
}

TEST(Simd, Int16OperationsEqualScalar) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto a = first_i16(seed), b = second_i16(seed);
        const auto check = [&](auto function, const char* name) {
            expect_same<native::I16, native::I16, scalar::I16, scalar::I16>(a, b, function, name);
        };
        check([](auto x, auto y) { return add(x, y); }, "add");
        check([](auto x, auto y) { return sub(x, y); }, "sub");
        check([](auto x, auto y) { return min(x, y); }, "min");
        check([](auto x, auto y) { return max(x, y); }, "max");
        check([](auto x, auto y) { return mullo(x, y); }, "mullo");
        check([](auto x, auto y) { return add_saturating(x, y); }, "add_saturating");
    }
}

TEST(Simd, RoundedProductsEqualScalar) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto a = first_i16(seed);
        const auto b = second_i16(seed);
        for (int i = 0; i < kLength; ++i)
            if (a.values[i] == -32768 && b.values[i] == -32768) a.values[i] = 0;  // not for it
        expect_same<native::I16, native::I16, scalar::I16, scalar::I16>(
            a, b, [](auto x, auto y) { return mul_rounded(x, y); }, "mul_rounded");
    }
}

TEST(Simd, ShortsBecomeBytesInOrder) {
    Buffer<std::int16_t> from;
    Buffer<std::int8_t> to;
    for (int i = 0; i < kLength; ++i) from.values[i] = static_cast<std::int16_t>(i * 37 % 128);
    for (int i = 0; i < kLength; i += native::I16::kLanes)
        native::I16::load(from.values + i).store_bytes(to.values + i);
    for (int i = 0; i < kLength; ++i) EXPECT_EQ(to.values[i], from.values[i]);
}

TEST(Simd, DotProductsOfBytesEqualScalar) {
    Rng rng(1);
    for (int round = 0; round < 20; ++round) {
        Buffer<std::int8_t> a, b;
        for (int i = 0; i < kLength; ++i) {
            a.values[i] = static_cast<std::int8_t>(round == 0 ? 127 : rng.below(128));
            b.values[i] = static_cast<std::int8_t>(round == 0 ? -128 + (i / 8 % 2) * 255 : rng.below(256));
        }
        expect_same<native::I8, native::I32, scalar::I8, scalar::I32>(
            a, b,
            [](auto x, auto y) {
                using Sum =
                    std::conditional_t<std::is_same_v<decltype(x), scalar::I8>, scalar::I32, native::I32>;
                return dot_add(Sum::broadcast(5), x, y);
            },
            "dot_add");
    }
}

TEST(Simd, DotProductsOfBytesAddFourNeighbours) {
    alignas(simd::kAlignment) std::int8_t a[native::I8::kLanes]{}, b[native::I8::kLanes]{};
    for (std::int8_t i = 0; i < 8; ++i) {
        a[i] = static_cast<std::int8_t>(i + 1);
        b[i] = static_cast<std::int8_t>(i % 2 == 0 ? 10 : -1);
    }
    alignas(simd::kAlignment) std::int32_t sums[native::I32::kLanes];
    dot_add(native::I32::broadcast(1000), native::I8::load(a), native::I8::load(b)).store(sums);
    EXPECT_EQ(sums[0], 1000 + 10 - 2 + 30 - 4);
    EXPECT_EQ(sums[1], 1000 + 50 - 6 + 70 - 8);
    for (int i = 2; i < native::I32::kLanes; ++i) EXPECT_EQ(sums[i], 1000);
}

TEST(Simd, FewLanesAreRepeated) {
    const std::int8_t four[] = {1, -2, 3, 127};
    const std::int16_t two[] = {-32768, 300};
    alignas(simd::kAlignment) std::int8_t bytes[native::I8::kLanes];
    alignas(simd::kAlignment) std::int16_t shorts[native::I16::kLanes];
    native::I8::four(four).store(bytes);
    native::I16::two(two).store(shorts);
    for (int i = 0; i < native::I8::kLanes; ++i) EXPECT_EQ(bytes[i], four[i % 4]);
    for (int i = 0; i < native::I16::kLanes; ++i) EXPECT_EQ(shorts[i], two[i % 2]);
}

TEST(Simd, MaddEqualsScalar) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto a = first_i16(seed), b = second_i16(seed);
        expect_same<native::I16, native::I32, scalar::I16, scalar::I32>(
            a, b, [](auto x, auto y) { return madd(x, y); }, "madd");
        expect_same<native::I16, native::I32, scalar::I16, scalar::I32>(
            a, b, [](auto x, auto y) { return madd_add(madd(y, y), x, y); }, "madd_add");
    }
}

TEST(Simd, MaddPairsNeighboursAndWraps) {
    alignas(simd::kAlignment) std::int16_t a[native::I16::kLanes]{};
    alignas(simd::kAlignment) std::int32_t sums[native::I32::kLanes]{};
    a[0] = 3;
    a[1] = -5;
    a[2] = a[3] = -32768;
    const auto v = native::I16::load(a);
    madd(v, v).store(sums);
    EXPECT_EQ(sums[0], 34);
    EXPECT_EQ(sums[1], std::numeric_limits<std::int32_t>::min());  // 2^31 wrapped
}

TEST(Simd, Int32OperationsEqualScalar) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        expect_same<native::I32, native::I32, scalar::I32, scalar::I32>(
            random_i32(seed), random_i32(seed + 100), [](auto x, auto y) { return add(x, y); }, "add");
}

TEST(Simd, Int32ReductionsSumAllLanes) {
    const auto a = random_i32(7);
    for (int i = 0; i < kLength; i += native::I32::kLanes) {
        std::int64_t sum = 0;
        for (int lane = 0; lane < native::I32::kLanes; ++lane) sum += a.values[i + lane];
        const auto v = native::I32::load(a.values + i);
        EXPECT_EQ(reduce_add_i64(v), sum);
        EXPECT_EQ(reduce_add(v), static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)));
    }
}

TEST(Simd, FloatOperationsEqualScalar) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto a = random_f32(seed), b = random_f32(seed + 100);
        const auto check = [&](auto function, const char* name) {
            expect_same<native::F32, native::F32, scalar::F32, scalar::F32>(a, b, function, name);
        };
        check([](auto x, auto y) { return add(x, y); }, "add");
        check([](auto x, auto y) { return sub(x, y); }, "sub");
        check([](auto x, auto y) { return mul(x, y); }, "mul");
        check([](auto x, auto y) { return div(x, y); }, "div");
        check([](auto x, auto y) { return min(x, y); }, "min");
        check([](auto x, auto y) { return max(x, y); }, "max");
        check([](auto x, auto) { return sqrt(mul(x, x)); }, "sqrt");
        check([](auto x, auto y) { return select(less(x, y), add(x, y), sub(x, y)); }, "select");
    }
}

TEST(Simd, FmaRoundsOnceOrTwice) {
    const auto a = random_f32(3), b = random_f32(4);
    const auto result =
        apply<native::F32, native::F32>(a, b, [](auto x, auto y) { return fma(x, y, sub(x, y)); });
    for (int i = 0; i < kLength; ++i) {
        const float x = a.values[i], y = b.values[i], z = x - y;
        const float product = x * y;
        EXPECT_TRUE(result.values[i] == product + z || result.values[i] == std::fma(x, y, z)) << i;
    }
}

TEST(Simd, FloatReductionFoldsHalves) {
    const auto a = random_f32(5);
    for (int i = 0; i < kLength; i += native::F32::kLanes) {
        float lanes[native::F32::kLanes];
        std::memcpy(lanes, a.values + i, sizeof lanes);
        for (int half = native::F32::kLanes / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
        EXPECT_EQ(reduce_add(native::F32::load(a.values + i)), lanes[0]);
    }
}

TEST(Simd, IntegersBecomeFloatsInOrder) {
    const auto a = first_i16(3);
    for (int i = 0; i < kLength; i += native::I16::kLanes) {
        const native::F32Pair pair = to_floats(native::I16::load(a.values + i));
        alignas(simd::kAlignment) float floats[native::I16::kLanes];
        pair.lower.store(floats);
        pair.upper.store(floats + native::F32::kLanes);
        for (int lane = 0; lane < native::I16::kLanes; ++lane) EXPECT_EQ(floats[lane], a.values[i + lane]);
    }
}

TEST(Simd, FloatsBecomeIntegersInOrder) {
    const auto whole = [](auto ops, const Buffer<float>& from) {
        using I16 = typename decltype(ops)::I16;
        using F32 = typename decltype(ops)::F32;
        using Pair = typename decltype(ops)::F32Pair;
        Buffer<std::int16_t> to;
        for (int i = 0; i < kLength; i += I16::kLanes)
            to_whole(Pair{F32::load(from.values + i), F32::load(from.values + i + F32::kLanes)})
                .store(to.values + i);
        return to;
    };
    // Halves go to the even neighbour; what doesn't fit is clipped.
    Buffer<float> a;
    for (int i = 0; i < kLength; ++i) a.values[i] = static_cast<float>(1499 * i - 40000) / 2.0F;
    a.values[1] = 40000.0F;
    a.values[2] = -1e9F;
    const auto found = whole(native::Ops{}, a);
    EXPECT_EQ(found, whole(scalar::Ops{}, a));
    for (int i = 0; i < kLength; ++i)
        EXPECT_EQ(static_cast<float>(found.values[i]),
                  std::clamp(std::nearbyint(a.values[i]), -32768.0F, 32767.0F));
}

TEST(Simd, HalfFloatsEqualScalar) {
    const auto packed = [](auto ops, const Buffer<float>& lower, const Buffer<float>& upper) {
        using F32 = typename decltype(ops)::F32;
        using Pair = typename decltype(ops)::F32Pair;
        Buffer<std::uint32_t> words;
        for (int i = 0; i < kLength; i += F32::kLanes)
            Pair{F32::load(lower.values + i), F32::load(upper.values + i)}.store_bf16(words.values + i);
        return words;
    };
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto a = random_f32(seed), b = random_f32(seed + 100);
        const auto words = packed(native::Ops{}, a, b);
        EXPECT_EQ(words, packed(scalar::Ops{}, a, b));
        Buffer<float> lower, upper;
        for (int i = 0; i < kLength; i += native::F32::kLanes) {
            const native::F32Pair pair = native::F32Pair::load_bf16(words.values + i);
            pair.lower.store(lower.values + i);
            pair.upper.store(upper.values + i);
        }
        for (int i = 0; i < kLength; ++i) {
            EXPECT_EQ(lower.values[i], std::bit_cast<float>(words.values[i] << 16));
            EXPECT_LE(std::abs(lower.values[i] - a.values[i]), std::abs(a.values[i]) / 256);
            EXPECT_LE(std::abs(upper.values[i] - b.values[i]), std::abs(b.values[i]) / 256);
        }
        EXPECT_EQ(words, packed(native::Ops{}, lower, upper)) << "what fits is kept";
    }
}

template <class V>
void expect_moves_any_address() {
    using Lane = typename V::Lane;
    Buffer<Lane> from, to;
    for (int i = 0; i < kLength; ++i) from.values[i] = static_cast<Lane>(i - 300);
    for (int offset = 0; offset < V::kLanes; ++offset) {
        V::load_unaligned(from.values + offset).store_unaligned(to.values + offset + 1);
        for (int lane = 0; lane < V::kLanes; ++lane)
            EXPECT_EQ(to.values[offset + 1 + lane], from.values[offset + lane]);
    }
    V::broadcast(Lane{42}).store(to.values);
    for (int lane = 0; lane < V::kLanes; ++lane) EXPECT_EQ(to.values[lane], Lane{42});
    V::zero().store(to.values);
    for (int lane = 0; lane < V::kLanes; ++lane) EXPECT_EQ(to.values[lane], Lane{0});
}

TEST(Simd, LoadsStoresAndConstants) {
    expect_moves_any_address<native::I8>();
    expect_moves_any_address<native::I16>();
    expect_moves_any_address<native::I32>();
    expect_moves_any_address<native::F32>();
    expect_moves_any_address<scalar::I8>();
    expect_moves_any_address<scalar::I16>();
    expect_moves_any_address<scalar::I32>();
    expect_moves_any_address<scalar::F32>();
}

}  // namespace
}  // namespace stillpoint
