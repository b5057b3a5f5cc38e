#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "chess/fen.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "tablebase/make/maker.h"
#include "tablebase/make/verify.h"
#include "tablebase/table_header.h"
#include "tablebase/tablebase.h"
#include "util/interrupt.h"
#include "util/machine.h"
#include "util/progress.h"
#include "util/stopwatch.h"
#include "util/text.h"

namespace stillpoint {

namespace {

using namespace tablebase;

constexpr const char* kName = "tables";

// "8G", "500M" or plain bytes.
std::optional<std::uint64_t> parse_bytes(std::string_view text) {
    constexpr std::string_view kUnits = "KMG";
    int shift = 0;
    if (const auto unit = kUnits.find(text.empty() ? '\0' : text.back()); unit != std::string_view::npos) {
        shift = 10 * static_cast<int>(unit + 1);
        text.remove_suffix(1);
    }
    const auto number = parse_decimal(text);
    if (!number) return std::nullopt;
    const double bytes = std::ldexp(*number, shift);
    constexpr double kMost = 1e18;
    if (!(bytes >= 1) || bytes > kMost) return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
}

// No more than the machine is likely to have to spare.
std::string default_memory() {
    const std::uint64_t machine = memory_mebibytes();
    return machine == 0 || machine >= 16384 ? "8G" : std::to_string(machine / 2) + "M";
}

std::string size_text(std::uint64_t bytes) {
    constexpr double kUnit = 1024;  // as --memory counts
    const auto size = static_cast<double>(bytes);
    if (size < kUnit * kUnit) return format("%.1f KB", size / kUnit);
    if (size < 10 * kUnit * kUnit * kUnit) return format("%.1f MB", size / (kUnit * kUnit));
    return format("%.1f GB", size / (kUnit * kUnit * kUnit));
}
std::string count_text(std::uint64_t number, const char* what) {
    return format("%llu %s%s", static_cast<unsigned long long>(number), what, number == 1 ? "" : "s");
}

Result<std::vector<Material>> choose_materials(int men, const std::vector<std::string>& only) {
    std::vector<Material> chosen;
    for (const std::string& name : only) {
        const auto m = parse_material(name);
        if (!m)
            return Error{in_quotes(name) +
                         " is not the name of a table (like KRPvKR, the stronger side first)"};
        if (m->piece_count() > kMostMenToMake)
            return Error{name + " has more than " + std::to_string(kMostMenToMake) + " pieces"};
        if (std::find(chosen.begin(), chosen.end(), *m) == chosen.end()) chosen.push_back(*m);
    }
    if (only.empty())
        for (int n = 3; n <= men; ++n)
            for (const Material& m : all_materials(n)) chosen.push_back(m);
    return chosen;
}

struct MakeArguments {
    int men = 4;
    std::string out;
    std::vector<std::string> only;
    int threads = available_cores();
    std::string memory = default_memory();
    bool quick = false, quiet = false, dry_run = false;
};

std::string describe(const MakePlan& plan, const MakeArguments& a, std::uint64_t memory) {
    const auto to_write = std::count_if(plan.steps.begin(), plan.steps.end(),
                                        [](const MakePlan::Step& step) { return step.to_write; });
    std::string text = count_text(static_cast<std::uint64_t>(to_write), "table") + " to make, " +
                       std::to_string(plan.already_made) + " there already";
    if (plan.steps.empty()) return text;
    const std::uint64_t needed = plan.memory(a.threads);
    text += format(
        ": %.1f million positions, about %s on %s of an idle machine, ",
        static_cast<double>(plan.positions()) / 1e6,
        short_time(static_cast<std::int64_t>(1000 * plan.processor_seconds(a.quick) / a.threads)).c_str(),
        count_text(static_cast<std::uint64_t>(a.threads), "thread").c_str());
    text += size_text(std::min(needed, memory)) + " of memory";
    if (needed > memory) text += " (without a limit it would be " + size_text(needed) + ")";
    return text + ", " + size_text(plan.disk(memory)) + " on disk meanwhile";
}

int make(const MakeArguments& a) {
    if (a.out.empty()) return refuse(kName, "--out: an empty name is no folder");
    const auto memory = parse_bytes(a.memory);
    if (!memory) return refuse(kName, "--memory: " + in_quotes(a.memory) + " is not a size like 500M or 8G");
    const auto chosen = choose_materials(a.men, a.only);
    if (!chosen) return refuse(kName, chosen.error());
    const MakePlan plan = plan_tables(*chosen, a.out);
    std::printf("%s\n", describe(plan, a, *memory).c_str());
    std::fflush(stdout);
    if (a.dry_run) return kDone;

    catch_interrupts();
    ProgressBar bar(a.quiet);
    const Stopwatch watch;
    const auto made = make_tables(plan, {.folder = a.out,
                                         .threads = a.threads,
                                         .memory = *memory,
                                         .quick = a.quick,
                                         .progress = [&bar](double part, const std::string& what) {
                                             bar.show(part, what);
                                             return !was_interrupted();
                                         }});
    bar.finish();
    if (!made && was_interrupted()) {
        fail(kName, "stopped; the same command goes on from here");
        return kInterrupted;
    }
    if (!made) return fail(kName, made.error());
    std::uint64_t wdl = 0, dtz = 0;
    for (const MadeTable& table : *made) wdl += table.wdl_bytes, dtz += table.dtz_bytes;
    if (!made->empty())
        std::printf("made %s in %s: %s of results, %s of distances\n",
                    count_text(made->size(), "table").c_str(), short_time(watch.elapsed()).c_str(),
                    size_text(wdl).c_str(), size_text(dtz).c_str());
    return kDone;
}

// The files of a folder that are tables.
struct FolderCheck {
    std::vector<Material> materials;  // those with sound results
    int bad = 0;
    int foreign = 0;  // sound, but with a checksum we can't compute
};

// Says what is wrong with which file.
Result<FolderCheck> check_folder(const std::string& folder) {
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); entry != fs::directory_iterator();
         entry.increment(error))
        files.push_back(entry->path());
    if (error) return Error{"can't read " + in_quotes(folder) + ": " + error.message()};
    std::sort(files.begin(), files.end());
    FolderCheck found;
    for (const fs::path& file : files) {
        const auto material = parse_material(file.stem().string());
        for (TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
            if (!material || file.extension() != file_ending(kind)) continue;
            if (const std::string fault = check_file(file, *material, kind); !fault.empty()) {
                std::printf("%s: %s\n", file.string().c_str(), fault.c_str());
                ++found.bad;
                continue;
            }
            found.foreign += !has_known_checksum(file);
            if (kind == TableKind::Wdl) found.materials.push_back(*material);
        }
    }
    if (found.materials.empty() && found.bad == 0) return Error{"no tables in " + in_quotes(folder)};
    return found;
}

