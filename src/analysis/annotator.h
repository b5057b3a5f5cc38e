#pragma once

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "analysis/game_review.h"
#include "nnue/network.h"
#include "pgn/parser.h"
#include "util/draft_file.h"
#include "util/result.h"

namespace stillpoint {

struct AnnotateSettings {
    std::string input;   // a file or a pipe; "-" is standard input
    std::string output;  // a file
    std::string report;  // a file; empty: none
    std::uint64_t report_games = 200;
    Limits limits;
    int jobs = 1;  // games at once
    int hash = 16;
    Thresholds thresholds;
    bool strip = false;
    bool restart = false;
    bool quiet = false;
    const nnue::Network* network = nullptr;
    std::string syzygy;  // folders that are open
    std::string engine;  // name, for the Annotator tag
};

// How far a run of `annotate` has come, in a small file beside its output. When the run is continued,
// whatever was written after the journal is cut off: no game is lost and none appears twice.
struct Journal {
    std::string run;                 // input and settings, which identify a run
    std::uint64_t games = 0;         // of the input that are done, readable or not
    std::uint64_t skipped = 0;       // of these: unreadable
    std::uint64_t stray = 0;         // ... and text that is no game
    std::uint64_t output_draft = 0;  // numbers of the drafts
    std::uint64_t report_draft = 0;
    std::uint64_t output_bytes = 0;
    std::uint64_t report_bytes = 0;
    std::uint64_t report_games = 0;
    std::uint64_t report_left_out = 0;
    std::string report_rows;

    std::uint64_t written() const { return games - skipped - stray; }

    // Replaces the file atomically: a crash leaves the old one or the new one.
    Result<bool> save(const std::string& path) const;
    // Whether the file there looks like one.
    static bool is_one(const std::string& path);
    // Nothing if there is no such file.
    static Result<std::optional<Journal>> load(const std::string& path);
};

// Runs `annotate`: workers take games from the input one by one, results are written in the order of the
// input. Only a few games more than there are workers are ever in memory.
class AnnotateRun {
public:
    explicit AnnotateRun(const AnnotateSettings& settings) : settings_(settings) {}

    // Opens all files. An error is one of the command line: it names what can't be read, written or
    // continued.
    Result<bool> open();
    // After open(). False if it was interrupted.
    Result<bool> run();
    // Whether the same command goes on with an interrupted run. What came through a pipe is gone.
    bool can_be_continued() const { return can_be_continued_; }
    // The games and all settings that change the output: only a run with the same ones is continued.
    std::string identity() const;

private:
    // What became of a game, until its turn to be written.
    struct Outcome {
        std::string pgn, section, row;
        bool unreadable = false, stray = false;
        std::string messages;
        std::uint64_t end = 0;  // byte of the input after the game
    };

    bool has_report() const { return !settings_.report.empty(); }
    std::string journal_path() const { return settings_.output + ".progress"; }
    Result<bool> check_names() const;
    Result<bool> begin();
    Result<bool> go_on(Journal old);
    // With what this one has opened, if it goes on with it.
    Result<bool> remove_earlier_run();
    void work(pgn::Splitter& splitter, std::atomic<double>& fraction_of_game);
    void review_games(pgn::Splitter& splitter, std::atomic<double>& fraction_of_game);
    std::optional<Outcome> deal_with(const pgn::RawGame& raw, Searcher& searcher, bool wants_section,
                                     std::atomic<double>& fraction_of_game);
    // With the lock held.
    void hand_in(std::uint64_t number, Outcome outcome);
    void write(const Outcome& outcome);
    void write_to(std::optional<DraftFile>& draft, const std::string& path, std::string_view text);
    void save_journal();
    Result<bool> finish();
    Result<bool> put_in_place();

    const AnnotateSettings settings_;
    std::ifstream input_;
    std::uint64_t input_bytes_ = 0;  // 0: not known
    bool can_be_continued_ = false;
    std::optional<DraftFile> output_, report_;
    Journal journal_;
    std::mutex mutex_;
    std::condition_variable turn_;
    std::map<std::uint64_t, Outcome> ready_;
    std::uint64_t bytes_done_ = 0;
    std::string failure_;
    std::int64_t last_save_ = 0;
    Stopwatch watch_;
};

}  // namespace stillpoint
