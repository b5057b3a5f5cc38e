#include "analysis/annotator.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <thread>
#include <utility>

#include "analysis/report.h"
#include "pgn/writer.h"
#include "util/interrupt.h"
#include "util/progress.h"
#include "util/replace_file.h"
#include "util/text.h"

namespace stillpoint {

namespace {

constexpr Milliseconds kSaveInterval = 1000;
// Finished games that may wait for a slower one before them.
constexpr std::uint64_t kWindowPerJob = 4;

std::string limit_text(const Limits& limits) {
    std::string text;
    if (limits.depth) text += " depth " + std::to_string(*limits.depth);
    if (limits.nodes) text += " nodes " + std::to_string(*limits.nodes);
    if (limits.move_time) text += " time " + std::to_string(*limits.move_time);
    return text;
}

bool cut_to(const std::string& path, std::uint64_t bytes) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) < bytes || error) return false;
    std::filesystem::resize_file(path, bytes, error);
    return !error;
}

// The journal's numbers, in the order of its file. `visit` gets each with its name.
template <class SomeJournal, class Visit>
void for_each_number(SomeJournal& j, Visit visit) {
    visit("games", j.games);
    visit("skipped", j.skipped);
    visit("output_bytes", j.output_bytes);
    visit("report_bytes", j.report_bytes);
    visit("report_games", j.report_games);
    visit("report_left_out", j.report_left_out);
}

}  // namespace

// One line of name and value each; the rows, which may contain line ends, come last.
Result<bool> Journal::save(const std::string& path) const {
    std::string text = "run " + run + '\n';
    for_each_number(*this, [&](std::string_view name, std::uint64_t number) {
        text += concat({name, " ", std::to_string(number), "\n"});
    });
    text += "report_rows\n" + report_rows;
    const auto written = replace_file(path, {text});
    if (!written) return Error{concat({"can't write '", path, "': ", written.error()})};
    return true;
}

Result<std::optional<Journal>> Journal::load(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::optional<Journal>();
    Journal journal;
    std::string line;
    // What follows the name on the next line; nothing where it has another name.
    const auto next = [&](std::string_view name) -> std::optional<std::string_view> {
        if (!std::getline(file, line) || !line.starts_with(name)) return std::nullopt;
        return std::string_view(line).substr(name.size());
    };
    const auto run = next("run ");
    bool sound = run.has_value();
    if (run) journal.run = *run;
    for_each_number(journal, [&](std::string_view name, std::uint64_t& number) {
        const auto text = next(concat({name, " "}));
        const auto value = parse_number(text.value_or(""), std::uint64_t{0}, ~std::uint64_t{0});
        sound = sound && value;
        number = value.value_or(0);
    });
    if (!sound || !next("report_rows"))
        return Error{concat({"'", path, "' is damaged; delete it or use --restart"})};
    journal.report_rows.assign(std::istreambuf_iterator<char>(file), {});
    return std::optional(std::move(journal));
}

// The number of jobs is not part of it.
std::string AnnotateRun::name() const {
    const Thresholds& t = settings_.thresholds;
    return settings_.input + " " + std::to_string(std::filesystem::file_size(settings_.input)) + " bytes" +
           limit_text(settings_.limits) + " thresholds " + std::to_string(t.inaccuracy) + " " +
           std::to_string(t.mistake) + " " + std::to_string(t.blunder) + (settings_.strip ? " strip" : "") +
           " report '" + settings_.report + "' " + std::to_string(settings_.report_games) + " net " +
           std::to_string(settings_.network ? settings_.network->checksum : 0);
}

