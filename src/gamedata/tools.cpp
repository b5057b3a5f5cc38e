#include "gamedata/tools.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <ostream>
#include <unordered_set>

#include "chess/fen.h"
#include "chess/notation.h"
#include "gamedata/reader.h"
#include "gamedata/replay.h"
#include "gamedata/writer.h"

namespace stillpoint::spg {

namespace {

std::uint64_t file_bytes(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%",
                  whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return text;
}

std::string line(const std::string& label, std::uint64_t number, const std::string& note = {}) {
    char text[64];
    std::snprintf(text, sizeof text, "%-22s%12llu", label.c_str(), static_cast<unsigned long long>(number));
    return text + (note.empty() ? "" : "  " + note) + "\n";
}

std::string hex(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "%08x", value);
    return text;
}

std::string describe(const FileHeader& h) {
    return std::string(h.chess960 ? "Chess960" : "standard chess") + ", seed " + std::to_string(h.seed) +
           ", net " + (h.net_crc32c ? hex(h.net_crc32c) : "none") + ", " + std::to_string(h.soft_nodes) +
           "/" + std::to_string(h.hard_nodes) + " nodes, eval scale " + std::to_string(h.eval_scale);
}

void count_position(Stats& s, const ReplayStep& step) {
    ++s.score_histogram[static_cast<std::size_t>(std::min(std::abs(step.score) / 100, 9))];
    if (keep(Filters{}, step, s.positions))
        ++s.kept_by_pieces[static_cast<std::size_t>(step.position.piece_count())];
}

void count_game(Stats& s, const Game& game) {
    // Count in a copy first: a corrupt game must leave no trace.
    Stats counted = s;
    const auto last = replay(game, [&](const ReplayStep& step) {
        if (step.scored) count_position(counted, step);
    });
    if (!last) {
        if (s.corrupt_games++ == 0) s.problems.push_back("corrupt game: " + last.error());
        return;
    }
    s = std::move(counted);
    ++s.games;
    s.prefix_plies += game.prefix.size();
    s.scored_plies += game.moves.size();
    s.longest_game = std::max<std::uint64_t>(s.longest_game, game.prefix.size() + game.moves.size());
    ++s.results[static_cast<std::size_t>(game.result)];
    ++s.end_reasons[static_cast<std::size_t>(game.end_reason)];
}

}  // namespace

Result<VerifyReport> verify(const std::string& path) {
    auto reader = GameReader::open(path);
    if (!reader) return Error{reader.error()};
    VerifyReport report;
    report.header = reader->header();
    report.file_bytes = file_bytes(path);
    Game game;
    for (std::uint64_t number = 0; reader->next(game); ++number) {
        const std::string name = "game " + std::to_string(number) + ": ";
        const auto last = replay(game, [](const ReplayStep&) {});
        if (!last) {
            if (report.corrupt_games++ == 0) report.first_corrupt_game = name + last.error();
        } else if (!ending_is_plausible(game, *last)) {
            if (report.odd_endings++ == 0)
                report.first_odd_ending =
                    name + std::string(to_string(game.end_reason)) + " does not fit " + to_fen(*last);
        }
    }
    report.problem = reader->problem();
    report.good_bytes = reader->good_bytes();
    report.blocks = reader->blocks();
    report.games = reader->games();
    report.scored_plies = reader->scored_plies();
    return report;
}

std::string to_string(const VerifyReport& r) {
    std::string text = describe(r.header) + "\n";
    text += line("blocks", r.blocks);
    text += line("games", r.games);
    text += line("scored moves", r.scored_plies);
    text += line("good bytes", r.good_bytes, "of " + std::to_string(r.file_bytes));
    text += line("corrupt games", r.corrupt_games, r.first_corrupt_game);
    text += line("odd endings", r.odd_endings, r.first_odd_ending);
    if (!r.problem.empty()) text += r.problem + "\n";
    return text + (r.sound() ? "sound\n" : "NOT SOUND\n");
}

Stats stats(const std::vector<std::string>& paths) {
    Stats s;
    std::unordered_set<std::uint64_t> seen;
    for (const std::string& path : paths) {
        auto reader = GameReader::open(path);
        if (!reader) {
            ++s.unreadable_files;
            s.problems.push_back(reader.error());
            continue;
        }
        ++s.files;
        s.bytes += file_bytes(path);
        Game game;
        while (reader->next(game)) {
            if (!seen.insert(game_hash(game)).second) ++s.duplicate_games;
            count_game(s, game);
        }
        if (!reader->problem().empty()) s.problems.push_back(reader->problem());
    }
    return s;
}