struct VerifyArguments {
    std::string folder;
    std::uint64_t samples = 1000;
    bool full = false, quiet = false;
};

int verify(const VerifyArguments& a) {
    const auto files = check_folder(a.folder);
    if (!files) return refuse(kName, files.error());
    const auto& materials = files->materials;
    if (files->foreign > 0)
        std::printf("%s made by another program: only the structure is checked, not the checksum\n",
                    count_text(static_cast<std::uint64_t>(files->foreign), "file").c_str());
    if (!is_supported()) {
        std::printf("%s, files alone: built without Fathom, so what they say was not checked\n",
                    count_text(materials.size(), "table").c_str());
        return files->bad == 0 ? kDone : kFailed;
    }
    if (const auto opened = init(a.folder); !opened) return fail(kName, opened.error());
    catch_interrupts();
    bool sound = files->bad == 0;
    std::uint64_t positions = 0;
    ProgressBar bar(a.quiet);
    for (std::size_t i = 0; i < materials.size() && !was_interrupted(); ++i) {
        const auto found = check_consistency(materials[i], a.full ? 0 : a.samples, [&](double part) {
            bar.show((static_cast<double>(i) + part) / static_cast<double>(materials.size()),
                     materials[i].name());
            return !was_interrupted();
        });
        positions += found.positions;
        if (found.wrong == 0) continue;
        bar.finish();
        sound = false;
        std::printf("%s: %llu of %s wrong, the first is %s\n", materials[i].name().c_str(),
                    static_cast<unsigned long long>(found.wrong),
                    count_text(found.positions, "position").c_str(), found.example.c_str());
    }
    bar.finish();
    if (was_interrupted()) {
        fail(kName, "stopped");
        return kInterrupted;
    }
    std::printf("%s, %s: %s\n", count_text(materials.size(), "table").c_str(),
                count_text(positions, "position").c_str(), sound ? "all is well" : "not all is well");
    return sound ? kDone : kFailed;
}

struct CompareArguments {
    std::string folder, other;
    std::vector<std::string> only;
    std::uint64_t every = 1, distance_every = 1;
    bool quiet = false;
};

