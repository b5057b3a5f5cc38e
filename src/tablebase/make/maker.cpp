#include "tablebase/make/maker.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <span>

#include "tablebase/make/checksum.h"
#include "tablebase/make/solver.h"
#include "tablebase/make/table_writer.h"
#include "tablebase/make/verify.h"
#include "tablebase/work_folder.h"
#include "util/input_file.h"
#include "util/lines.h"
#include "util/replace_file.h"

namespace stillpoint::tablebase {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFactsFile = "facts.txt";
constexpr double kSecondsPerPosition = 0.5e-6, kSecondsPerPositionQuick = 0.25e-6;
constexpr double kSolvingShare = 0.45;  // of the time for an ending; the rest is writing its two files

bool is_made(const fs::path& folder, const Material& material) {
    for (TableKind kind : {TableKind::Wdl, TableKind::Dtz})
        if (!check_file(folder / (material.name() + std::string(file_ending(kind))), material, kind).empty())
            return false;
    return true;
}

std::uint64_t cell_bytes(const Material& m) { return Ending(m).positions() * 2 * sizeof(std::uint16_t); }
std::uint64_t result_bytes(const Material& m) { return Ending(m).positions(); }

// What a step takes beside its cells, which may be in files.
std::uint64_t memory_beside_cells(const Material& m, int parts_at_once) {
    std::uint64_t sum = static_cast<std::uint64_t>(parts_at_once) * bytes_to_write_part(Ending(m));
    for (const Material& n : next_endings(m)) sum += result_bytes(n);
    return sum;
}
bool fits_into_memory(const Material& m, std::uint64_t memory) {
    return cell_bytes(m) + memory_beside_cells(m, 1) <= memory;
}
int parts_at_once(const Material& m, const MakeOptions& options) {
    const std::uint64_t cells = fits_into_memory(m, options.memory) ? cell_bytes(m) : 0;
    int parts = 1;
    while (parts < options.threads && cells + memory_beside_cells(m, parts + 1) <= options.memory) ++parts;
    return parts;
}

Result<bool> write_file(const fs::path& path, std::initializer_list<std::string_view> parts) {
    const auto written = replace_file(path.string(), parts);
    if (!written) return Error{path.string() + ": " + written.error()};
    return true;
}
std::string_view as_text(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Results of finished endings, kept in files so that a later run finds them, and in memory while in use.
class ResultStore {
public:
    explicit ResultStore(fs::path folder) : folder_(std::move(folder)) {}

    bool has(const Material& m) const {
        std::error_code error;
        return fs::file_size(file(m), error) == result_bytes(m) + kEnd && !error;
    }
    SharedResults get(const Material& m) {
        if (const auto found = loaded_.find(m.name()); found != loaded_.end()) return found->second;
        auto results = std::make_shared<Results>(Ending(m));
        TableChecksum stored{};
        auto in = open_input(file(m).string());
        const auto read = [&in](std::span<std::uint8_t> bytes) {
            in->read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
            return static_cast<bool>(*in);
        };
        if (!in || !read(results->bytes()) || !read(stored) || stored != table_checksum(results->bytes())) {
            remove(m);
            return nullptr;
        }
        return loaded_[m.name()] = results;
    }
    // Only in the file: while the ending itself is in memory, there may be no room for its results.
    Result<bool> put(const SolvedEnding& solved) const {
        Results results = solved.results();
        const TableChecksum sum = table_checksum(results.bytes());
        return write_file(file(solved.ending().material()), {as_text(results.bytes()), as_text(sum)});
    }
    void remove(const Material& m) const {
        std::error_code ignored;
        fs::remove(file(m), ignored);
    }
    // What a killed run had not written to its end.
    void remove_unfinished() const {
        std::error_code error;
        for (fs::directory_iterator entry(folder_, error); entry != fs::directory_iterator();
             entry.increment(error)) {
            std::error_code ignored;
            if (entry->path().extension().string().starts_with(".part")) fs::remove(entry->path(), ignored);
        }
    }
    void clear() const {
        for (int men = 3; men <= kMostMenToMake; ++men)
            for (const Material& m : all_materials(men)) remove(m);
    }
    // Lets go of all that the ending does not need, if there is more than fits.
    void keep_only(const std::vector<Material>& needed, std::uint64_t most_bytes) {
        std::uint64_t total = 0;
        for (const auto& [name, results] : loaded_) total += results->ending().positions();
        if (total <= most_bytes) return;
        std::erase_if(loaded_, [&](const auto& item) {
            return std::find(needed.begin(), needed.end(), item.second->ending().material()) == needed.end();
        });
    }

private:
    static constexpr std::size_t kEnd = TableChecksum().size();
    fs::path file(const Material& m) const { return folder_ / (m.name() + ".results"); }

    fs::path folder_;
    std::map<std::string, SharedResults> loaded_;
};

Result<bool> note_facts(const std::string& folder, const EndingFacts& facts) {
    std::string text;
    for (const EndingFacts& known : read_facts(folder))
        if (!(known.material == facts.material)) text += known.to_line() + "\n";
    text += facts.to_line() + "\n";
    return write_file(fs::path(folder) / kFactsFile, {text});
}

}  // namespace

std::vector<Material> with_all_that_follow(const std::vector<Material>& wanted) {
    std::vector<Material> ordered;
    const auto add = [&](const auto& self, const Material& m) -> void {
        if (std::find(ordered.begin(), ordered.end(), m) != ordered.end()) return;
        for (const Material& next : next_endings(m)) self(self, next);
        ordered.push_back(m);
    };
    for (const Material& m : wanted) add(add, m);
    return ordered;
}

std::uint64_t MakePlan::positions() const {
    std::uint64_t sum = 0;
    for (const Step& step : steps) sum += 2 * Ending(step.material).positions();
    return sum;
}
std::uint64_t MakePlan::memory(int threads) const {
    std::uint64_t most = 0, kept = 0;
    for (const Step& step : steps) {
        most = std::max(most, cell_bytes(step.material) + memory_beside_cells(step.material, threads) + kept);
        kept += result_bytes(step.material);
    }
    return most;
}
std::uint64_t MakePlan::least_memory() const {
    std::uint64_t most = 0;
    for (const Step& step : steps) most = std::max(most, memory_beside_cells(step.material, 1));
    return most;
}
std::uint64_t MakePlan::disk(std::uint64_t memory) const {
    std::uint64_t results = 0, cells = 0;
    for (const Step& step : steps) {
        results += result_bytes(step.material);
        if (!fits_into_memory(step.material, memory)) cells = std::max(cells, cell_bytes(step.material));
    }
    return results + cells;
}
double MakePlan::processor_seconds(bool quick) const {
    return static_cast<double>(positions()) * (quick ? kSecondsPerPositionQuick : kSecondsPerPosition);
}

MakePlan plan_tables(const std::vector<Material>& wanted, const std::string& folder) {
    MakePlan plan;
    const std::vector<Material> all = with_all_that_follow(wanted);
    std::vector<bool> made, needed(all.size());
    for (const Material& m : all) made.push_back(is_made(folder, m));
    const ResultStore store(WorkFolder::path_in(folder));
    // From those that depend on others to the others.
    for (std::size_t i = all.size(); i-- > 0;) {
        needed[i] = needed[i] || !made[i];
        plan.already_made += made[i];
        if (!needed[i] || (made[i] && store.has(all[i]))) continue;
        for (const Material& next : next_endings(all[i]))
            needed[static_cast<std::size_t>(std::find(all.begin(), all.end(), next) - all.begin())] = true;
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (needed[i] && !(made[i] && store.has(all[i]))) plan.steps.push_back({all[i], !made[i]});
    return plan;
}

Result<std::vector<MadeTable>> make_tables(const MakePlan& plan, const MakeOptions& options) {
    if (const std::uint64_t least = plan.least_memory(); least > options.memory)
        return Error{"needs at least " + std::to_string((least >> 20) + 1) + " MB of memory"};
    const fs::path folder = options.folder;
    const auto work = WorkFolder::open(folder);
    if (!work && plan.steps.empty()) return std::vector<MadeTable>{};
    if (!work) return Error{work.error()};

    // Better now than after hours.
    std::error_code error;
    const fs::space_info room = fs::space(work->path(), error);
    if (const std::uint64_t needed = plan.disk(options.memory); !error && needed > room.available)
        return Error{options.folder + ": needs " + std::to_string((needed >> 20) + 1) + " MB on disk, " +
                     std::to_string(room.available >> 20) + " MB are free"};

    ResultStore store(work->path());
    store.remove_unfinished();
    std::vector<MadeTable> made;
    const auto all = static_cast<double>(std::max<std::uint64_t>(plan.positions(), 1));
    double done = 0;
    for (const MakePlan::Step& step : plan.steps) {
        const Material& m = step.material;
        const Ending ending(m);
        const auto next = next_endings(m);
        store.keep_only(next, options.memory > cell_bytes(m) ? options.memory - cell_bytes(m) : 0);
        for (const Material& n : next)
            if (!store.get(n))
                return Error{"the results of " + n.name() + " are missing or damaged: start again"};

        const double share = 2 * static_cast<double>(ending.positions()) / all;
        // Reports a phase of the work on this ending: `weight` of it, after `before`.
        const auto phase = [&](const char* what, double before, double weight) {
            return [&, what, before, weight](double part) {
                return !options.progress ||
                       options.progress(done + share * (before + weight * part), m.name() + ": " + what);
            };
        };
        const auto solved =
            solve(ending, {.threads = options.threads,
                           .results = [&](const Material& n) { return store.get(n); },
                           .progress = phase("solving", 0, step.to_write ? kSolvingShare : 1),
                           .swap_folder = fits_into_memory(m, options.memory) ? "" : work->path().string()});
        if (!solved) return Error{solved.error()};
        if (const auto kept = store.put(**solved); !kept) return Error{kept.error()};
        if (step.to_write) {
            if (const auto noted = note_facts(options.folder, collect_facts(**solved)); !noted)
                return Error{noted.error()};
            made.push_back({m, 0, 0});
        }
        for (TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
            if (!step.to_write) break;
            constexpr double kWritingShare = (1 - kSolvingShare) / 2;
            const double before = kSolvingShare + (kind == TableKind::Wdl ? 0 : kWritingShare);
            const auto bytes = write_table(**solved, kind,
                                           {.parts_at_once = parts_at_once(m, options),
                                            .quick = options.quick,
                                            .progress = phase("writing", before, kWritingShare)});
            if (!bytes) return Error{"stopped"};
            const auto written =
                write_file(folder / (m.name() + std::string(file_ending(kind))), {as_text(*bytes)});
            if (!written) return Error{written.error()};
            (kind == TableKind::Wdl ? made.back().wdl_bytes : made.back().dtz_bytes) = bytes->size();
        }
        done += share;
    }
    store.clear();
    return made;
}

std::vector<EndingFacts> read_facts(const std::string& folder) {
    std::vector<EndingFacts> all;
    auto in = open_input((fs::path(folder) / kFactsFile).string());
    if (!in) return all;
    for (std::string line; next_line(*in, line);)
        if (const auto facts = EndingFacts::from_line(line)) all.push_back(*facts);
    return all;
}

}  // namespace stillpoint::tablebase
