#include "lab/audit.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <utility>

#include "chess/movegen.h"
#include "engine/shown_score.h"
#include "lab/capture_tree.h"
#include "lab/names.h"
#include "search/second_look.h"
#include "util/rng.h"

namespace stillpoint::lab {

namespace {

constexpr std::size_t kReduction = [] {
    std::size_t i = 0;
    while (kAuditedRules[i].rule != Rule::None) ++i;
    return i;
}();
constexpr std::size_t kNotAudited = kAuditedCount;

constexpr std::array<std::size_t, kRules> index_by_rule() {
    std::array<std::size_t, kRules> index{};
    index.fill(kNotAudited);
    for (std::size_t i = 0; i < kAuditedCount; ++i)
        if (i != kReduction) index[static_cast<std::size_t>(kAuditedRules[i].rule)] = i;
    return index;
}
constexpr std::array<std::size_t, kRules> kIndexByRule = index_by_rule();
constexpr std::size_t index_of(Rule rule) { return kIndexByRule[static_cast<std::size_t>(rule)]; }
constexpr std::size_t kNullMove = index_of(Rule::NullMove), kProbCut = index_of(Rule::ProbCut);

// Counts claims, and when it knows how many there are, chooses some of them.
class Sampler {
public:
    Sampler(const AuditSettings& settings, Audit& audit) : audit_(audit), samples_(settings.samples) {
        for (std::size_t rule : settings.rules) audited_[rule] = true;
    }

    bool audits(std::size_t rule) const { return rule < kAuditedCount && audited_[rule]; }
    void start_choosing() { choosing_ = true; }
    void waste(std::size_t rule, int depth, std::uint64_t nodes) {
        if (!choosing_ && audits(rule)) audit_.counts[rule][row(depth)].wasted += nodes;
    }
    // Whether the claim is to be checked. All claims of a rule and depth have the same chance.
    bool choose(std::size_t rule, int depth) {
        ClaimCount& count = audit_.counts[rule][row(depth)];
        if (!choosing_) {
            ++count.made;
            return false;
        }
        std::uint64_t& passed = passed_[rule][row(depth)];
        const std::uint64_t left = count.made - passed++;
        const std::uint64_t wanted =
            std::min(static_cast<std::uint64_t>(samples_), count.made) - count.checked;
        if (multiply_high(rng_.next(), left) >= wanted) return false;
        ++count.checked;
        return true;
    }
    static std::size_t row(int depth) {
        return static_cast<std::size_t>(std::clamp<int>(depth, 0, kAuditDepths - 1));
    }

private:
    Audit& audit_;
    const int samples_;
    std::array<bool, kAuditedCount> audited_{};
    bool choosing_ = false;
    std::array<std::array<std::uint64_t, kAuditDepths>, kAuditedCount> passed_{};
    Rng rng_{23};
};

// Hears the claims of a search and has the chosen ones checked on the spot.
class Auditor : public TraceListener {
public:
    Auditor(const AuditSettings& settings, Audit& audit)
        : search_(settings.solo),
          look_(settings.solo, settings.tablebases),
          features_(settings.solo.tuning.features),
          sampler_(settings, audit),
          audit_(audit) {
        task_.limits.depth = settings.depth;
        task_.tablebases = settings.tablebases;
        task_.listener = this;
    }

    void start_choosing() { sampler_.start_choosing(); }
    // Returns the nodes it took.
    std::uint64_t search(const Position& pos) {
        open_ = 0;
        nodes_ = 0;
        scale_.emplace(pos);
        search_.clear();
        search_.run(pos, task_);
        return search_.worker().nodes();
    }
    bool out_of_memory() const { return out_of_memory_; }

    void entered(const NodeEntry& entry) override {
        if (entry.purpose == Purpose::NullMove) now().null_move.depth = now().depth;
        if (entry.purpose == Purpose::ProbCutQuiescence) {
            now().probcut.depth = now().depth;
            ++now().probcut.nodes;  // the move that led here
        }
        if (++open_ > nodes_open_.size()) nodes_open_.emplace_back();
        now().begin(entry, nodes_);
    }
    void depth_changed(DepthChange, int plies) override { now().depth += plies; }
    void considered(const MoveConsidered& move) override {
        now().last = move;
        now().seen.push_back(move.move);
    }
    void depth_chosen(const MoveDepth& depth) override { now().new_depth = depth.new_depth; }
    void made(Move) override { ++nodes_; }

    void skipped(Move, const Finding& finding) override {
        const std::size_t rule = index_of(finding.rule);
        const OpenNode& node = now();
        const int depth = node.entry.quiescence ? 0 : node.depth;
        if (!sampler_.audits(rule) || !sampler_.choose(rule, depth) || !look_at(rule, node)) return;
        const auto score = look_.move(node.last);
        note_move(rule, depth, margin_of(finding), node.last, score);
    }

