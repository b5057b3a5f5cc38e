// The commands of the protocol, and the small ones about the position.
#include <charconv>
#include <filesystem>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/perft.h"
#include "tablebase/tablebase.h"
#include "tablebase/work_folder.h"
#include "uci/parse.h"
#include "uci/uci.h"
#include "util/nearest.h"
#include "util/stopwatch.h"

namespace stillpoint {

namespace {

constexpr std::string_view kLicense =
    "Stillpoint is free software: you can redistribute it and/or modify it under the terms of the GNU "
    "General\n"
    "Public License as published by the Free Software Foundation, either version 3 of the License, or (at "
    "your\n"
    "option) any later version. It comes without any warranty. The file LICENSE has the full text;\n"
    "see also https://www.gnu.org/licenses/gpl-3.0.html";

constexpr Milliseconds kTellEvery = 1000;

}  // namespace

void Uci::register_commands() {
    constexpr When kAny = When::AnyTime, kIdle = When::Idle;
    const auto add = [this](const char* name, When when, const char* help, Command command,
                            Work work = Work::Moments) {
        add_command(name, help, std::move(command), when, work);
    };
    add("uci", kAny, "announce name and options", [](Uci& u, const Words&) { u.on_uci(); });
    add("isready", kAny, "answer readyok", [](Uci& u, const Words&) { u.on_ready(); });
    add(
        "ucinewgame", kIdle, "forget everything learned so far",
        [](Uci& u, const Words&) { u.engine_.new_game(); }, Work::Long);
    add(
        "setoption name N [value V]", kAny, "set an option; 'uci' lists them",
        [](Uci& u, const Words&) { u.on_setoption(u.line_); }, Work::Long);
    add("position startpos | fen F | frc N | dfrc N N [moves ...]", kIdle, "set the position",
        [](Uci& u, const Words& words) { u.on_position(words); });
    add(
        "go [depth N] [nodes N] [movetime MS] [infinite] ...", kIdle, "search; docs/uci.md lists its words",
        [](Uci& u, const Words& words) { u.on_go(words); }, Work::Long);
    add("stop", kAny, "end the search and answer", [](Uci& u, const Words&) { u.engine_.stop(); });
    add("ponderhit", kAny, "the expected move was played",
        [](Uci& u, const Words&) { u.engine_.ponder_hit(); });
    add("quit", kAny, "leave", [](Uci& u, const Words&) { u.quit_ = true; });
    add("wait", kIdle, "wait until the search has ended by itself", [](Uci&, const Words&) {});
    add("debug", kAny, "accepted and ignored", [](Uci&, const Words&) {});
    add("register", kAny, "accepted and ignored", [](Uci&, const Words&) {});

    add("d", kAny, "show the board",
        [](Uci& u, const Words&) { u.output_.line(format_board(u.engine_.position())); });
    add("fen", kAny, "show the position as FEN",
        [](Uci& u, const Words&) { u.output_.line(to_fen(u.engine_.position())); });
    add("moves", kAny, "list the legal moves", [](Uci& u, const Words&) { u.on_moves(); });
    add("move M ...", kIdle, "play moves, written like e2e4 or Nf3",
        [](Uci& u, const Words& words) { u.on_move(words); });
    add("flip", kIdle, "swap the colours", [](Uci& u, const Words&) {
        if (u.has_position("flip")) u.engine_.set_position(flipped(u.engine_.position()));
    });
    add(
        "perft N [--threads T]", kIdle, "count move sequences",
        [](Uci& u, const Words& words) { u.on_perft(words); }, Work::Long);
    add(
        "savehash FILE", kIdle, "write the hash table",
        [](Uci& u, const Words& words) { u.report(u.engine_.save_hash(u.line_from(words, 0))); },
        Work::MustFinish);
    add(
        "loadhash FILE", kIdle, "read a hash table",
        [](Uci& u, const Words& words) { u.report(u.engine_.load_hash(u.line_from(words, 0))); }, Work::Long);
    add("license", kAny, "how you may use this program",
        [](Uci& u, const Words&) { u.output_.line(kLicense); });
    add("help [COMMAND]", kAny, "list the commands", [](Uci& u, const Words& words) { u.on_help(words); });
}

void Uci::on_help(const Words& words) {
    std::vector<TextRow> rows = commands();
    if (!words.empty()) {
        if (!knows(words[0])) return complain_of_unknown(words[0]);
        std::erase_if(rows, [&](const TextRow& row) { return first_word(row.name) != words[0]; });
    }
    std::string text = two_columns(rows);
    text.pop_back();
    output_.line(text);
}

void Uci::on_uci() {
    output_.line("id name Stillpoint " + version_);
    output_.line("id author the Stillpoint developers");
    for (const std::string& line : options_.announcements()) output_.line(line);
    output_.line("uciok");
}

// setoption name <words> [value <words>]; both may contain spaces, the value even several in a row.
void Uci::on_setoption(std::string_view line) {
    const std::size_t name_at = line.find("name ");
    if (name_at == std::string_view::npos) return output_.error("setoption without a name, nothing changed");
    std::string_view rest = line.substr(name_at + 5);
    std::string_view value;
    if (const std::size_t value_at = rest.find(" value"); value_at != std::string_view::npos) {
        value = rest.substr(value_at + 6);
        while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
        while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
        rest = rest.substr(0, value_at);
    }
    const UciOption* option = options_.find(rest);
    const std::string shown(rest.substr(0, 60));
    if (!option) {
        std::vector<std::string> names;
        for (const UciOption& known : options_.all()) names.push_back(known.name);
        return output_.error(
            "no option '" + shown + "', nothing changed" + did_you_mean(shown, names, "'uci' lists them"),
            Output::Fault::Usage);
    }
    if (!option->for_next_search) finish_search();
    const bool searching = owes_best_move_;
    const auto result = UciOptions::set(*option, value);
    if (!result)
        output_.error("option " + option->name + ": " + result.error() + "; the old value is kept");
    else if (!result->empty())
        output_.note(*result);
    else if (searching)
        output_.note("option " + option->name +
                     ": the search that is running goes on as it began; the next one obeys");
    if (result && option_listener_) option_listener_(*option, std::string(line));
}

// A large table takes a while. Who asks whether we are ready wants to know.
void Uci::await_hash() {
    const Stopwatch stopwatch;
    Milliseconds told = 0;
    engine_.finish_hash([&](int percent) {
        if (stopwatch.elapsed() >= told + kTellEvery) {
            told = stopwatch.elapsed();
            output_.note("preparing the hash table: " + std::to_string(percent) + " %");
        }
        return !departure_.has_begun();
    });
}

// Without SyzygyPath the tables that were made for the user are used, unless more are being made. Only who
// talks to us like a GUI gets them: commands on the command line, like bench, must not depend on the user's
// folders.
void Uci::open_user_tables() {
    if (!(inbox_ || follows_) || !may_use_user_tables_ || tables_ != Tables::None ||
        !tablebase::is_supported())
        return;
    const std::filesystem::path folder = tablebase::user_folder();
    std::error_code ignored;
    if (folder.empty() || !std::filesystem::is_directory(folder, ignored) ||
        tablebase::WorkFolder::is_in_use(folder))
        return;
    engine_.wait();
    const auto found = tablebase::init(folder.string());
    if (!found) return;
    tables_ = Tables::OfUser;
    output_.note(folder.string() + ": " + found->text());
}

void Uci::close_user_tables() {
    if (tables_ != Tables::OfUser) return;
    static_cast<void>(tablebase::init(""));
    tables_ = Tables::None;
}

void Uci::on_ready() {
    if (!engine_.is_searching()) {
        open_user_tables();
        await_hash();
    }
    output_.line("readyok");
}

// What the last `position` meant is unknown, and the one before it was not meant.
bool Uci::has_position(std::string_view command) {
    if (engine_.has_position()) return true;
    output_.error(std::string(command) + " has no position: " + no_position_);
    return false;
}

void Uci::on_position(const Words& words) {
    PositionCommand command = parse_position(words);
    for (const std::string& repair : command.repairs) output_.note("warning: " + repair);
    no_position_ = command.complaint;
    if (command.position) return engine_.set_position(std::move(*command.position));
    output_.error(command.complaint + "; there is nothing to search until a position is set");
    engine_.set_no_position();
}

void Uci::on_go(const Words& words) {
    const GoCommand go = parse_go(words, engine_.position());
    // Without a position it is answered all the same, but with no move.
    const bool can_search = has_position("go");
    for (const std::string& complaint : go.complaints)
        if (can_search) output_.error(complaint);
    if (go.perft > 0) {
        if (can_search) run_perft(go.perft, engine_.threads());
        return;
    }
    open_user_tables();
    if (engine_.waits_for_hash(go.limits)) await_hash();
    owes_best_move_ = true;
    engine_.go(go.limits);
    if (departure_.has_begun()) engine_.stop();
}

void Uci::on_perft(const Words& words) {
    const auto number = [&](std::size_t i) {
        int n = 0;
        const std::string_view text = i < words.size() ? words[i] : std::string_view();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        return error == std::errc() && end == text.data() + text.size() ? n : 0;
    };
    if (!has_position("perft")) return;
    if (number(0) < 1) return output_.error("perft needs a depth of at least 1");
    if (words.size() == 1) return run_perft(number(0), engine_.threads());
    if (words.size() != 3 || words[1] != "--threads" || number(2) < 1)
        return output_.error("perft takes a depth, then at most --threads and their number");
    run_perft(number(0), number(2));
}

void Uci::run_perft(int depth, int threads) {
    std::uint64_t total = 0;
    for (const PerftMove& split : split_perft(engine_.position(), depth, threads)) {
        output_.line(to_uci(split.move, format_.castling) + ": " + std::to_string(split.nodes));
        total += split.nodes;
    }
    output_.line("\nNodes searched: " + std::to_string(total));
}

void Uci::on_moves() {
    if (!has_position("moves")) return;
    MoveList moves;
    generate<GenKind::Legal>(engine_.position(), moves);
    std::string line = std::to_string(moves.size()) + (moves.size() == 1 ? " move:" : " moves:");
    for (Move m : moves) line += ' ' + to_uci(m, format_.castling);
    output_.line(line);
}

void Uci::on_move(const Words& words) {
    if (!has_position("move")) return;
    if (words.empty()) return output_.error("move needs a move, like e2e4 or Nf3");
    Position position = engine_.position();
    for (std::string_view word : words) {
        const auto move = parse_move(position, word);
        if (!move) return output_.error(move.error() + "; the position is unchanged");
        position.make(*move);
    }
    engine_.set_position(std::move(position));
}

void Uci::report(const Result<std::string>& result) {
    result ? output_.note(*result) : output_.error(result.error());
}

}  // namespace stillpoint
