#include "train/dataset.h"

#include <atomic>
#include <bit>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "gamedata/reader.h"
#include "gamedata/replay.h"
#include "train/archive.h"
#include "train/hash_set.h"
#include "train/scores.h"
#include "util/rng.h"

namespace stillpoint::train {

namespace {

constexpr double kDefaultScale = 400.0;
constexpr std::size_t kMaxGenerations = 256;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 32;
}

// All of a dataset but its training positions, for both directions of an archive.
template <class Archive, class Data>
void transfer(Archive& archive, Data& d) {
    archive.list(d.generations, [](auto& a, auto& g) {
        a(g.net_crc32c);
        a(g.soft_nodes);
        a(g.files);
        a(g.games);
        a(g.positions);
        a(g.scale);
        a(g.fitted);
    });
    auto& f = d.filters;
    archive(f.min_ply);
    archive(f.min_pieces);
    archive(f.max_score);
    archive(f.skip_check);
    archive(f.skip_captures);
    archive(f.skip_promotions);
    archive(d.look_ahead);
    auto& c = d.counts;
    for (auto* count : {&c.kept, &c.unscored, &c.early, &c.check, &c.noisy, &c.score, &c.few_pieces})
        archive(*count);
    for (auto* number : {&d.training_positions, &d.validation_positions, &d.files, &d.games,
                         &d.duplicate_games, &d.corrupt_games, &d.fingerprint})
        archive(*number);
    archive(d.full);
    archive.list(d.problems, [](auto& a, auto& problem) { a(problem); });
}

// What a file of positions says about itself. The key stands for the games and how they were read.
std::string to_notes(const Dataset& data, std::uint64_t key) {
    ArchiveWriter out;
    out(key);
    transfer(out, data);
    for (std::uint64_t i = 0; i < data.validation.size(); ++i) out.array(&data.validation[i], 1);
    return std::move(out.bytes);
}

std::optional<Dataset> from_notes(const std::string& notes, std::uint64_t key) {
    ArchiveReader in(notes);
    std::uint64_t found = 0;
    in(found);
    if (found != key) return std::nullopt;
    Dataset data;
    transfer(in, data);
    if (data.validation_positions > notes.size() / sizeof(Record)) return std::nullopt;
    for (std::uint64_t i = 0; i < data.validation_positions; ++i) {
        Record record;
        in.array(&record, 1);
        data.validation.push_back(record);
    }
    return in.exact() ? std::optional(std::move(data)) : std::nullopt;
}

std::uint64_t mixed(std::uint64_t hash, const LoadOptions& options) {
    const spg::Filters& f = options.filters;
    for (int value : {f.min_ply, f.min_pieces, f.max_score, int{f.skip_check}, int{f.skip_captures},
                      int{f.skip_promotions}, options.validation_percent})
        hash = mixed(hash, static_cast<std::uint64_t>(value));
    for (double value : {options.scale, options.look_ahead})
        hash = mixed(hash, std::bit_cast<std::uint64_t>(value));
    return hash;
}

// Changes with whatever load() depends on; of the files, name, size and time are enough to see a change.
std::uint64_t key_of(const std::vector<std::string>& files, const LoadOptions& options) {
    std::uint64_t key = mixed(0, options);
    for (std::uint64_t value : {options.max_positions, options.memory, options.seed}) key = mixed(key, value);
    for (const std::string& file : files) {
        std::error_code ignored;
        for (char c : file) key = mixed(key, static_cast<unsigned char>(c));
        key = mixed(key, std::filesystem::file_size(file, ignored));
        const auto time = std::filesystem::last_write_time(file, ignored).time_since_epoch();
        key = mixed(key, static_cast<std::uint64_t>(time.count()));
    }
    return key;
}

// A block of games on its way through a worker.
struct Job {
    std::uint64_t number = 0;
    int generation = 0;
    std::vector<spg::Game> games;
};

// What a worker makes of a game.
struct ConvertedGame {
    std::uint64_t hash;
    std::size_t end;  // its records' end in the list of all
    bool played;      // or a position from the tree of the game before it
    spg::FilterCounts counts;
};
struct Converted {
    std::vector<ConvertedGame> games;
    std::vector<Record> records;
    std::uint64_t corrupt = 0;
    std::string first_problem;
};

static_assert(kUnknownResult == static_cast<int>(spg::GameResult::Unknown));

Converted convert(const Job& job, const LoadOptions& options) {
    Converted out;
    for (const spg::Game& game : job.games) {
        const std::size_t begin = out.records.size();
        const std::vector<int> scores = look_ahead(game.moves, options.look_ahead);
        std::size_t scored = 0;
        spg::FilterCounts counts;
        const auto last = spg::replay(game, [&](const spg::ReplayStep& step) {
            const int score = step.scored ? scores[scored++] : 0;
            if (keep(options.filters, step, counts))
                out.records.push_back(
                    make_record(step.position, score, static_cast<int>(game.result), job.generation));
        });
        if (!last) {
            out.records.resize(begin);
            if (out.corrupt++ == 0) out.first_problem = last.error();
            continue;
        }
        out.games.push_back({.hash = spg::game_hash(game),
                             .end = out.records.size(),
                             .played = game.result != spg::GameResult::Unknown,
                             .counts = counts});
    }
    return out;
}

// Hands out blocks in the order of the files and takes the results in the same order, so that the dataset
// does not depend on the number of workers.
class Loader {
public:
    Loader(const std::vector<std::string>& files, const LoadOptions& options)
        : files_(files), options_(options) {}

