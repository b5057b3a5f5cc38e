#include "nnue/network_choice.h"

#include <cstddef>
#include <span>

#include "nnue/network_file.h"

#if defined(STILLPOINT_EVALFILE_GENERATED)
// Made by cmake/EmbedFile.cmake, for assemblers that can't read files.
extern const unsigned char kNetwork[];
extern const unsigned long kNetworkSize;

#elif defined(STILLPOINT_EVALFILE)
#if defined(__APPLE__)
#define STILLPOINT_READ_ONLY "__TEXT,__const"
#elif defined(_WIN32)
#define STILLPOINT_READ_ONLY ".rdata,\"dr\""
#else
#define STILLPOINT_READ_ONLY ".rodata"
#endif
// The assembler puts the file between two symbols. The last byte keeps the second one inside the section.
// clang-format off
__asm__(".section " STILLPOINT_READ_ONLY "\n"
        ".balign 64\n"
        ".globl stillpoint_network_begin\n"
        ".globl stillpoint_network_end\n"
        "stillpoint_network_begin:\n"
        ".incbin \"" STILLPOINT_EVALFILE "\"\n"
        "stillpoint_network_end:\n"
        ".byte 0\n"
        ".text\n");
// clang-format on
extern const std::byte kNetworkBegin[] __asm__("stillpoint_network_begin");
extern const std::byte kNetworkEnd[] __asm__("stillpoint_network_end");
#endif

namespace stillpoint::nnue {

namespace {

Result<NetworkPointer> load_embedded() {
#if defined(STILLPOINT_EVALFILE_GENERATED)
    return load_network(std::as_bytes(std::span(kNetwork, kNetworkSize)), "embedded");
#elif defined(STILLPOINT_EVALFILE)
    return load_network({kNetworkBegin, kNetworkEnd}, "embedded");
#else
    return Error{"no network is built into this program"};
#endif
}

const Result<NetworkPointer>& embedded() {
    static const Result<NetworkPointer> result = load_embedded();
    return result;
}

}  // namespace

const Network* embedded_network() { return embedded() ? embedded().value().get() : nullptr; }

const std::string& embedded_network_error() {
    static const std::string none;
    return embedded() ? none : embedded().error();
}

}  // namespace stillpoint::nnue

namespace stillpoint {

Result<SharedNetwork> choose_network(const std::string& name) {
    // The embedded network is not ours to delete.
    if (name.empty()) return SharedNetwork(std::shared_ptr<void>(), nnue::embedded_network());
    if (name == "plain") return SharedNetwork();
    auto loaded = nnue::load_network_file(name);
    if (!loaded) return Error{loaded.error()};
    return SharedNetwork(std::move(*loaded));
}

}  // namespace stillpoint
