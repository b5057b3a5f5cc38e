#pragma once

#include <memory>
#include <vector>

#include "engine/engine.h"
#include "search/solo_search.h"
#include "util/result.h"

namespace stillpoint::lab {

// A search of the engine's position on copies of its table and of what its first thread has learned. The
// engine itself does not change.
class Replay {
public:
    // The engine must be idle.
    static Result<std::unique_ptr<Replay>> of(const Engine& engine);

    // Searches as the engine would next, with one thread. The listener may be null.
    void run(const Limits& limits, TraceListener* listener);

    const Position& position() const { return position_; }
    const std::vector<RootMove>& root_moves() const { return search_.worker().root_moves(); }
    int completed_depth() const { return search_.worker().completed_depth(); }
    std::uint64_t nodes() const { return search_.worker().nodes(); }

private:
    explicit Replay(const Engine& engine);

    const Position position_;
    const TablebaseSettings tablebases_;
    SoloSearch search_;
};

}  // namespace stillpoint::lab
