#include "util/memory.h"

#include <array>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

namespace stillpoint {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

TEST(PageMemory, IsZeroedAlignedAndLargeEnough) {
    for (const std::size_t bytes : {std::size_t{1}, 2 * kMebibyte - 1, 2 * kMebibyte, 3 * kMebibyte + 5}) {
        const PageMemory memory(bytes);
        ASSERT_NE(memory.data, nullptr);
        EXPECT_GE(memory.size, bytes);
        const std::size_t alignment = memory.huge_pages ? 2 * kMebibyte : 64;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data) % alignment, 0U);
        auto* const data = static_cast<unsigned char*>(memory.data);
        for (std::size_t i = 0; i < memory.size; i += 997) {
            ASSERT_EQ(data[i], 0) << i;
            data[i] = 1;
        }
        ASSERT_EQ(data[memory.size - 1], memory.size % 997 == 1 ? 1 : 0);
    }
}

TEST(PageMemory, RefusesTheAbsurdAndIsEmptyThen) {
    for (const std::size_t bytes : {std::size_t{0}, SIZE_MAX, SIZE_MAX / 2}) {
        const PageMemory memory(bytes);
        EXPECT_EQ(memory.data, nullptr);
        EXPECT_EQ(memory.size, 0U);
    }
}

TEST(PageMemory, MovesWithItsBlock) {
    PageMemory first(kMebibyte);
    void* const block = first.data;
    PageMemory second = std::move(first);
    EXPECT_EQ(second.data, block);
    second = PageMemory();
    EXPECT_EQ(second.data, nullptr);
}

TEST(PageOwner, ConstructsItsObject) {
    struct Large {
        std::array<int, 1 << 20> zeros{};
        int seven = 7;
    };
    const PageOwner<Large> owner;
    EXPECT_EQ(owner->seven, 7);
    EXPECT_EQ(owner->zeros.back(), 0);
    owner->zeros.back() = 1;
    EXPECT_EQ((*owner).zeros.back(), 1);
}

}  // namespace
}  // namespace stillpoint
