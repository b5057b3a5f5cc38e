#include <gtest/gtest.h>

#include "nnue/network_choice.h"
#include "nnue/network_file.h"

namespace stillpoint::nnue {
namespace {

// A build may or may not carry a network; if it does, it must be a good one.
TEST(Embedded, IsThereOrSaysWhyNot) {
    const Network* network = embedded_network();
    if (network == nullptr) {
        EXPECT_EQ(embedded_network_error(), "no network is built into this program");
    } else {
        EXPECT_EQ(embedded_network_error(), "");
        EXPECT_EQ(network->checksum, checksum_of(network->weights));
        EXPECT_EQ(embedded_network(), network);
    }
}

}  // namespace
}  // namespace stillpoint::nnue
