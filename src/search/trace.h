#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "chess/move.h"
#include "search/rule.h"
#include "search/score.h"
#include "search/trace_listener.h"

namespace stillpoint {

// Events of the search that are counted but are no rules.
enum class Event : std::uint8_t {
    Node,  // main-search nodes entered
    TableProbe,
    TableHit,
    Reduced,          // moves searched with a reduction
    ReducedResearch,  // ... and searched again deeper
    PvResearch,
    FailHigh,
    FailHighFirst,  // fail-highs by the first move
    SingularTest,
    Extended,
    NegativelyExtended,
    QuiescenceEntry,  // calls from the main search
    QuiescenceNode,
    QuiescenceFailHigh,  // a move reached beta there; standing pat is a rule of its own
    QuiescenceFailHighFirst,
    Count
};
inline constexpr std::size_t kEvents = static_cast<std::size_t>(Event::Count);

// What a search had needed when an iteration ended, and what it then thought.
struct IterationCount {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::int64_t milliseconds = 0;
    Score score = 0;
    Move move{};
};

// The trace of the plain search: does nothing and costs nothing.
struct NoTrace {
    // A node being searched. Its three ways out hand the score through.
    struct Node {
        Score cut(const Finding&, Score score) const { return score; }
        Score done(Score score) const { return score; }
        Score abandoned() const { return 0; }
    };

    void event(Event) {}
    static constexpr bool tried(Rule) { return true; }
    void quiescence_depth(int) {}
    void iteration(const IterationCount&) {}

    void purpose(Purpose) {}
    Node enter(const NodeEntry&) { return {}; }
    void evaluated(const NodeEvaluation&) {}
    void depth_changed(DepthChange, int) {}
    void considered(const MoveConsidered&) {}
    void quiets_called_off(const Finding&) {}
    Rule skip(Move, const Finding& finding) { return finding.rule; }
    void depth_chosen(const MoveDepth&) {}
    void made(Move) {}
    void concluded(const MoveResult&) {}
};

// Counts what happens, for `stats`.
struct CountTrace {
    void clear() { *this = CountTrace{}; }
    void event(Event e) { ++events[static_cast<std::size_t>(e)]; }
    // A rule's condition is about to be looked at where it could apply. Always true, so that it can stand in
    // front of the condition.
    bool tried(Rule r) {
        ++tries[static_cast<std::size_t>(r)];
        return true;
    }
    // A rule cut a node or skipped a move.
    void applied(Rule r) { ++applications[static_cast<std::size_t>(r)]; }
    void quiescence_depth(int depth) {
        quiescence_depth_sum += static_cast<std::uint64_t>(depth);
        quiescence_depth_max = std::max(quiescence_depth_max, depth);
    }
    void iteration(const IterationCount& count) { iterations.push_back(count); }

    // Takes another thread's counts into this one's.
    void add(const CountTrace& other) {
        for (std::size_t i = 0; i < kEvents; ++i) events[i] += other.events[i];
        for (std::size_t i = 0; i < kRules; ++i) {
            tries[i] += other.tries[i];
            applications[i] += other.applications[i];
        }
        quiescence_depth_sum += other.quiescence_depth_sum;
        quiescence_depth_max = std::max(quiescence_depth_max, other.quiescence_depth_max);
    }

    std::array<std::uint64_t, kEvents> events{};
    std::array<std::uint64_t, kRules> tries{};
    std::array<std::uint64_t, kRules> applications{};
    std::uint64_t quiescence_depth_sum = 0;
    int quiescence_depth_max = 0;
    std::vector<IterationCount> iterations;  // of the first thread
};

// The trace of the open search: counts, and tells everything to a listener if there is one.
class LabTrace : public CountTrace {
public:
    class Node {
    public:
        explicit Node(LabTrace& trace) : trace_(trace) {}
        Score cut(const Finding& finding, Score score) const {
            trace_.applied(finding.rule);
            if (trace_.listener_) trace_.listener_->left(finding, score);
            return score;
        }
        Score done(Score score) const {
            if (trace_.listener_) trace_.listener_->left({}, score);
            return score;
        }
        Score abandoned() const {
            if (trace_.listener_) trace_.listener_->abandoned();
            return 0;
        }

    private:
        LabTrace& trace_;
    };

    void set_listener(TraceListener* listener) { listener_ = listener; }
    bool has_listener() const { return listener_ != nullptr; }
    // For the next node that is entered.
    void purpose(Purpose purpose) { purpose_ = purpose; }

    Node enter(NodeEntry entry) {
        entry.purpose = entry.kind == NodeKind::Root ? Purpose::Root : purpose_;
        if (listener_) listener_->entered(entry);
        return Node(*this);
    }
    void evaluated(const NodeEvaluation& e) {
        if (listener_) listener_->evaluated(e);
    }
    void depth_changed(DepthChange why, int plies) {
        if (listener_) listener_->depth_changed(why, plies);
    }
    void considered(const MoveConsidered& m) {
        if (listener_) listener_->considered(m);
    }
    void quiets_called_off(const Finding& finding) {
        applied(finding.rule);
        if (listener_) listener_->quiets_called_off(finding);
    }
    Rule skip(Move m, const Finding& finding) {
        applied(finding.rule);
        if (listener_) listener_->skipped(m, finding);
        return finding.rule;
    }
    void depth_chosen(const MoveDepth& d) {
        if (listener_) listener_->depth_chosen(d);
    }
    void made(Move m) {
        if (listener_) listener_->made(m);
    }
    void concluded(const MoveResult& r) {
        if (listener_) listener_->concluded(r);
    }

private:
    TraceListener* listener_ = nullptr;
    Purpose purpose_ = Purpose::Root;
};

}  // namespace stillpoint