// Says how the answers of two sets of tables differ; an answer that is missing differs from everything.
bool say_differences(const Material& m, const std::vector<TableAnswer>& first,
                     const std::vector<TableAnswer>& second, bool same_units) {
    std::uint64_t differ = 0;
    std::string example;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (agree(first[i], second[i], same_units)) continue;
        if (differ++ == 0) {
            example = to_fen(*position_of(tablebase::Ending(m), first[i].index, first[i].to_move));
            for (const TableAnswer& answer : {first[i], second[i]}) {
                example +=
                    answer.wdl == TableAnswer::kNoResult ? ", no result" : format(", result %d", answer.wdl);
                example += answer.distance == TableAnswer::kNoDistance ? " and no distance"
                           : answer.distance == TableAnswer::kNotAsked ? ""
                                                                       : format(" in %d", answer.distance);
            }
        }
    }
    if (differ > 0)
        std::printf("%s: %llu of %s differ, the first is %s\n", m.name().c_str(),
                    static_cast<unsigned long long>(differ), count_text(first.size(), "position").c_str(),
                    example.c_str());
    return differ > 0;
}

int compare(const CompareArguments& a) {
    if (!is_supported()) return fail(kName, "built without Fathom");
    const auto chosen = choose_materials(3, a.only);
    if (!chosen) return refuse(kName, chosen.error());
    const auto first = check_folder(a.folder), second = check_folder(a.other);
    if (!first || !second) return refuse(kName, (first ? second : first).error());
    const auto contains = [](const std::vector<Material>& list, const Material& m) {
        return std::find(list.begin(), list.end(), m) != list.end();
    };
    bool alike = first->bad == 0 && second->bad == 0;
    std::vector<Material> all = first->materials;
    for (const Material& m : second->materials)
        if (!contains(all, m)) all.push_back(m);
    if (!a.only.empty()) all = *chosen;

    catch_interrupts();
    ProgressBar bar(a.quiet);
    std::uint64_t positions = 0, distances = 0, rounded = 0, tables = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Material& m = all[i];
        const std::string* lacks = !contains(first->materials, m)    ? &a.folder
                                   : !contains(second->materials, m) ? &a.other
                                                                     : nullptr;
        if (lacks) {
            bar.finish();
            std::printf("%s: not in %s\n", m.name().c_str(), lacks->c_str());
            alike = false;
            continue;
        }
        std::vector<TableAnswer> answers[2];
        std::vector<int> units[2];
        for (std::size_t k = 0; k < 2; ++k) {
            const std::string& folder = k == 0 ? a.folder : a.other;
            units[k] = distance_units(
                std::filesystem::path(folder) / (m.name() + std::string(file_ending(TableKind::Dtz))), m);
            const bool black = !units[k].empty() && (units[k].front() & kBlackToMove);
            if (const auto opened = init(folder); !opened) return fail(kName, opened.error());
            answers[k] = read_answers(
                m, black ? Color::Black : Color::White, a.every, a.distance_every, [&](double part) {
                    bar.show((static_cast<double>(i) + (part + static_cast<double>(k)) / 2) /
                                 static_cast<double>(all.size()),
                             m.name());
                    return !was_interrupted();
                });
            if (was_interrupted()) {
                bar.finish();
                fail(kName, "stopped");
                return kInterrupted;
            }
        }
        ++tables;
        positions += answers[0].size();
        for (std::size_t n = 0; n < answers[0].size(); ++n) {
            distances += answers[0][n].distance != TableAnswer::kNotAsked;
            rounded += std::abs(answers[0][n].distance - answers[1][n].distance) == 1;
        }
        bar.finish();
        // A file that is missing has no units.
        if (units[0] != units[1] && !units[0].empty() && !units[1].empty())
            std::printf(
                "%s: the two store distances of another side to move or in other units, so they may be "
                "one half-move apart\n",
                m.name().c_str());
        if (say_differences(m, answers[0], answers[1], units[0] == units[1])) alike = false;
    }
    bar.finish();
    const std::string one_apart =
        rounded == 0 ? "" : format(" (%llu one apart)", static_cast<unsigned long long>(rounded));
    std::printf("%s, %s, %s%s: %s\n", count_text(tables, "table").c_str(),
                count_text(positions, "position").c_str(), count_text(distances, "distance").c_str(),
                one_apart.c_str(), alike ? "all alike" : "not all alike");
    return alike ? kDone : kFailed;
}

