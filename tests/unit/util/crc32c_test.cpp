#include "util/crc32c.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "util/rng.h"

namespace stillpoint {
namespace {

// Published check values (RFC 3720, appendix B.4).
TEST(Crc32c, KnownValues) {
    const std::string zeros(32, '\0'), ones(32, '\xFF');
    std::string rising, falling;
    for (int i = 0; i < 32; ++i) {
        rising += static_cast<char>(i);
        falling += static_cast<char>(31 - i);
    }
    const struct {
        std::string_view text;
        std::uint32_t crc;
    } cases[] = {{"", 0},
                 {"123456789", 0xE3069283},
                 {zeros, 0x8A9136AA},
                 {ones, 0x62A8AB43},
                 {rising, 0x46DD794E},
                 {falling, 0x113FDB5C}};
    for (const auto& [text, crc] : cases) {
        EXPECT_EQ(crc32c(text.data(), text.size()), crc);
        EXPECT_EQ(crc32c_portable(text.data(), text.size()), crc);
    }
}

TEST(Crc32c, EveryLengthAndOffsetEqualsThePortableOne) {
    Rng rng(1);
    std::vector<std::uint8_t> bytes(300);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
    for (std::size_t offset = 0; offset < 9; ++offset)
        for (std::size_t size = 0; size + offset <= bytes.size(); ++size)
            ASSERT_EQ(crc32c(bytes.data() + offset, size), crc32c_portable(bytes.data() + offset, size));
}

TEST(Crc32c, PartsGiveTheWhole) {
    const std::string text = "a chain is as strong as its weakest link";
    const std::uint32_t whole = crc32c(text.data(), text.size());
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        const std::uint32_t first = crc32c(text.data(), cut);
        EXPECT_EQ(crc32c(text.data() + cut, text.size() - cut, first), whole);
        EXPECT_EQ(crc32c_portable(text.data() + cut, text.size() - cut, first), whole);
    }
}

}  // namespace
}  // namespace stillpoint