std::string to_string(const Stats& s) {
    std::string text = line("files", s.files);
    text += line("bytes", s.bytes);
    text += line("games", s.games);
    text += line("corrupt games", s.corrupt_games);
    text += line("duplicate games", s.duplicate_games);
    text += line("random moves", s.prefix_plies);
    text += line("scored moves", s.scored_plies);
    text += line("longest game", s.longest_game, "half-moves");
    text += line("White wins", s.results[2], percent(s.results[2], s.games));
    text += line("draws", s.results[1], percent(s.results[1], s.games));
    text += line("Black wins", s.results[0], percent(s.results[0], s.games));
    if (s.results[3] > 0) text += line("without a result", s.results[3], percent(s.results[3], s.games));
    for (std::size_t i = 0; i < s.end_reasons.size(); ++i)
        text += line("- " + std::string(to_string(static_cast<EndReason>(i))), s.end_reasons[i],
                     percent(s.end_reasons[i], s.games));
    const auto of_scored = [&](const char* label, std::uint64_t number) {
        text += line(label, number, percent(number, s.scored_plies));
    };
    of_scored("kept positions", s.positions.kept);
    of_scored("- too early", s.positions.early);
    of_scored("- in check", s.positions.check);
    of_scored("- best move noisy", s.positions.noisy);
    of_scored("- score too large", s.positions.score);
    of_scored("- too few pieces", s.positions.few_pieces);
    for (std::size_t i = 0; i < s.score_histogram.size(); ++i)
        of_scored(("|score| " + std::to_string(i * 100) + (i == 9 ? "+" : "..")).c_str(),
                  s.score_histogram[i]);
    for (std::size_t i = 2; i < s.kept_by_pieces.size(); ++i)
        if (s.kept_by_pieces[i])
            text += line("kept, " + std::to_string(i) + " pieces", s.kept_by_pieces[i],
                         percent(s.kept_by_pieces[i], s.positions.kept));
    for (const std::string& problem : s.problems) text += problem + "\n";
    return text;
}

Result<MergeReport> merge(const std::vector<std::string>& inputs, const std::string& output,
                          const MergeOptions& options) {
    if (inputs.empty()) return Error{"nothing to merge"};
    std::error_code error;
    if (std::filesystem::exists(output, error)) return Error{"'" + output + "' exists already"};

    const auto open = options.allow_mixed_settings ? GameReader::salvage : GameReader::open;
    std::optional<FileHeader> header;
    for (const std::string& path : inputs) {
        const auto reader = open(path);
        if (!reader) return Error{reader.error()};
        if (!reader->has_header()) continue;
        if (!header) header = reader->header();
        if (!same_settings(*header, reader->header()) && !options.allow_mixed_settings)
            return Error{"'" + path + "': played with other settings than '" + inputs[0] + "'"};
        if (reader->header().chess960) header->chess960 = true;
    }
    if (!header) return Error{"the header is damaged; name a sound file with the same settings first"};

    auto writer = GameWriter::open(output, *header);
    if (!writer) return Error{writer.error()};
    MergeReport report;
    std::unordered_set<std::uint64_t> seen;
    for (const std::string& path : inputs) {
        auto reader = open(path);
        if (!reader) return Error{reader.error()};
        Game game;
        while (reader->next(game)) {
            if (!replay(game, [](const ReplayStep&) {})) {
                ++report.corrupt_games;
            } else if (!seen.insert(game_hash(game)).second && options.drop_duplicates) {
                ++report.duplicates;
            } else {
                if (auto done = writer->add(game); !done) return Error{done.error()};
                ++report.games;
            }
        }
        if (!reader->problem().empty()) report.problems.push_back(reader->problem());
    }
    if (auto done = writer->flush(); !done) return Error{done.error()};
    return report;
}

std::string to_string(const MergeReport& r) {
    std::string text = line("games written", r.games);
    text += line("duplicates left out", r.duplicates);
    text += line("corrupt, left out", r.corrupt_games);
    for (const std::string& problem : r.problems) text += problem + "\n";
    return text;
}

std::string to_text(const Game& game) {
    constexpr const char* results[] = {"0-1", "1/2-1/2", "1-0", "*"};
    const CastlingNotation castling =
        game.chess960 ? CastlingNotation::KingTakesRook : CastlingNotation::KingTwoSquares;
    std::string text =
        results[static_cast<std::size_t>(game.result)] + (" " + std::string(to_string(game.end_reason)));
    if (game.chess960) text += " chess960";
    const auto start = start_position_of(game);
    text += "\nstart  " + (start ? to_fen(*start) : start.error()) + "\nrandom";
    for (Move m : game.prefix) text += " " + to_uci(m, castling);
    text += "\nscored";
    for (const ScoredMove& m : game.moves)
        text += " " + to_uci(m.move, castling) + "/" + std::to_string(m.score);
    if (const auto last = replay(game, [](const ReplayStep&) {}))
        text += "\nend    " + to_fen(*last) + "\n";
    else
        text += "\ncorrupt: " + last.error() + "\n";
    return text;
}

Result<Done> dump(const std::string& path, std::uint64_t first, std::uint64_t count, std::ostream& out) {
    auto reader = GameReader::open(path);
    if (!reader) return Error{reader.error()};
    Game game;
    for (std::uint64_t number = 0; reader->next(game); ++number) {
        if (number < first) continue;
        if (number - first >= count) return Done{};
        out << "game " << number << " " << to_text(game) << "\n";
        if (!out) return Done{};  // who reads it has seen enough
    }
    if (!reader->problem().empty()) return Error{reader->problem()};
    return Done{};
}

}  // namespace stillpoint::spg
