// What an audit found, in figures, tables and JSON.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "lab/audit.h"
#include "lab/names.h"
#include "util/json_writer.h"
#include "util/text.h"

namespace stillpoint::lab {

namespace {

constexpr std::size_t kMarginGroups = 4, kLeastForGroup = 5;

using Claims = std::vector<const CheckedClaim*>;

template <class Wanted>
Claims claims_where(const Audit& audit, Wanted wanted) {
    Claims claims;
    for (const CheckedClaim& claim : audit.claims)
        if (wanted(claim)) claims.push_back(&claim);
    return claims;
}

// A checked claim stands for all claims of its rule and depth, of which some were not checked.
double weight_of(const Audit& audit, const CheckedClaim& claim) {
    const ClaimCount& count = audit.counts[claim.rule][claim.depth];
    return static_cast<double>(count.made) / static_cast<double>(count.checked);
}

// Wilson's interval of 95 % for a share found in `n` trials.
std::pair<double, double> wilson(double share, double n) {
    constexpr double z = 1.959964;
    const double centre = share + z * z / (2 * n);
    const double spread = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const double scale = 1 + z * z / n;
    // Where nothing or everything was wrong, one end is the share itself, but for rounding.
    return {std::clamp((centre - spread) / scale, 0.0, share),
            std::clamp((centre + spread) / scale, share, 1.0)};
}

// The error that 95 % of the weight does not exceed.
double percentile_95(std::vector<std::pair<int, double>> errors) {
    if (errors.empty()) return 0;
    std::sort(errors.begin(), errors.end());
    double sum = 0, so_far = 0;
    for (const auto& [error, weight] : errors) sum += weight;
    for (const auto& [error, weight] : errors)
        if ((so_far += weight) >= 0.95 * sum) return error;
    return errors.back().first;
}

AuditFigures figures(const Audit& audit, const Claims& claims, double made, double wasted) {
    AuditFigures f;
    f.made = made;
    f.checked = claims.size();
    if (claims.empty()) return f;
    double sum = 0, squares = 0, wrong = 0, error = 0, saved = 0;
    std::vector<std::pair<int, double>> all, of_wrong;
    for (const CheckedClaim* claim : claims) {
        const double weight = weight_of(audit, *claim);
        sum += weight;
        squares += weight * weight;
        saved += weight * static_cast<double>(claim->nodes_saved);
        all.emplace_back(claim->error, weight);
        if (!claim->wrong) continue;
        wrong += weight;
        error += weight * claim->error;
        of_wrong.emplace_back(claim->error, weight);
    }
    f.wrong = wrong / sum;
    // Unequal weights tell less than as many equal ones: Kish's effective number.
    std::tie(f.wrong_low, f.wrong_high) = wilson(f.wrong, sum * sum / squares);
    f.error = error / sum;
    f.error_if_wrong = wrong > 0 ? error / wrong : 0;
    f.worst_if_wrong = percentile_95(std::move(of_wrong));
    f.worst = percentile_95(std::move(all));
    f.nodes_saved = saved / sum - wasted / std::max(made, 1.0);
    return f;
}

std::size_t deepest(const Audit& audit) {
    std::size_t depth = 0;
    for (const CheckedClaim& claim : audit.claims) depth = std::max(depth, claim.depth);
    return depth;
}

// Of a rule's margins.
std::string_view unit_name(std::size_t rule) {
    const Rule r = kAuditedRules[rule].rule;
    if (r == Rule::None) return "plies";
    return unit_of(r) == RuleUnit::Evaluation ? "centipawns" : name_of(unit_of(r));
}

// The same content for a terminal and for a page.
struct TextTable {
    std::vector<std::vector<std::string>> rows;  // the first is the head