Result<bool> AnnotateRun::open() {
    input_.open(settings_.input, std::ios::binary);
    if (!input_) return Error{"can't read '" + settings_.input + "'"};
    // The games must not be overwritten, whatever name or link leads to them.
    std::error_code none_yet;
    for (const std::string& written : {settings_.output, settings_.report})
        if (!written.empty() && std::filesystem::equivalent(settings_.input, written, none_yet))
            return Error{concat({"'", written, "' holds the games to be annotated; choose another file"})};
    auto old = Journal::load(journal_path());
    if (settings_.restart) old = std::optional<Journal>();
    if (!old) return Error{old.error()};
    if (*old && (*old)->run != name())
        return Error{concat(
            {"'", journal_path(), "' belongs to a run with other settings; use --restart to start over"})};
    if (*old) {
        journal_ = **old;
        if (!cut_to(settings_.output, journal_.output_bytes) ||
            (!settings_.report.empty() && !cut_to(report_part(), journal_.report_bytes)))
            return Error{"the output of the earlier run is gone; use --restart to start over"};
        if (!settings_.quiet)
            std::fprintf(stderr, "annotate: continuing after %llu games\n",
                         static_cast<unsigned long long>(journal_.games));
    }
    // If this run has not begun a report, a file of that name is somebody else's.
    const bool begins_report = !*old && !settings_.report.empty();
    if (begins_report && !settings_.restart && exists(symlink_status(std::filesystem::path(report_part()))))
        return Error{concat({"'", report_part(), "' exists already; delete it or use --restart"})};
    std::error_code ignored;
    if (begins_report) std::filesystem::remove(report_part(), ignored);
    journal_.run = name();
    const auto mode = std::ios::binary | (*old ? std::ios::app : std::ios::trunc);
    output_.open(settings_.output, mode);
    if (!output_) return Error{"can't write '" + settings_.output + "'"};
    if (settings_.report.empty()) return true;
    report_.open(report_part(), mode);
    if (!*old) {
        const std::string head = report_head(std::filesystem::path(settings_.input).filename().string());
        report_ << head;
        journal_.report_bytes = head.size();
    }
    if (!report_) return Error{concat({"can't write '", report_part(), "'"})};
    return true;
}

std::optional<AnnotateRun::Outcome> AnnotateRun::deal_with(const pgn::RawGame& raw, Searcher& searcher,
                                                           bool wants_section,
                                                           std::atomic<double>& fraction_of_game) {
    Outcome out;
    out.end = raw.end;
    pgn::ParsedGame parsed = pgn::parse_game(raw);
    out.stray = parsed.is_empty();
    out.unreadable = parsed.error.has_value();
    const auto tell = [&](const pgn::Problem& problem, const char* what) {
        out.messages += "annotate: " + settings_.input + ":" + std::to_string(problem.line) + ": game " +
                        std::to_string(raw.number) + what + problem.message + '\n';
    };
    for (const pgn::Problem& warning : parsed.warnings) tell(warning, ": ");
    if (parsed.error) tell(*parsed.error, " left out: ");
    if (out.stray || out.unreadable) return out;

    pgn::Game& game = parsed.game;
    if (settings_.strip) strip_annotations(game);
    searcher.forget();
    std::size_t done = 0;
    const double total = static_cast<double>(game.main.moves.size() + 1);
    const auto review =
        review_game(game, settings_.thresholds, [&](const Position& pos) -> std::optional<Analysis> {
            if (was_interrupted()) return std::nullopt;
            SoloTask task;
            task.limits = settings_.limits;
            Analysis analysis = searcher.analyse(pos, task);
            fraction_of_game = static_cast<double>(++done) / total;
            return analysis;
        });
    if (!review) return std::nullopt;
    if (wants_section) {
        const int number = static_cast<int>(raw.number);
        out.section = report_section(game, *review, number);
        out.row = report_row(game, *review, number);
    }
    annotate_game(game, *review);
    game.set_tag("Annotator", settings_.engine);
    out.pgn = pgn::write_game(game);
    return out;
}

void AnnotateRun::write(const Outcome& outcome) {
    std::fputs(outcome.messages.c_str(), stderr);
    output_ << outcome.pgn;
    ++journal_.games;
    journal_.skipped += outcome.unreadable;
    journal_.output_bytes += outcome.pgn.size();
    bytes_done_ = outcome.end;
    if (!settings_.report.empty() && !outcome.pgn.empty()) {
        // A later game's section may have been made for nothing if earlier ones were left out; that is cheap.
        if (!outcome.section.empty() && journal_.report_games < settings_.report_games) {
            report_ << outcome.section;
            journal_.report_bytes += outcome.section.size();
            journal_.report_rows += outcome.row;
            ++journal_.report_games;
        } else {
            ++journal_.report_left_out;
        }
    }
    notice_failed_output();
    if (watch_.elapsed() - last_save_ >= kSaveInterval) save_journal();
}

