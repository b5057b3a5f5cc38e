#include "analysis/annotator.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iterator>
#include <thread>
#include <utility>

#include "analysis/report.h"
#include "pgn/writer.h"
#include "util/crc32c.h"
#include "util/input_file.h"
#include "util/interrupt.h"
#include "util/progress.h"
#include "util/replace_file.h"
#include "util/text.h"
#include "util/thread_group.h"

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

// Of the whole file.
std::uint32_t checksum_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string chunk(std::size_t{1} << 20, '\0');
    std::uint32_t sum = 0;
    while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0)
        sum = crc32c(chunk.data(), static_cast<std::size_t>(file.gcount()), sum);
    return sum;
}

Error cannot_write(const std::string& path, const std::string& why) {
    return Error{concat({"can't write '", path, "': ", why})};
}

constexpr std::string_view kJournalBegin = "run ";

// The journal's numbers, in the order of its file. `visit` gets each with its name.
template <class SomeJournal, class Visit>
void for_each_number(SomeJournal& j, Visit visit) {
    visit("games", j.games);
    visit("skipped", j.skipped);
    visit("stray", j.stray);
    visit("output_draft", j.output_draft);
    visit("report_draft", j.report_draft);
    visit("output_bytes", j.output_bytes);
    visit("report_bytes", j.report_bytes);
    visit("report_games", j.report_games);
    visit("report_left_out", j.report_left_out);
}

}  // namespace

// One line of name and value each; the rows, which may contain line ends, come last.
Result<bool> Journal::save(const std::string& path) const {
    std::string text = concat({kJournalBegin, run, "\n"});
    for_each_number(*this, [&](std::string_view name, std::uint64_t number) {
        text += concat({name, " ", std::to_string(number), "\n"});
    });
    text += "report_rows\n" + report_rows;
    const auto written = replace_file(path, {text});
    if (!written) return cannot_write(path, written.error());
    return true;
}

bool Journal::is_one(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string begin(kJournalBegin.size(), '\0');
    return file.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == kJournalBegin;
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
    const auto run = next(kJournalBegin);
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
std::string AnnotateRun::identity() const {
    const Thresholds& t = settings_.thresholds;
    std::error_code unknown;
    std::string text = std::to_string(std::filesystem::file_size(settings_.input, unknown)) +
                       " bytes, checksum " + std::to_string(checksum_of(settings_.input)) + "," +
                       limit_text(settings_.limits) + " hash " + std::to_string(settings_.hash) +
                       " thresholds " + std::to_string(t.inaccuracy) + " " + std::to_string(t.mistake) + " " +
                       std::to_string(t.blunder) + (settings_.strip ? " strip" : "") + " net " +
                       std::to_string(settings_.network ? settings_.network->checksum : 0) + " syzygy '" +
                       settings_.syzygy + "' by " + settings_.engine;
    if (has_report())
        text += " report '" + settings_.report + "' of " + std::to_string(settings_.report_games) +
                " games of " + std::filesystem::path(settings_.input).filename().string();
    return collapse_space(text);
}

// The games must not be overwritten, whatever name or link leads to them, and files must not get in each
// other's way.
Result<bool> AnnotateRun::check_names() const {
    std::error_code none_yet;
    for (const std::string& written : {settings_.output, settings_.report, journal_path()})
        if (!written.empty() && std::filesystem::equivalent(settings_.input, written, none_yet))
            return Error{concat({"'", written, "' holds the games to be annotated; choose another file"})};
    const auto place = [&](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, none_yet), none_yet);
    };
    if (has_report())
        for (const std::string& other : {settings_.output, journal_path()})
            if (place(settings_.report) == place(other))
                return Error{"the games and the report need files of their own"};
    const auto journal = std::filesystem::symlink_status(journal_path(), none_yet);
    if (!exists(journal)) return true;
    if (!is_regular_file(journal)) return Error{concat({"'", journal_path(), "' is not an ordinary file"})};
    if (!Journal::is_one(journal_path()))
        return Error{concat(
            {"'", journal_path(), "' is in the way, and not what annotate saves; it was left as it is"})};
    return true;
}