    Result<Dataset> run() {
        std::vector<std::thread> helpers;
        for (int i = 1; i < options_.threads; ++i) helpers.emplace_back([this] { work(); });
        work();
        for (std::thread& t : helpers) t.join();
        if (error_) return *error_;
        finish();
        if (scatter_) {
            seen_ = {};
            auto file = scatter_->finish(to_notes(data_, key_of(files_, options_)), options_.memory);
            if (!file) return Error{file.error()};
            data_.file = std::move(*file);
        }
        return std::move(data_);
    }

private:
    void work() {
        Job job;
        while (take(job)) {
            const Converted converted = convert(job, options_);
            std::unique_lock lock(mutex_);
            turn_.wait(lock, [&] { return done_ == job.number; });
            accept(converted, job.generation);
            ++done_;
            turn_.notify_all();
        }
    }

    bool take(Job& job) {
        const std::scoped_lock reading(read_mutex_);
        while (!stop_) {
            if (!reader_ && !open_next_file()) return false;
            if (reader_->next_block(job.games)) {
                job.number = taken_++;
                job.generation = generation_;
                return true;
            }
            close_file();
        }
        return false;
    }

    bool open_next_file() {
        if (next_file_ == files_.size()) return false;
        auto reader = spg::GameReader::open(files_[next_file_++]);
        const std::scoped_lock lock(mutex_);
        if (!reader) {
            error_ = Error{reader.error()};
            stop_ = true;
            return false;
        }
        reader_.emplace(std::move(*reader));
        generation_ = generation_of(reader_->header());
        if (generation_ < 0) {
            error_ = Error{"more than 256 generations of games"};
            stop_ = true;
            return false;
        }
        ++data_.generations[static_cast<std::size_t>(generation_)].files;
        return true;
    }

    int generation_of(const spg::FileHeader& header) {
        for (std::size_t i = 0; i < data_.generations.size(); ++i)
            if (data_.generations[i].net_crc32c == header.net_crc32c &&
                data_.generations[i].soft_nodes == header.soft_nodes)
                return static_cast<int>(i);
        if (data_.generations.size() == kMaxGenerations) return -1;
        data_.generations.push_back({.net_crc32c = header.net_crc32c, .soft_nodes = header.soft_nodes});
        histograms_.emplace_back();
        return static_cast<int>(data_.generations.size()) - 1;
    }