void AnnotateRun::notice_failed_output() {
    if (!output_ || (!settings_.report.empty() && !report_)) failure_ = "can't write the output";
}

void AnnotateRun::save_journal() {
    last_save_ = watch_.elapsed();
    output_.flush();
    if (!settings_.report.empty()) report_.flush();
    // Only what has been written counts as done.
    notice_failed_output();
    if (!failure_.empty()) return;
    if (const auto saved = journal_.save(journal_path()); !saved) failure_ = saved.error();
}

void AnnotateRun::hand_in(std::uint64_t number, Outcome outcome) {
    ready_.emplace(number, std::move(outcome));
    while (!ready_.empty() && ready_.begin()->first == journal_.games + 1) {
        write(ready_.begin()->second);
        ready_.erase(ready_.begin());
    }
    turn_.notify_all();
}

void AnnotateRun::work(pgn::Splitter& splitter, std::atomic<double>& fraction_of_game) {
    Searcher searcher(settings_.network, static_cast<std::size_t>(settings_.hash));
    const std::uint64_t window = kWindowPerJob * static_cast<std::uint64_t>(settings_.jobs);
    while (true) {
        std::optional<pgn::RawGame> raw;
        bool wants_section = false;
        {
            std::unique_lock lock(mutex_);
            turn_.wait(lock,
                       [&] { return ready_.size() < window || was_interrupted() || !failure_.empty(); });
            if (was_interrupted() || !failure_.empty()) return;
            raw = splitter.next();
            if (!raw) return;
            wants_section = !settings_.report.empty() && journal_.report_games < settings_.report_games;
        }
        fraction_of_game = 0;
        auto outcome = deal_with(*raw, searcher, wants_section, fraction_of_game);
        std::lock_guard lock(mutex_);
        fraction_of_game = 0;
        if (!outcome) return turn_.notify_all();
        hand_in(raw->number, std::move(*outcome));
    }
}

Result<bool> AnnotateRun::finish() {
    save_journal();
    if (!failure_.empty()) return Error{failure_};
    if (was_interrupted()) return false;
    if (!settings_.report.empty()) {
        report_ << report_tail({journal_.report_rows, journal_.report_games, journal_.report_left_out,
                                settings_.engine + "," + limit_text(settings_.limits) + " a position"});
        report_.close();
        if (!report_) return Error{concat({"can't write '", report_part(), "'"})};
        std::filesystem::rename(report_part(), settings_.report);
    }
    std::error_code ignored;
    std::filesystem::remove(journal_path(), ignored);
    if (!settings_.quiet)
        std::fprintf(stderr, "annotate: %llu games, %llu left out\n",
                     static_cast<unsigned long long>(journal_.games - journal_.skipped),
                     static_cast<unsigned long long>(journal_.skipped));
    return true;
}

Result<bool> AnnotateRun::run() {
    if (auto opened = open(); !opened) return opened;
    const double size =
        static_cast<double>(std::max<std::uintmax_t>(std::filesystem::file_size(settings_.input), 1));
    pgn::Splitter splitter(input_);
    for (std::uint64_t i = 0; i < journal_.games; ++i)
        if (const auto passed = splitter.next()) bytes_done_ = passed->end;

    std::vector<std::atomic<double>> fractions(static_cast<std::size_t>(settings_.jobs));
    std::vector<std::thread> threads;
    std::atomic<int> running{settings_.jobs};
    for (int i = 0; i < settings_.jobs; ++i)
        threads.emplace_back([&, i] {
            work(splitter, fractions[static_cast<std::size_t>(i)]);
            --running;
        });
    {
        ProgressBar bar(settings_.quiet, static_cast<double>(bytes_done_) / size);
        while (running > 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            std::lock_guard lock(mutex_);
            if (was_interrupted()) turn_.notify_all();
            // Games in progress count in part, as if they were of average length.
            const double average =
                journal_.games > 0 ? static_cast<double>(bytes_done_) / static_cast<double>(journal_.games)
                                   : size;
            double bytes = static_cast<double>(bytes_done_);
            for (const auto& fraction : fractions) bytes += fraction * average;
            bar.show(std::min(bytes / size, 1.0), std::to_string(journal_.games) + " games");
        }
    }
    for (std::thread& thread : threads) thread.join();
    return finish();
}

}  // namespace stillpoint