Result<bool> AnnotateRun::open() {
    auto input = open_input(settings_.input);
    if (!input) return Error{input.error()};
    input_ = std::move(*input);
    if (const auto checked = check_names(); !checked) return checked;
    can_be_continued_ = is_ordinary_file(settings_.input);
    std::error_code unknown;
    if (can_be_continued_) input_bytes_ = std::filesystem::file_size(settings_.input, unknown);

    if (settings_.restart)
        if (const auto removed = remove_earlier_run(); !removed) return removed;
    auto old = Journal::load(journal_path());
    if (!old) return Error{old.error()};
    if (!*old) return begin();
    if (!can_be_continued_ || (*old)->run != identity())
        return Error{
            concat({"'", journal_path(),
                    "' belongs to a run with other games or settings; use --restart to start over"})};
    return go_on(std::move(**old));
}

Result<bool> AnnotateRun::remove_earlier_run() {
    output_.reset();
    report_.reset();
    const auto old = Journal::load(journal_path());
    if (old && *old) {
        const auto remove = [](const std::string& path, std::uint64_t draft) {
            return DraftFile::remove(path, static_cast<int>(draft));
        };
        if (const auto removed = remove(settings_.output, (*old)->output_draft); !removed)
            return cannot_write(settings_.output, removed.error());
        if (has_report())
            if (const auto removed = remove(settings_.report, (*old)->report_draft); !removed)
                return cannot_write(settings_.report, removed.error());
    }
    std::error_code ignored;
    std::filesystem::remove(journal_path(), ignored);
    return true;
}

Result<bool> AnnotateRun::begin() {
    const auto create = [](std::optional<DraftFile>& draft, const std::string& path) -> Result<bool> {
        auto created = DraftFile::create(path);
        if (!created) return cannot_write(path, created.error());
        draft.emplace(std::move(*created));
        return true;
    };
    if (const auto created = create(output_, settings_.output); !created) return created;
    journal_.output_draft = static_cast<std::uint64_t>(output_->number());
    if (has_report()) {
        if (const auto created = create(report_, settings_.report); !created) return created;
        journal_.report_draft = static_cast<std::uint64_t>(report_->number());
        write_to(report_, settings_.report,
                 report_head(std::filesystem::path(settings_.input).filename().string()));
    }
    if (can_be_continued_) journal_.run = identity();
    // From now on the run can be continued, even if it is killed at once.
    save_journal();
    if (!failure_.empty()) return Error{failure_};
    if (can_be_continued_) {
        output_->leave();
        if (report_) report_->leave();
    }
    return true;
}

