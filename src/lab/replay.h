#pragma once

#include <memory>
#include <vector>

#include "engine/engine.h"

namespace stillpoint {

// A search of the engine's position on copies of its table and of what its first thread has learned. Whatever
// happens here, the engine stays as it is.
class Replay {
public:
    // The engine must be idle.
    static Result<std::unique_ptr<Replay>> of(const Engine& engine);

    // As the engine's next search would, with one thread. The listener may be null.
    void run(const Limits& limits, TraceListener* listener);

    const Position& position() const { return position_; }
    const std::vector<RootMove>& root_moves() const { return worker_.root_moves(); }
    int completed_depth() const { return worker_.completed_depth(); }
    std::uint64_t nodes() const { return worker_.nodes(); }
    SearchContext& context() { return context_; }

private:
    explicit Replay(const Engine& engine) : position_(engine.position()) {}

    Position position_;
    Table table_;
    Worker worker_;
    SearchContext context_;
    std::vector<RootMove> roots_;
};

}  // namespace stillpoint