    std::string text() const {
        std::vector<std::size_t> widths(rows[0].size());
        for (const auto& row : rows)
            for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
        std::string out;
        for (const auto& row : rows) {
            std::string line;
            for (std::size_t i = 0; i < row.size(); ++i) {
                const std::string space(widths[i] - row[i].size(), ' ');
                line += i == 0 ? row[i] + space : "  " + space + row[i];
            }
            out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
        }
        return out;
    }
    std::string markdown() const {
        std::string out;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            for (const std::string& cell : rows[r]) out += "| " + cell + ' ';
            out += "|\n";
            if (r > 0) continue;
            for (std::size_t i = 0; i < rows[0].size(); ++i) out += i == 0 ? "| --- " : "| ---: ";
            out += "|\n";
        }
        return out;
    }
};

std::string whole(double number) { return format("%.0f", number); }

// Three significant digits or so: prices span several powers of ten.
std::string price_text(const AuditFigures& f) {
    if (f.checked == 0) return "";
    if (f.nodes_saved <= 0) return "no saving";
    return format(f.price() < 10 ? "%.2f" : f.price() < 100 ? "%.1f" : "%.0f", f.price());
}

const std::vector<std::string> kColumns = {"claims",        "checked",     "wrong %",
                                           "95 % interval", "cp if wrong", "95th perc.",
                                           "cp a claim",    "nodes saved", "cp / 1000 nodes"};

std::vector<std::string> cells(std::string name, const AuditFigures& f) {
    return {std::move(name),
            whole(f.made),
            std::to_string(f.checked),
            format("%.2f", 100 * f.wrong),
            format("%.2f - %.2f", 100 * f.wrong_low, 100 * f.wrong_high),
            whole(f.error_if_wrong),
            whole(f.worst_if_wrong),
            format("%.2f", f.error),
            format("%.1f", f.nodes_saved),
            price_text(f)};
}

TextTable table_headed(std::string first) {
    TextTable table{{{std::move(first)}}};
    table.rows[0].insert(table.rows[0].end(), kColumns.begin(), kColumns.end());
    return table;
}

TextTable rule_table(const Audit& audit) {
    TextTable table = table_headed("rule");
    for (std::size_t rule : ranked_rules(audit))
        table.rows.push_back(cells(std::string(kAuditedRules[rule].name), figures_of(audit, rule)));
    return table;
}

// Prices of all rules at each depth that was reached.
TextTable price_table(const Audit& audit) {
    TextTable table{{{"depth"}}};
    const auto rules = ranked_rules(audit);
    for (std::size_t depth = 0; depth <= deepest(audit); ++depth)
        table.rows[0].push_back(std::to_string(depth));
    for (std::size_t rule : rules) {
        table.rows.push_back({std::string(kAuditedRules[rule].name)});
        for (std::size_t depth = 0; depth <= deepest(audit); ++depth) {
            const AuditFigures f = figures_of(audit, rule, depth);
            table.rows.back().push_back(f.checked == 0 ? "" : f.nodes_saved <= 0 ? "-" : price_text(f));
        }
    }
    return table;
}

TextTable depth_table(const Audit& audit, std::size_t rule) {
    TextTable table = table_headed("depth");
    for (std::size_t depth = 0; depth <= deepest(audit); ++depth)
        if (const AuditFigures f = figures_of(audit, rule, depth); f.checked > 0)
            table.rows.push_back(cells(std::to_string(depth), f));
    return table;
}

TextTable margin_table(const Audit& audit, std::size_t rule) {
    TextTable table = table_headed("margin (" + std::string(unit_name(rule)) + ")");
    for (const MarginGroup& group : margin_groups(audit, rule))
        table.rows.push_back(cells(group.low == group.high
                                       ? std::to_string(group.low)
                                       : std::to_string(group.low) + " to " + std::to_string(group.high),
                                   group.figures));
    return table;
}

std::string conditions(const Audit& audit) {
    return format(
        "%zu positions to depth %d, %llu nodes, evaluation %s; up to %d claims checked for each rule at each "
        "depth",
        audit.positions, audit.depth, static_cast<unsigned long long>(audit.nodes), audit.evaluation.c_str(),
        audit.samples);
}

void write_figures(JsonWriter& json, const AuditFigures& f) {
    json.field("claims", f.made).field("checked", f.checked).field("wrong", f.wrong);
    json.field("wrong_low", f.wrong_low).field("wrong_high", f.wrong_high);
    json.field("error_cp", f.error).field("error_p95_cp", f.worst);
    json.field("error_if_wrong_cp", f.error_if_wrong).field("error_if_wrong_p95_cp", f.worst_if_wrong);
    json.field("nodes_saved", f.nodes_saved).key("cp_per_1000_nodes");
    f.nodes_saved > 0 ? json.value(f.price()) : json.null();
}

}  // namespace

AuditFigures figures_of(const Audit& audit, std::size_t rule) {
    double made = 0, wasted = 0;
    for (const ClaimCount& count : audit.counts[rule]) {
        made += static_cast<double>(count.made);
        wasted += static_cast<double>(count.wasted);
    }
    return figures(audit, claims_where(audit, [&](const CheckedClaim& c) { return c.rule == rule; }), made,
                   wasted);
}

