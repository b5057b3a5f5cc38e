#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "search/rule.h"
#include "search/solo_search.h"
#include "util/result.h"

// How often is a rule of the search wrong, by how much, and what does it save? Each time a rule applies it
// claims something: this node is at least beta, this move stays below alpha, this reduction loses nothing. A
// sample of these claims is checked where they were made, by the search that the rule saved.
namespace stillpoint::lab {

// A rule that makes claims, and the technique it belongs to.
struct AuditedRule {
    std::string_view name;
    Rule rule;  // none: late-move reduction, which neither ends a node nor skips a move
    bool Features::*technique;
};
// In the order in which a node asks them.
inline constexpr AuditedRule kAuditedRules[] = {
    {name_of(Rule::TableCutoff), Rule::TableCutoff, &Features::table_cutoff},
    {name_of(Rule::Razoring), Rule::Razoring, &Features::razoring},
    {name_of(Rule::ReverseFutility), Rule::ReverseFutility, &Features::reverse_futility},
    {name_of(Rule::NullMove), Rule::NullMove, &Features::null_move},
    {name_of(Rule::ProbCut), Rule::ProbCut, &Features::probcut},
    {name_of(Rule::SmallProbCut), Rule::SmallProbCut, &Features::small_probcut},
    {name_of(Rule::LateMovePruning), Rule::LateMovePruning, &Features::late_move_pruning},
    {name_of(Rule::NoisyFutility), Rule::NoisyFutility, &Features::noisy_futility},
    {name_of(Rule::HistoryPruning), Rule::HistoryPruning, &Features::history_pruning},
    {name_of(Rule::QuietFutility), Rule::QuietFutility, &Features::quiet_futility},
    {name_of(Rule::SeePruning), Rule::SeePruning, &Features::see_pruning},
    {name_of(Rule::MultiCut), Rule::MultiCut, &Features::multi_cut},
    {"late-move reduction", Rule::None, &Features::late_move_reduction},
    {name_of(Rule::DeltaPruning), Rule::DeltaPruning, &Features::delta_pruning},
    {name_of(Rule::QuiescenceMoveCount), Rule::QuiescenceMoveCount, &Features::quiescence_move_count},
    {name_of(Rule::QuiescenceFutility), Rule::QuiescenceFutility, &Features::quiescence_futility},
    {name_of(Rule::QuiescenceSeeFutility), Rule::QuiescenceSeeFutility, &Features::quiescence_futility},
    {name_of(Rule::QuiescenceHistory), Rule::QuiescenceHistory, &Features::quiescence_history},
    {name_of(Rule::QuiescenceSee), Rule::QuiescenceSee, &Features::quiescence_see},
};
inline constexpr std::size_t kAuditedCount = std::size(kAuditedRules);

// A rule's name as it is typed: one word in small letters, joined by '-'.
std::string typed_name(std::string_view name);
// The rule of that name, an index of kAuditedRules; capitals and '_' will do.
std::optional<std::size_t> find_audited_rule(std::string_view name);

// Deeper nodes are counted with those of the last depth. Quiescence has depth 0.
inline constexpr std::size_t kAuditDepths = 64;

struct AuditSettings {
    std::vector<Position> positions;  // each with a legal move
    std::vector<std::size_t> rules;   // indices of kAuditedRules
    int depth = 12;
    int samples = 100;  // claims to check, for each rule at each depth
    SoloSettings solo{};
    TablebaseSettings tablebases{};
    std::function<void(double fraction, const std::string& note)> on_progress{};
};

// A claim that was checked.
struct CheckedClaim {
    std::size_t rule = 0;
    std::size_t depth = 0;  // of the node
    // How far beyond its limit the rule was, in the rule's unit. For late-move pruning the number of quiet
    // moves left, for a reduction its plies.
    int margin = 0;
    bool wrong = false;
    int error = 0;                 // centipawns
    std::int64_t nodes_saved = 0;  // what the check took, less what the rule had spent
};

// All claims of one rule at one depth.
struct ClaimCount {
    std::uint64_t made = 0;
    std::uint64_t checked = 0;
    std::uint64_t wasted = 0;  // nodes spent by the rule where it then had nothing to claim
};

struct Audit {
    std::size_t positions = 0;
    int depth = 0;
    int samples = 0;
    std::string evaluation;   // the network's name
    std::uint64_t nodes = 0;  // of the searches looked at
    std::vector<std::size_t> rules;
    std::array<std::array<ClaimCount, kAuditDepths>, kAuditedCount> counts{};
    std::vector<CheckedClaim> claims;
};

// Searches every position twice: once to count the claims, once to check as many as were asked for, chosen
// at random but always the same ones. An error if the second search differed from the first, which would mean
// that checking disturbs it.
Result<Audit> run_audit(const AuditSettings& settings);

// Some claims taken together, each with the weight of those it stands for.
struct AuditFigures {
    double made = 0;
    std::size_t checked = 0;
    double wrong = 0, wrong_low = 0, wrong_high = 0;  // shares; the interval of 95 %
    double error = 0;                                 // centipawns, mean over all claims
    double error_if_wrong = 0;                        // mean over the wrong ones
    double worst_if_wrong = 0;                        // 95th percentile of them
    double worst = 0;                                 // ... of all claims
    double nodes_saved = 0;                           // a claim, waste taken off
    // Centipawns of error for 1000 nodes saved; negative if nothing is saved.
    double price() const { return nodes_saved > 0 ? 1000 * error / nodes_saved : -1; }
};
AuditFigures figures_of(const Audit& audit, std::size_t rule);
AuditFigures figures_of(const Audit& audit, std::size_t rule, std::size_t depth);
// The rules with checked claims, the dearest first; those that save nothing come before all others.
std::vector<std::size_t> ranked_rules(const Audit& audit);
// By margin: as many groups of equal size as there are claims for, at most four. Waste is left out: it has no
// margin.
struct MarginGroup {
    int low = 0, high = 0;
    AuditFigures figures;
};
std::vector<MarginGroup> margin_groups(const Audit& audit, std::size_t rule);

// The report for a terminal, as a page, for programs, and as a picture (SVG).
std::string audit_text(const Audit& audit);
std::string audit_page(const Audit& audit);
std::string audit_json(const Audit& audit);
std::string audit_chart(const Audit& audit);

}  // namespace stillpoint::lab
