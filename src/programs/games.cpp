#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "gamedata/tools.h"
#include "programs/command_line.h"
#include "programs/programs.h"
#include "selfplay/wdl_fit.h"
#include "util/input_file.h"
#include "util/progress.h"

namespace stillpoint {

namespace {

// A folder stands for the game files in it.
std::vector<std::string> game_files(const std::vector<std::string>& paths) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored)) {
            files.push_back(path);
            continue;
        }
        for (const auto& entry : std::filesystem::directory_iterator(path, ignored))
            if (entry.path().extension() == ".spg") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

int verify(const std::vector<std::string>& files) {
    bool sound = true;
    std::size_t done = 0;
    ProgressBar bar;
    for (const std::string& file : files) {
        bar.show(static_cast<double>(done++) / static_cast<double>(files.size()), file);
        const auto report = spg::verify(file);
        bar.finish();
        if (!report) {
            sound = false;
            fail("games", report.error());
            continue;
        }
        sound = sound && report->sound();
        std::printf("%s\n%s\n", file.c_str(), to_string(*report).c_str());
    }
    return sound ? kDone : kFailed;
}

int wdl(const std::vector<std::string>& files) {
    const auto counts = count_wdl(files);
    if (!counts) return fail("games", counts.error());
    if (counts->positions() == 0) return fail("games", "no scored positions");
    const WdlModel fitted = fit_wdl(*counts, kWdlModel);
    std::printf("%llu positions; misfit %.5f now, %.5f fitted\n\nWdlModel{%.1f, %.1f, %.1f, %.1f}\n\n%s",
                static_cast<unsigned long long>(counts->positions()), counts->misfit(kWdlModel),
                counts->misfit(fitted), fitted.a, fitted.a_by_material, fitted.b, fitted.b_by_material,
                counts->table(fitted).c_str());
    return 0;
}

}  // namespace

int games_main(const Arguments& arguments) {
    CLI::App app{
        "Verifies, summarises, merges and dumps files of self-play games (.spg). A folder stands for the "
        "files in it."};
    app.require_subcommand(1);
    std::vector<std::string> paths;
    std::string file, output;
    spg::MergeOptions merging;
    std::uint64_t first = 1, count = 1;
    CLI::App* const verifying = add_command(app, "verify", "replay every game and report what is broken",
                                            "stillpoint games verify games");
    CLI::App* const counting =
        add_command(app, "stats", "what is in the files", "stillpoint games stats games");
    CLI::App* const fitting = add_command(app, "wdl", "fit the win/draw/loss model (src/engine/wdl.h)",
                                          "stillpoint games wdl games");
    CLI::App* const joining = add_command(app, "merge", "write the sound games of all files to a new one",
                                          "stillpoint games merge games --out all.spg");
    for (CLI::App* command : {verifying, counting, fitting, joining})
        command->add_option(kFile, paths, "game files or folders")->required();
    joining->add_option("--out", output, "the new file")->required()->type_name(kFile);
    joining->add_flag(
        "--mixed", merging.allow_mixed_settings,
        "even if they were played with different settings, or a header that says them is damaged");
    joining->add_flag("!--keep-duplicates", merging.drop_duplicates, "keep games that occur twice");
    CLI::App* const showing =
        add_command(app, "dump", "games as text", "stillpoint games dump all.spg --count 3");
    showing->add_option(kFile, file, "game file")->required();
    showing->add_option("--first", first, "number of the first game, from 1")->check(kCountRange);
    showing->add_option("--count", count, "how many")->check(kCountRange);
    if (const auto code = parse_command_line(app, arguments)) return *code;

    if (*showing) paths = {file};
    for (const std::string& path : paths) {
        const bool may_be_a_folder = !*showing;
        if (std::error_code ignored; may_be_a_folder && std::filesystem::is_directory(path, ignored))
            continue;
        if (const auto readable = check_input(path); !readable) return refuse("games", readable.error());
    }
    if (*showing) {
        const auto dumped = spg::dump(file, first - 1, count, std::cout);
        return dumped ? kDone : fail("games", dumped.error());
    }
    const std::vector<std::string> files = game_files(paths);
    if (files.empty()) return refuse("games", "no game files found");
    if (*verifying) return verify(files);
    if (*fitting) return wdl(files);
    if (*counting) {
        const spg::Stats stats = spg::stats(files);
        std::printf("%s\n", to_string(stats).c_str());
        return stats.unreadable_files == 0 ? kDone : kFailed;
    }
    const auto merged = spg::merge(files, output, merging);
    if (!merged) return fail("games", merged.error());
    std::printf("%s\n", to_string(*merged).c_str());
    return kDone;
}

}  // namespace stillpoint
