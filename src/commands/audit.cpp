#include "lab/audit.h"

#include <numeric>

#include "analysis/suite_file.h"
#include "chess/fen.h"
#include "commands/commands.h"
#include "lab/bench_positions.h"
#include "util/draft_file.h"
#include "util/progress.h"
#include "util/replace_file.h"

namespace stillpoint {

namespace {

constexpr const char* kUsage =
    "audit [RULE ...] [depth N] [positions FILE] [samples M] [hash MB] [json | out FOLDER]";
constexpr std::size_t kMaxAuditPositions = 1000;

struct AuditCommand {
    lab::AuditSettings settings;
    std::string positions;  // empty: the bench positions
    std::string folder;     // empty: the answer is printed
    bool json = false;
};

std::string rule_names() {
    std::string names;
    for (const lab::AuditedRule& rule : lab::kAuditedRules)
        names += (names.empty() ? "" : ", ") + lab::typed_name(rule.name);
    return names;
}

Result<AuditCommand> parse_audit(const Words& words) {
    AuditCommand command;
    int hash = static_cast<int>(command.settings.solo.hash_mebibytes);
    struct Number {
        std::string_view name;
        int* value;
        int max;
    };
    const Number numbers[] = {{"depth", &command.settings.depth, kMaxPly - 1},
                              {"samples", &command.settings.samples, 1'000'000},
                              {"hash", &hash, 65'536}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string word(words[i]);
        const bool has_next = i + 1 < words.size();
        const auto* number = std::find_if(std::begin(numbers), std::end(numbers),
                                          [&](const Number& n) { return n.name == word; });
        if (number != std::end(numbers)) {
            const auto value = has_next ? parse_number<int>(words[++i], 1, number->max) : std::nullopt;
            if (!value)
                return Error{"audit: " + word + " must be a number from 1 to " + std::to_string(number->max)};
            *number->value = *value;
        } else if (word == "json") {
            command.json = true;
        } else if (word == "positions" || word == "out") {
            if (!has_next) return Error{kUsage};
            (word == "out" ? command.folder : command.positions) = words[++i];
        } else if (const auto rule = lab::find_audited_rule(word)) {
            command.settings.rules.push_back(*rule);
        } else {
            return Error{"audit: no rule '" + word + "'; there are " + rule_names()};
        }
    }
    if (command.settings.rules.empty()) {
        command.settings.rules.resize(lab::kAuditedCount);
        std::iota(command.settings.rules.begin(), command.settings.rules.end(), std::size_t{0});
    }
    command.settings.solo.hash_mebibytes = static_cast<std::size_t>(hash);
    return command;
}

Result<std::vector<Position>> positions_of(const AuditCommand& command) {
    if (!command.positions.empty()) return read_positions(command.positions, kMaxAuditPositions);
    std::vector<Position> positions;
    for (std::string_view fen : lab::kBenchPositions) positions.push_back(*parse_fen(fen));
    return positions;
}

constexpr const char *kPage = "/audit.md", *kData = "/audit.json", *kChart = "/audit.svg";

Error not_written(const std::string& path, const std::string& why) {
    return Error{"audit: '" + path + "' not written: " + why};
}

// Before the work: whether there is a place for what comes of it.
Result<bool> check_folder(const std::string& folder) {
    for (const char* name : {kPage, kData, kChart})
        if (const auto draft = DraftFile::create(folder + name); !draft)
            return not_written(folder + name, draft.error());
    return true;
}

Result<std::string> write_report(const lab::Audit& audit, const std::string& folder) {
    const std::pair<const char*, std::string> files[] = {
        {kPage, audit_page(audit)}, {kData, audit_json(audit) + '\n'}, {kChart, audit_chart(audit)}};
    for (const auto& [name, content] : files)
        if (const auto written = replace_file(folder + name, {content}); !written)
            return not_written(folder + name, written.error());
    return "audit.md, audit.json and audit.svg -> " + folder;
}

}  // namespace

Result<std::string> audit(const Engine& engine, const Words& words) {
    auto command = parse_audit(words);
    if (!command) return Error{command.error()};
    auto positions = positions_of(*command);
    if (!positions) return Error{"audit: " + positions.error()};
    if (positions->empty()) return Error{"audit: no position to search in '" + command->positions + "'"};
    if (!command->folder.empty())
        if (const auto place = check_folder(command->folder); !place) return Error{place.error()};
    lab::AuditSettings& settings = command->settings;
    settings.positions = std::move(*positions);
    settings.solo.tuning = engine.settings().tuning;
    settings.solo.network = engine.network();
    settings.tablebases = engine.tablebase_settings(SearchContext{});
    ProgressBar bar;
    settings.on_progress = [&](double fraction, const std::string& note) { bar.show(fraction, note); };
    const auto found = lab::run_audit(settings);
    bar.finish();
    if (!found) return Error{"audit: " + found.error()};
    if (!command->folder.empty()) return write_report(*found, command->folder);
    return command->json ? audit_json(*found) : audit_text(*found);
}

}  // namespace stillpoint
