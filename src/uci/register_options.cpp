// The engine's options as UCI announces them.
#include <algorithm>

#include "tablebase/tablebase.h"
#include "uci/uci.h"

namespace stillpoint {

namespace {

constexpr std::int64_t kMaxHash = 33'554'432;
constexpr std::int64_t kMaxThreads = 1024;
constexpr std::int64_t kMaxMultiPv = 256;
constexpr std::int64_t kMaxOverhead = 5000;
constexpr std::int64_t kMaxSpin = 2'147'483'647;  // what a GUI with 32-bit numbers can read

Result<std::string> silent() { return std::string(); }

}  // namespace

void Uci::add_check(std::string name, bool value, std::function<void(bool)> apply, bool for_next_search) {
    options_.add({.name = std::move(name),
                  .type = UciOption::Type::Check,
                  .default_value = value ? "true" : "false",
                  .choices = {},
                  .for_next_search = for_next_search,
                  .apply = [apply = std::move(apply)](const std::string& text) {
                      apply(text == "true");
                      return silent();
                  }});
}

void Uci::add_spin(std::string name, std::int64_t value, std::int64_t min, std::int64_t max,
                   std::function<void(std::int64_t)> apply, bool for_next_search) {
    options_.add({.name = std::move(name),
                  .type = UciOption::Type::Spin,
                  .default_value = std::to_string(value),
                  .min = min,
                  .max = max,
                  .choices = {},
                  .for_next_search = for_next_search,
                  .apply = [apply = std::move(apply)](const std::string& text) {
                      apply(std::stoll(text));
                      return silent();
                  }});
}

void Uci::register_options() {
    EngineSettings& settings = engine_.settings();
    options_.add({.name = "Hash",
                  .type = UciOption::Type::Spin,
                  .default_value = "16",
                  .min = 1,
                  .max = kMaxHash,
                  .choices = {},
                  .apply = [this](const std::string& text) -> Result<std::string> {
                      const std::size_t wish = std::stoull(text), got = engine_.resize_hash(wish);
                      if (got == wish) return std::string();
                      return "no memory for " + text + " MiB of hash, using " + std::to_string(got);
                  }});
    options_.add({.name = "Threads",
                  .type = UciOption::Type::Spin,
                  .default_value = "1",
                  .min = 1,
                  .max = kMaxThreads,
                  .choices = {},
                  .apply = [this](const std::string& text) -> Result<std::string> {
                      const int wish = std::stoi(text), got = engine_.set_threads(wish);
                      if (got == wish) return std::string();
                      return "only " + std::to_string(got) + " threads could be started";
                  }});
    options_.add({.name = "Clear Hash",
                  .type = UciOption::Type::Button,
                  .default_value = "",
                  .choices = {},
                  .apply = [this](const std::string&) {
                      engine_.clear_hash();
                      return silent();
                  }});
    add_spin("MultiPV", 1, 1, kMaxMultiPv,
             [&settings](std::int64_t n) { settings.multi_pv = static_cast<int>(n); });
    add_check("Ponder", false, [](bool) {});
    add_spin("Move Overhead", settings.move_overhead, 0, kMaxOverhead,
             [&settings](std::int64_t n) { settings.move_overhead = n; });
    add_check("UCI_Chess960", false, [this](bool on) {
        format_.castling = on ? CastlingNotation::KingTakesRook : CastlingNotation::KingTwoSquares;
    });
    add_check("UCI_ShowWDL", false, [this](bool on) { format_.show_wdl = on; });
    add_check("UCI_AnalyseMode", false, [](bool) {});
    options_.add({.name = "UCI_Variant",
                  .type = UciOption::Type::Combo,
                  .default_value = "chess",
                  .choices = {"chess"},
                  .apply = [](const std::string&) { return silent(); }});
    options_.add({.name = "UCI_Opponent",
                  .type = UciOption::Type::String,
                  .default_value = "",
                  .choices = {},
                  .apply = [](const std::string&) { return silent(); }});
    options_.add(
        {.name = "UCI_EngineAbout",
         .type = UciOption::Type::String,
         .default_value = "Stillpoint, a chess engine that learned from its own games (GPL-3.0-or-later)",
         .choices = {},
         .apply = [](const std::string&) { return silent(); }});
    add_check("UCI_LimitStrength", false, [&settings](bool on) { settings.limit_strength = on; });
    add_spin("UCI_Elo", kMaxElo, kMinElo, kMaxElo,
             [&settings](std::int64_t n) { settings.elo = static_cast<int>(n); });
    add_spin("Skill Level", kMaxSkill, 0, kMaxSkill,
             [&settings](std::int64_t n) { settings.skill_level = static_cast<int>(n); });
    add_check("Minimal", false, [this](bool on) { minimal_ = on; });
    add_spin("SoftNodes", 0, 0, kMaxSpin,
             [&settings](std::int64_t n) { settings.soft_nodes = static_cast<std::uint64_t>(n); });
    add_spin("nodestime", 0, 0, 1'000'000, [&settings](std::int64_t n) { settings.node_time = n; });
    options_.add({.name = "NumaPolicy",
                  .type = UciOption::Type::String,
                  .default_value = "auto",
                  .choices = {},
                  .apply = [this](const std::string& text) -> Result<std::string> {
                      const auto policy = numa::parse_policy(text);
                      if (!policy) return Error{policy.error()};
                      engine_.set_numa_policy(*policy);
                      return std::string();
                  }});
    options_.add({.name = "EvalFile",
                  .type = UciOption::Type::String,
                  .default_value = "",
                  .choices = {},
                  .apply = [this](const std::string& name) { return engine_.load_network(name); }});
    options_.add({.name = "SyzygyPath",
                  .type = UciOption::Type::String,
                  .default_value = "",
                  .choices = {},
                  .apply = [this](const std::string& path) -> Result<std::string> {
                      const auto found = tablebase::init(path);
                      if (!found) return Error{found.error()};
                      tables_ = found->largest() > 0 ? Tables::OfPath : Tables::None;
                      for (const std::string& warning : found->warnings) output_.note("warning: " + warning);
                      return path.empty() ? std::string() : found->text();
                  }});
    add_check("SyzygyUserTables", true, [this](bool on) {
        may_use_user_tables_ = on;
        if (!on) close_user_tables();
    });
    add_spin("SyzygyProbeDepth", 1, 1, 100,
             [&settings](std::int64_t n) { settings.tablebase_min_depth = static_cast<int>(n); });
    add_spin("SyzygyProbeLimit", 7, 0, 7,
             [&settings](std::int64_t n) { settings.tablebase_max_pieces = static_cast<int>(n); });
    add_check("Syzygy50MoveRule", true, [&settings](bool on) { settings.tablebase_fifty_move_rule = on; });
    options_.add({.name = "Debug Log File",
                  .type = UciOption::Type::String,
                  .default_value = "",
                  .choices = {},
                  .apply = [this](const std::string& path) -> Result<std::string> {
                      if (output_.open_log(path)) return std::string();
                      return Error{"can't write '" + path + "'"};
                  }});
    constexpr bool kForNextSearch = true;  // a search has a tuning of its own, copied when it began
    add_check(
        "Lab", false,
        [this, &settings](bool on) {
            settings.lab = on;
            options_.announce_hidden(on);
        },
        kForNextSearch);
    // The rest is there in any case but listed only with Lab: no menu of a GUI is made for it.
    options_.hide_those_to_come();
    for (const FeatureInfo& info : kFeatureInfos) {
        bool* const feature = find_feature(settings.tuning.features, info.name);
        add_check(
            "feature." + std::string(info.name), info.on_by_default, [feature](bool on) { *feature = on; },
            kForNextSearch);
    }
    for (const ParamInfo& info : kParamInfos) {
        int* const param = find_param(settings.tuning.params, info.name);
        add_spin(
            "param." + std::string(info.name), info.value, info.min, info.max,
            [param](std::int64_t n) { *param = static_cast<int>(n); }, kForNextSearch);
    }
}

}  // namespace stillpoint
