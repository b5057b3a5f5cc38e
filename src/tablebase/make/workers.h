#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "util/thread_group.h"

namespace stillpoint::tablebase {

// Calls work(begin, end, thread) until 0 .. size is covered, in pieces, by several threads; the number of one
// of them is 0. It returns whether to go on, and so does this.
template <class Work>
bool share_work(std::uint64_t size, std::uint64_t piece, int threads, Work work) {
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> going{true};
    const auto pieces = static_cast<int>(std::min<std::uint64_t>((size + piece - 1) / piece, 1024));
    ThreadGroup group(std::clamp(threads, 1, std::max(pieces, 1)), [&](int thread) {
        for (std::uint64_t begin; going && (begin = next.fetch_add(piece)) < size;)
            if (!work(begin, std::min(begin + piece, size), thread)) going = false;
    });
    group.join();
    return going;
}

}  // namespace stillpoint::tablebase