    // The first call is the claim: no quiet move that is left beats alpha. The margin is their number.
    void quiets_called_off(const Finding& finding) override {
        const std::size_t rule = index_of(finding.rule);
        OpenNode& node = now();
        if (!sampler_.audits(rule) || std::exchange(node.quiets_called_off, true)) return;
        const int left = quiets_left(node);
        if (left == 0 || !sampler_.choose(rule, node.depth) || !look_at(rule, node)) return;
        const auto found = look_.quiets(node.last, node.seen);
        note_move(rule, node.depth, left, found ? found->considered : node.last,
                  found ? std::optional(found->score) : std::nullopt);
    }

    void left(const Finding& finding, Score score) override {
        OpenNode& node = now();
        const std::size_t rule = index_of(finding.rule);
        if (rule != kNullMove) sampler_.waste(kNullMove, node.null_move.depth, node.null_move.nodes);
        if (rule != kProbCut) sampler_.waste(kProbCut, node.probcut.depth, node.probcut.nodes);
        if (sampler_.audits(rule)) node_claim(rule, node, finding, score);
        if (node.entry.purpose == Purpose::Reduced) reduction_claim(node, score);
        close();
    }
    void abandoned() override { close(); }

private:
    // What a rule has spent on a search of its own, and how deep the node was then.
    struct SideSearch {
        int depth = 0;
        std::uint64_t nodes = 0;
    };
    struct OpenNode {
        NodeEntry entry;
        int depth = 0;
        int new_depth = 0;  // of the last move
        std::uint64_t nodes_before = 0;
        SideSearch null_move, probcut;
        bool quiets_called_off = false;
        MoveConsidered last;
        std::vector<Move> seen;

        void begin(const NodeEntry& e, std::uint64_t nodes) {
            entry = e;
            depth = e.depth;
            nodes_before = nodes;
            null_move = probcut = {};
            quiets_called_off = false;
            seen.clear();
        }
    };

    OpenNode& now() { return nodes_open_[open_ - 1]; }
    OpenNode& parent() { return nodes_open_[open_ - 2]; }

    void close() {
        const std::uint64_t spent = nodes_ - now().nodes_before;
        const Purpose purpose = now().entry.purpose;
        --open_;
        if (purpose == Purpose::NullMove || purpose == Purpose::NullMoveVerification)
            now().null_move.nodes += spent;
        if (purpose == Purpose::ProbCut || purpose == Purpose::ProbCutQuiescence)
            now().probcut.nodes += spent;
    }

    static int quiets_left(const OpenNode& node) {
        const Position& pos = node.last.node->pos;
        MoveList moves;
        generate<GenKind::Legal>(pos, moves);
        return static_cast<int>(std::count_if(moves.begin(), moves.end(), [&](Move m) {
            return !pos.is_noisy(m) && m != node.entry.excluded &&
                   std::find(node.seen.begin(), node.seen.end(), m) == node.seen.end();
        }));
    }

    // A node of the main search asks its rules one after the other: those that had to search for their answer
    // and got none are not asked again.
    Features features_without(std::size_t rule) const {
        Features there = features_;
        there.*kAuditedRules[rule].technique = false;
        switch (kAuditedRules[rule].rule) {
            case Rule::TableCutoff: there.quiescence_table = false; break;
            case Rule::ProbCut: there.null_move = false; break;
            case Rule::SmallProbCut:
            case Rule::MultiCut: there.null_move = there.probcut = false; break;
            default: break;
        }
        return there;
    }

    bool look_at(std::size_t rule, const OpenNode& node) {
        const bool ready =
            look_.take_place(search_, node.entry, rule == kReduction ? features_ : features_without(rule));
        out_of_memory_ = out_of_memory_ || !ready;
        return ready;
    }

    void node_claim(std::size_t rule, const OpenNode& node, const Finding& finding, Score score) {
        const NodeEntry& entry = node.entry;
        const int depth = entry.quiescence ? 0 : node.depth;
        if (!sampler_.choose(rule, depth) || !look_at(rule, node)) return;
        const std::uint64_t spent = rule == kNullMove                            ? node.null_move.nodes
                                    : rule == kProbCut                           ? node.probcut.nodes
                                    : kAuditedRules[rule].rule == Rule::Razoring ? nodes_ - node.nodes_before
                                                                                 : 0;
        const Score answer = look_.node();
        const std::uint64_t needed = look_.nodes();
        const bool at_least = score >= entry.beta;
        const bool wrong = at_least ? answer < entry.beta : answer > entry.alpha;
        const Score truth =
            wrong ? look_.settle_node(answer, !at_least, entry.depth, entry.cut_node) : answer;
        note(rule, depth, margin_of(finding), wrong, at_least ? entry.beta : entry.alpha, truth, needed,
             spent);
    }