AuditFigures figures_of(const Audit& audit, std::size_t rule, std::size_t depth) {
    const ClaimCount& count = audit.counts[rule][depth];
    return figures(
        audit, claims_where(audit, [&](const CheckedClaim& c) { return c.rule == rule && c.depth == depth; }),
        static_cast<double>(count.made), static_cast<double>(count.wasted));
}

std::vector<std::size_t> ranked_rules(const Audit& audit) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t rule : audit.rules) {
        const AuditFigures f = figures_of(audit, rule);
        if (f.checked > 0) order.emplace_back(f.nodes_saved > 0 ? f.price() : HUGE_VAL, rule);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::size_t> rules;
    for (const auto& [price, rule] : order) rules.push_back(rule);
    return rules;
}

std::vector<MarginGroup> margin_groups(const Audit& audit, std::size_t rule) {
    std::vector<MarginGroup> groups;
    Claims claims = claims_where(audit, [&](const CheckedClaim& c) { return c.rule == rule; });
    std::stable_sort(claims.begin(), claims.end(),
                     [](const CheckedClaim* a, const CheckedClaim* b) { return a->margin < b->margin; });
    const std::size_t size = std::max(kLeastForGroup, (claims.size() + kMarginGroups - 1) / kMarginGroups);
    for (std::size_t begin = 0; begin < claims.size();) {
        std::size_t end = std::min(begin + size, claims.size());
        // Equal margins stay together.
        while (end < claims.size() && claims[end]->margin == claims[end - 1]->margin) ++end;
        const Claims group(claims.begin() + static_cast<std::ptrdiff_t>(begin),
                           claims.begin() + static_cast<std::ptrdiff_t>(end));
        double made = 0;
        for (const CheckedClaim* claim : group) made += weight_of(audit, *claim);
        groups.push_back({group.front()->margin, group.back()->margin, figures(audit, group, made, 0)});
        begin = end;
    }
    return groups;
}

std::string audit_text(const Audit& audit) {
    std::string text = conditions(audit) + "\n\n" + rule_table(audit).text();
    text += "\ncentipawns of error for 1000 nodes saved, by depth (-: nothing saved)\n" +
            price_table(audit).text();
    for (std::size_t rule : ranked_rules(audit)) {
        text += '\n' + std::string(kAuditedRules[rule].name) + '\n' + depth_table(audit, rule).text();
        text += margin_table(audit, rule).text();
    }
    text.pop_back();
    return text;
}

std::string audit_page(const Audit& audit) {
    std::string text =
        "# How often each rule is wrong, and what it saves\n\nMade by `make audit`: " + conditions(audit) +
        ". What the columns mean and how a claim is checked: [the lab](lab.md#audit). The dearest rule comes "
        "first.\n\n![chart](audit.svg)\n\n" +
        rule_table(audit).markdown();
    text +=
        "\n## Centipawns of error for 1000 nodes saved, by depth\n\nQuiescence has depth 0; `-` where "
        "nothing is saved.\n\n" +
        price_table(audit).markdown();
    for (std::size_t rule : ranked_rules(audit)) {
        text +=
            "\n## " + std::string(kAuditedRules[rule].name) + "\n\n" + depth_table(audit, rule).markdown();
        text += '\n' + margin_table(audit, rule).markdown();
    }
    return text;
}

std::string audit_json(const Audit& audit) {
    JsonWriter json;
    json.begin_object().field("positions", audit.positions).field("depth", audit.depth);
    json.field("samples", audit.samples).field("nodes", audit.nodes).field("evaluation", audit.evaluation);
    json.key("rules").begin_array();
    for (std::size_t rule : ranked_rules(audit)) {
        json.begin_object().field("rule", kAuditedRules[rule].name);
        write_figures(json, figures_of(audit, rule));
        json.key("depths").begin_array();
        for (std::size_t depth = 0; depth <= deepest(audit); ++depth) {
            const AuditFigures f = figures_of(audit, rule, depth);
            if (f.checked == 0) continue;
            json.begin_object().field("depth", depth);
            json.field("wasted_nodes", audit.counts[rule][depth].wasted);
            write_figures(json, f);
            json.end_object();
        }
        json.end_array().field("margin_unit", unit_name(rule));
        json.key("margins").begin_array();
        for (const MarginGroup& group : margin_groups(audit, rule)) {
            json.begin_object().field("low", group.low).field("high", group.high);
            write_figures(json, group.figures);
            json.end_object();
        }
        json.end_array().end_object();
    }
    return json.end_array().end_object().text();
}

}  // namespace stillpoint::lab