    void close_file() {
        const std::scoped_lock lock(mutex_);
        if (!reader_->problem().empty()) data_.problems.push_back(reader_->problem());
        ++data_.files;
        reader_.reset();
        if (options_.progress) options_.progress(data_.files, data_.training_positions);
    }

    void accept(const Converted& converted, int generation) {
        Generation& g = data_.generations[static_cast<std::size_t>(generation)];
        ScoreHistogram& histogram = histograms_[static_cast<std::size_t>(generation)];
        if (converted.corrupt > 0 && data_.corrupt_games == 0)
            data_.problems.push_back("corrupt game: " + converted.first_problem);
        data_.corrupt_games += converted.corrupt;
        std::size_t begin = 0;
        for (const ConvertedGame& game : converted.games) {
            const std::size_t from = begin;
            begin = game.end;
            if (data_.full) continue;
            if (!seen_.insert(game.hash)) {
                ++data_.duplicate_games;
                continue;
            }
            if (data_.training_positions + data_.validation_positions + (game.end - from) >
                options_.max_positions) {
                data_.full = true;
                stop_ = true;
                continue;
            }
            // Positions from a game's tree go where the game went.
            if (game.played)
                held_out_ = game.hash % 100 < static_cast<std::uint64_t>(options_.validation_percent);
            for (std::size_t i = from; i < game.end; ++i) {
                held_out_ ? hold_out(converted.records[i]) : learn_from(converted.records[i]);
                if (converted.records[i].has_result())
                    histogram.add(converted.records[i].score, converted.records[i].result);
            }
            fingerprint_ = mixed(fingerprint_, game.hash);
            ++data_.games;
            data_.counts += game.counts;
            ++g.games;
            g.positions += game.end - from;
        }
    }

    void hold_out(const Record& record) {
        ++data_.validation_positions;
        data_.validation.push_back(record);
    }

    void learn_from(const Record& record) {
        ++data_.training_positions;
        if (scatter_) {
            scatter(record);
        } else if (sampling_) {
            const std::uint64_t place = multiply_high(sample_.next(), data_.training_positions);
            if (place < data_.training.size()) data_.training[place] = record;
        } else {
            data_.training.push_back(record);
            const std::uint64_t positions = data_.training.size() + data_.validation.size();
            if (positions * sizeof(Record) + seen_.bytes() > options_.memory) overflow();
        }
    }

    // Memory is full.
    void overflow() {
        if (options_.folder.empty()) {
            sampling_ = true;
            return;
        }
        scatter_.emplace(position_file_in(options_.folder), options_.seed);
        const RecordStore so_far = std::move(data_.training);
        data_.training = {};
        for (std::uint64_t i = 0; i < so_far.size(); ++i) scatter(so_far[i]);
    }

    void scatter(const Record& record) {
        if (error_) return;
        if (const auto added = scatter_->add(record); !added) {
            error_ = Error{added.error()};
            stop_ = true;
        }
    }

    void finish() {
        for (std::size_t i = 0; i < data_.generations.size(); ++i) {
            Generation& g = data_.generations[i];
            const double fit = options_.scale > 0.0 ? 0.0 : histograms_[i].fit();
            g.fitted = fit > 0.0;
            g.scale = g.fitted ? fit : options_.scale > 0.0 ? options_.scale : kDefaultScale;
        }
        data_.filters = options_.filters;
        data_.look_ahead = options_.look_ahead;
        data_.fingerprint =
            mixed(mixed(mixed(fingerprint_, data_.training_positions), options_), data_.validation_positions);
    }

    const std::vector<std::string>& files_;
    const LoadOptions& options_;

    // Held while the next block is read. mutex_ may be taken inside it, never the other way round.
    std::mutex read_mutex_;
    std::optional<spg::GameReader> reader_;
    std::size_t next_file_ = 0;
    int generation_ = 0;
    std::uint64_t taken_ = 0;

