#pragma once

#include <optional>

#include "engine/engine.h"

namespace stillpoint {

// Lends the engine to a command for its own searches, with default settings, and brings it back to how it was
// found. What it had learned is gone: the borrower started from nothing, and so will the owner.
class EngineKeeper {
public:
    explicit EngineKeeper(Engine& engine)
        : engine_(engine),
          position_(engine.position()),
          settings_(engine.settings()),
          hash_(engine.table().size_mebibytes()),
          threads_(engine.threads()) {
        // Parameters and features stay: they are what is to be measured.
        engine.settings() = EngineSettings{};
        engine.settings().tuning = settings_.tuning;
    }
    ~EngineKeeper() {
        engine_.wait();
        if (listener_) engine_.set_listener(std::move(*listener_));
        engine_.settings() = settings_;
        engine_.set_position(position_);
        engine_.set_threads(threads_);
        engine_.resize_hash(hash_);
        engine_.new_game();
    }
    // Nobody hears of the searches from here on.
    void silence() { listener_ = engine_.set_listener({}); }
    EngineKeeper(const EngineKeeper&) = delete;
    EngineKeeper& operator=(const EngineKeeper&) = delete;

private:
    Engine& engine_;
    Position position_;
    EngineSettings settings_;
    std::size_t hash_;
    int threads_;
    std::optional<EngineListener> listener_;
};

}  // namespace stillpoint