int stats(const std::string& folder) {
    const auto all = read_facts(folder);
    if (all.empty()) return refuse(kName, "no facts in " + in_quotes(folder) + ": 'tables make' notes them");
    std::printf("%-8s %10s | %31s | %31s | %7s\n", "", "", "White to move, per cent",
                "Black to move, per cent", "longest");
    std::printf("%-8s %10s |", "", "positions");
    for (int side = 0; side < 2; ++side)
        std::printf(" %5s %6s %5s %6s %5s |", "win", "cursed", "draw", "saved", "loss");
    std::printf(" %7s\n", "plies");
    for (const EndingFacts& facts : all) {
        std::printf("%-8s %10llu |", facts.material.name().c_str(),
                    static_cast<unsigned long long>(facts.to_move[Color::White].positions() +
                                                    facts.to_move[Color::Black].positions()));
        int longest = 0;
        for (const SideFacts& side : facts.to_move) {
            const double one = 100.0 / static_cast<double>(std::max<std::uint64_t>(side.positions(), 1));
            const auto share = [&](std::size_t i) { return one * static_cast<double>(side.results[i]); };
            std::printf(" %5.1f %6.2f %5.1f %6.2f %5.1f |", share(4), share(3), share(2), share(1), share(0));
            longest = std::max(longest, side.longest_win);
        }
        std::printf(" %7d  %s\n", longest, facts.longest_fen.c_str());
    }
    return kDone;
}

}  // namespace

int tables_main(const Arguments& arguments) {
    CLI::App app{"Makes, verifies, compares and describes Syzygy tables (.rtbw, .rtbz)."};
    app.require_subcommand(1);
    MakeArguments making;
    CLI::App* const maker = add_command(app, "make", "solve endings and write their tables",
                                        "stillpoint tables make --men 3 --out tables");
    maker->add_option("--men", making.men, "all endings with up to this many pieces")
        ->check(CLI::Range(3, kMostMenToMake))
        ->capture_default_str();
    maker->add_option("--out", making.out, "folder for the tables")->required()->type_name(kFolder);
    maker->add_option("--only", making.only, "only these endings and what they lead to: KRPvKR,KQvKR")
        ->delimiter(',');
    maker->add_option("--threads", making.threads, "default: as many as cores")->check(kThreadRange);
    maker->add_option("--memory", making.memory,
                      "work on disk beyond this: 500M, 8G; default: half of the machine, at most 8G");
    maker->add_flag("--quick", making.quick, "larger files in less time");
    maker->add_flag("--dry-run", making.dry_run, "only say what there is to do");
    VerifyArguments verifying;
    CLI::App* const verifier =
        add_command(app, "verify", "check files, and positions against their successors",
                    "stillpoint tables verify tables");
    verifier->add_option("--samples", verifying.samples, "positions of each table")
        ->check(kCountRange)
        ->capture_default_str();
    verifier->add_flag("--full", verifying.full, "all positions (hours for four pieces)");
    CompareArguments comparing;
    CLI::App* const comparer =
        add_command(app, "compare", "whether two folders' tables say the same of every position",
                    "stillpoint tables compare tables downloads/syzygy");
    comparer->add_option("--only", comparing.only, "only these endings: KRPvKR,KQvKR")->delimiter(',');
    comparer->add_option("--every", comparing.every, "only every so many positions")
        ->check(kCountRange)
        ->capture_default_str();
    comparer->add_option("--distances", comparing.distance_every, "the distance of every so many of those")
        ->check(kCountRange)
        ->capture_default_str();
    std::string folder;
    CLI::App* const counter =
        add_command(app, "stats", "wins, draws and the longest wins of tables made here",
                    "stillpoint tables stats tables");
    for (CLI::App* command : {verifier, comparer, counter})
        command->add_option(kFolder, folder, "folder with tables")->required();
    comparer->add_option("OTHER", comparing.other, "another folder with tables")->required();
    bool quiet = false;
    for (CLI::App* command : {maker, verifier, comparer}) command->add_flag("--quiet", quiet, "no progress");
    if (const auto code = parse_command_line(app, arguments)) return *code;
    making.quiet = verifying.quiet = comparing.quiet = quiet;
    verifying.folder = comparing.folder = folder;
    if (*maker) return make(making);
    if (*verifier) return verify(verifying);
    if (*comparer) return compare(comparing);
    return stats(folder);
}

}  // namespace stillpoint