    // The move's reduced search has just ended in its child.
    void reduction_claim(const OpenNode& child, Score score) {
        const OpenNode& node = parent();
        const int reduction = node.new_depth - child.entry.depth;
        const std::uint64_t spent = nodes_ - child.nodes_before;
        if (reduction <= 0 || !sampler_.audits(kReduction)) return;
        if (score < child.entry.beta) return sampler_.waste(kReduction, node.depth, spent);
        if (!sampler_.choose(kReduction, node.depth) || !look_at(kReduction, child)) return;
        const bool cut_node = !node.entry.cut_node;
        const Score answer = look_.unreduced_node(node.new_depth, cut_node);
        const std::uint64_t needed = look_.nodes();
        const bool wrong = answer < child.entry.beta;
        const Score truth = wrong ? look_.settle_node(answer, false, node.new_depth, cut_node) : answer;
        note(kReduction, node.depth, reduction, wrong, child.entry.beta, truth, needed, spent);
    }

    void note_move(std::size_t rule, int depth, int margin, const MoveConsidered& move,
                   std::optional<Score> score) {
        const std::uint64_t needed = look_.nodes();
        const bool wrong = score && *score > move.alpha;
        const Score truth = wrong ? look_.settle_move(*score, move) : move.alpha;
        note(rule, depth, margin, wrong, move.alpha, truth, needed, 0);
    }

    void note(std::size_t rule, int depth, int margin, bool wrong, Score bound, Score truth,
              std::uint64_t needed, std::uint64_t spent) {
        const int error = wrong ? std::abs(shown(truth) - shown(bound)) : 0;
        audit_.claims.push_back({.rule = rule,
                                 .depth = Sampler::row(depth),
                                 .margin = margin,
                                 .wrong = wrong,
                                 .error = error,
                                 .nodes_saved = static_cast<std::int64_t>(needed - spent)});
    }

    int shown(Score score) const { return bounded_centipawns(score, *scale_); }
    int margin_of(const Finding& finding) {
        switch (unit_of(finding.rule)) {
            case RuleUnit::Evaluation:
                return std::abs(scale_->centipawns(finding.figure) - scale_->centipawns(finding.limit));
            case RuleUnit::Exchange:
                return finding.limit - exchange_value_of(look_.position(), now().last.move);
            default: return std::abs(finding.figure - finding.limit);
        }
    }

    SoloSearch search_;
    SecondLook look_;
    const Features features_;
    SoloTask task_;
    Sampler sampler_;
    Audit& audit_;
    bool out_of_memory_ = false;
    std::optional<ScoreScale> scale_;  // of the position searched

    std::uint64_t nodes_ = 0;
    std::size_t open_ = 0;  // how many of nodes_open_ are in use
    std::vector<OpenNode> nodes_open_;
};

}  // namespace

std::string typed_name(std::string_view name) {
    std::string word(name);
    for (char& c : word)
        c = c == ' ' || c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
}

std::optional<std::size_t> find_audited_rule(std::string_view name) {
    for (std::size_t i = 0; i < kAuditedCount; ++i)
        if (typed_name(kAuditedRules[i].name) == typed_name(name)) return i;
    return std::nullopt;
}

Result<Audit> run_audit(const AuditSettings& settings) {
    Audit audit;
    audit.positions = settings.positions.size();
    audit.depth = settings.depth;
    audit.samples = settings.samples;
    audit.evaluation = settings.solo.network ? settings.solo.network->name : "plain";
    audit.rules = settings.rules;
    const auto auditor = std::make_unique<Auditor>(settings, audit);  // large: two workers
    const auto progress = [&](std::size_t done, double from, double share, const char* note) {
        if (settings.on_progress)
            settings.on_progress(
                from + share * static_cast<double>(done) / static_cast<double>(settings.positions.size()),
                note);
    };
    // Counting takes a small part of the time.
    constexpr double kCounting = 0.05;
    std::vector<std::uint64_t> nodes;
    for (const Position& pos : settings.positions) {
        progress(nodes.size(), 0, kCounting, "counting claims");
        nodes.push_back(auditor->search(pos));
        audit.nodes += nodes.back();
    }
    auditor->start_choosing();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        progress(i, kCounting, 1 - kCounting, "checking claims");
        if (auditor->search(settings.positions[i]) != nodes[i])
            return Error{"position " + std::to_string(i + 1) + " was searched differently the second time"};
        if (auditor->out_of_memory()) return Error{"not enough memory for a copy of the table"};
    }
    return audit;
}

}  // namespace stillpoint::lab
