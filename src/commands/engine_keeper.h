#pragma once

#include <optional>

#include "engine/engine.h"

namespace stillpoint {

// Lends the engine to a command for its own searches, with default settings, and restores its settings and
// position afterwards. What the engine had learned is lost, as after a new game. Other processes don't take
// part: what is measured is this one.
class EngineKeeper {
public:
    explicit EngineKeeper(Engine& engine)
        : engine_(engine),
          position_(engine.position()),
          had_position_(engine.has_position()),
          settings_(engine.settings()),
          hash_(engine.table().size_mebibytes()),
          threads_(engine.threads()),
          peers_(engine.set_peers(nullptr)) {
        // Parameters and features stay: they are what is being measured.
        engine.settings() = EngineSettings{};
        engine.settings().tuning = settings_.tuning;
        engine.settings().lab = settings_.lab;
    }
    ~EngineKeeper() {
        engine_.wait();
        if (listener_) engine_.set_listener(std::move(*listener_));
        engine_.settings() = settings_;
        engine_.set_position(position_);
        if (!had_position_) engine_.set_no_position();
        engine_.set_threads(threads_);
        engine_.resize_hash(hash_);
        engine_.new_game();
        engine_.set_peers(peers_);
    }
    // Keeps the command's searches from being reported.
    void silence() { listener_ = engine_.set_listener({}); }
    EngineKeeper(const EngineKeeper&) = delete;
    EngineKeeper& operator=(const EngineKeeper&) = delete;

private:
    Engine& engine_;
    Position position_;
    bool had_position_;
    EngineSettings settings_;
    std::size_t hash_;
    int threads_;
    Peers* peers_;
    std::optional<EngineListener> listener_;
};

}  // namespace stillpoint