Result<bool> AnnotateRun::go_on(Journal old) {
    journal_ = std::move(old);
    const auto resume = [](std::optional<DraftFile>& draft, const std::string& path, std::uint64_t number,
                           std::uint64_t bytes) -> Result<bool> {
        auto resumed = DraftFile::resume(path, static_cast<int>(number), bytes);
        if (!resumed)
            return Error{concat({"can't go on with '", path, "' of the earlier run: ", resumed.error(),
                                 "; --restart starts over"})};
        draft.emplace(std::move(*resumed));
        return true;
    };
    if (const auto done = resume(output_, settings_.output, journal_.output_draft, journal_.output_bytes);
        !done)
        return done;
    if (has_report())
        if (const auto done = resume(report_, settings_.report, journal_.report_draft, journal_.report_bytes);
            !done)
            return done;
    if (!settings_.quiet)
        std::fprintf(stderr, "annotate: continuing after %llu games\n",
                     static_cast<unsigned long long>(journal_.games));
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
    const auto evaluate = [&](const Position& pos, Move without) -> std::optional<Analysis> {
        if (was_interrupted()) return std::nullopt;
        SoloTask task;
        task.limits = without ? effort_without(settings_.limits, pos, without) : settings_.limits;
        Analysis analysis = searcher.analyse(pos, task);
        if (!without) fraction_of_game = static_cast<double>(++done) / total;
        return analysis;
    };
    const auto review = review_game(game, settings_.thresholds, evaluate);
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

void AnnotateRun::write_to(std::optional<DraftFile>& draft, const std::string& path, std::string_view text) {
    if (!failure_.empty()) return;
    if (const auto written = draft->write(text); !written)
        failure_ = cannot_write(path, written.error()).message;
}

void AnnotateRun::write(const Outcome& outcome) {
    std::fputs(outcome.messages.c_str(), stderr);
    write_to(output_, settings_.output, outcome.pgn);
    ++journal_.games;
    journal_.skipped += outcome.unreadable;
    journal_.stray += outcome.stray;
    bytes_done_ = outcome.end;
    if (has_report() && !outcome.pgn.empty()) {
        // A later game's section may have been made for nothing if earlier ones were left out; that is cheap.
        if (!outcome.section.empty() && journal_.report_games < settings_.report_games) {
            write_to(report_, settings_.report, outcome.section);
            journal_.report_rows += outcome.row;
            ++journal_.report_games;
        } else {
            ++journal_.report_left_out;
        }
    }
    if (watch_.elapsed() - last_save_ >= kSaveInterval) save_journal();
}

void AnnotateRun::save_journal() {
    last_save_ = watch_.elapsed();
    if (!can_be_continued_ || !failure_.empty()) return;
    // Only what has reached the disk counts as done.
    const auto bytes_of = [&](std::optional<DraftFile>& draft, const std::string& path) -> std::uint64_t {
        const auto synced = draft->sync();
        if (!synced) failure_ = cannot_write(path, synced.error()).message;
        return synced ? *synced : 0;
    };
    journal_.output_bytes = bytes_of(output_, settings_.output);
    if (report_) journal_.report_bytes = bytes_of(report_, settings_.report);
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
    try {
        review_games(splitter, fraction_of_game);
    } catch (const std::exception& e) {
        // Mostly memory. The others must not wait for this one's game.
        std::lock_guard lock(mutex_);
        if (failure_.empty()) failure_ = e.what();
        turn_.notify_all();
    }
}

void AnnotateRun::review_games(pgn::Splitter& splitter, std::atomic<double>& fraction_of_game) {
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
            wants_section = has_report() && journal_.report_games < settings_.report_games;
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
    const bool interrupted = was_interrupted();
    save_journal();
    if (!failure_.empty()) return Error{failure_};
    if (interrupted && (can_be_continued_ || journal_.written() == 0)) return false;
    if (input_.bad()) {
        if (journal_.written() == 0) static_cast<void>(remove_earlier_run());
        return Error{concat({"can't read '", settings_.input, "' to its end"})};
    }
    if (journal_.written() == 0) {
        static_cast<void>(remove_earlier_run());
        return Error{
            concat({"'", settings_.input, "' has no ", journal_.skipped > 0 ? "readable " : "", "games"})};
    }
    if (const auto placed = put_in_place(); !placed) return placed;
    std::error_code ignored;
    std::filesystem::remove(journal_path(), ignored);
    if (!settings_.quiet)
        std::fprintf(
            stderr, "annotate: %llu %s, %llu left out\n", static_cast<unsigned long long>(journal_.written()),
            journal_.written() == 1 ? "game" : "games", static_cast<unsigned long long>(journal_.skipped));
    return !interrupted;
}

Result<bool> AnnotateRun::put_in_place() {
    if (report_) {
        write_to(report_, settings_.report,
                 report_tail({journal_.report_rows, journal_.report_games, journal_.report_left_out,
                              settings_.engine + "," + limit_text(settings_.limits) + " a position"}));
        if (!failure_.empty()) return Error{failure_};
        if (const auto placed = report_->commit(); !placed)
            return cannot_write(settings_.report, placed.error());
    }
    if (const auto placed = output_->commit(); !placed) return cannot_write(settings_.output, placed.error());
    return true;
}

Result<bool> AnnotateRun::run() {
    const double size = static_cast<double>(std::max<std::uint64_t>(input_bytes_, 1));
    pgn::Splitter splitter(input_);
    for (std::uint64_t i = 0; i < journal_.games; ++i)
        if (const auto passed = splitter.next()) bytes_done_ = passed->end;

    std::vector<std::atomic<double>> fractions(static_cast<std::size_t>(settings_.jobs));
    ThreadGroup threads(settings_.jobs,
                        [&](int job) { work(splitter, fractions[static_cast<std::size_t>(job)]); });
    {
        ProgressBar bar(settings_.quiet, static_cast<double>(bytes_done_) / size);
        while (threads.is_running()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            std::lock_guard lock(mutex_);
            if (was_interrupted()) turn_.notify_all();
            // Games in progress count in part, as if they were of average length.
            const double average =
                journal_.games > 0 ? static_cast<double>(bytes_done_) / static_cast<double>(journal_.games)
                                   : size;
            double bytes = static_cast<double>(bytes_done_);
            for (const auto& fraction : fractions) bytes += fraction * average;
            const double fraction = input_bytes_ > 0 ? std::min(bytes / size, 1.0) : 0.0;
            bar.show(fraction, std::to_string(journal_.games) + " games");
        }
    }
    threads.join();
    return finish();
}

}  // namespace stillpoint