    std::mutex mutex_;  // guards what follows
    std::condition_variable turn_;
    std::uint64_t done_ = 0;
    HashSet seen_;
    std::vector<ScoreHistogram> histograms_;
    std::optional<Error> error_;
    Dataset data_;
    std::optional<PositionScatter> scatter_;
    bool sampling_ = false;
    Rng sample_{options_.seed};
    std::uint64_t fingerprint_ = 0;
    bool held_out_ = false;  // the last game
    std::atomic<bool> stop_ = false;
};

}  // namespace

std::vector<float> Dataset::inverse_scales() const {
    std::vector<float> out;
    for (const Generation& g : generations) out.push_back(static_cast<float>(1.0 / g.scale));
    return out;
}

Result<Dataset> load(const std::vector<std::string>& files, const LoadOptions& options) {
    if (!options.folder.empty()) {
        const std::string path = position_file_in(options.folder);
        if (auto file = PositionFile::open(path))
            if (auto data = from_notes(file->take_notes(), key_of(files, options))) {
                data->file = std::move(*file);
                return std::move(*data);
            }
        // Of other games, or what a killed run left.
        remove_position_file(path);
    }
    return Loader(files, options).run();
}

std::string position_file_in(const std::string& folder) {
    return (std::filesystem::path(folder) / "positions.stream").string();
}

std::string to_string(const Dataset& data) {
    std::string out;
    const auto line = [&](const char* name, std::uint64_t number, std::uint64_t whole = 0) {
        char text[100];
        std::snprintf(text, sizeof text, "%-24s%12llu", name, static_cast<unsigned long long>(number));
        out += text;
        if (whole > 0) {
            std::snprintf(text, sizeof text, "  %5.1f %%",
                          100.0 * static_cast<double>(number) / static_cast<double>(whole));
            out += text;
        }
        out += '\n';
    };
    const spg::FilterCounts& c = data.counts;
    const std::uint64_t scored = c.scored();
    line("files", data.files);
    line("games", data.games);
    line("duplicate games", data.duplicate_games);
    line("corrupt games", data.corrupt_games);
    line("scored positions", scored);
    line("- too early", c.early, scored);
    line("- in check", c.check, scored);
    line("- best move noisy", c.noisy, scored);
    line("- score too large", c.score, scored);
    line("- too few pieces", c.few_pieces, scored);
    line("- kept", c.kept, scored);
    line("training positions", data.training_positions);
    line("validation positions", data.validation_positions);
    for (std::size_t i = 0; i < data.generations.size(); ++i) {
        const Generation& g = data.generations[i];
        char text[200];
        std::snprintf(
            text, sizeof text,
            "generation %zu: net %08x, %u nodes, %llu files, %llu games, %llu positions, K = %.1f%s\n", i,
            g.net_crc32c, g.soft_nodes, static_cast<unsigned long long>(g.files),
            static_cast<unsigned long long>(g.games), static_cast<unsigned long long>(g.positions), g.scale,
            g.fitted ? "" : " (not fitted)");
        out += text;
    }
    const auto left_out = [](const char* what, bool skipped) {
        return std::string(", ") + what + (skipped ? " left out" : " kept");
    };
    const spg::Filters& f = data.filters;
    out += "read from ply " + std::to_string(f.min_ply) + " on, with " + std::to_string(f.min_pieces) +
           " pieces or more, scores to " + std::to_string(f.max_score) + left_out("checks", f.skip_check) +
           left_out("captures", f.skip_captures) + left_out("promotions", f.skip_promotions) + "\n";
    if (data.look_ahead > 0.0) {
        char share[60];
        std::snprintf(share, sizeof share, "look-ahead %g\n", data.look_ahead);
        out += share;
    }
    char text[60];
    std::snprintf(text, sizeof text, "fingerprint %016llx\n",
                  static_cast<unsigned long long>(data.fingerprint));
    out += text;
    if (!data.file && data.training.size() < data.training_positions)
        out += "memory holds a random sample of " + std::to_string(data.training.size()) +
               " training positions\n";
    if (data.full) out += "the limit of positions was reached; later games were left out\n";
    for (const std::string& problem : data.problems) out += "note: " + problem + "\n";
    return out;
}

}  // namespace stillpoint::train
