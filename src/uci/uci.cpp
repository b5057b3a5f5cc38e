#include "uci/uci.h"

#include <algorithm>
#include <charconv>

#include <unistd.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/perft.h"
#include "uci/go_parser.h"
#include "util/line_reader.h"

namespace stillpoint {

namespace {

Words split(std::string_view line) {
    Words words;
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    for (std::size_t i = 0; i < line.size();) {
        while (i < line.size() && is_space(line[i])) ++i;
        const std::size_t start = i;
        while (i < line.size() && !is_space(line[i])) ++i;
        if (i > start) words.push_back(line.substr(start, i - start));
    }
    return words;
}

}  // namespace

Uci::Uci(std::string version) : version_(std::move(version)) {
    register_options();
    register_commands();
    listen();
}

void Uci::add_command(std::string name, std::string help, Command command) {
    commands_[std::move(name)] = {std::move(help), std::move(command)};
}

bool Uci::knows(std::string_view command) const { return commands_.find(command) != commands_.end(); }

void Uci::listen() {
    engine_.set_listener({.on_info =
                              [this](const SearchInfo& info, const Position& root) {
                                  const std::string line = format_info(info, root, format_);
                                  if (!minimal_)
                                      output_.line(line);
                                  else if (info.multi_pv == 1 && info.bound == Bound::Exact)
                                      last_info_ = line;
                              },
                          .on_current_move =
                              [this](const CurrentMoveInfo& info) {
                                  if (!minimal_)
                                      output_.line("info depth " + std::to_string(info.depth) + " currmove " +
                                                   to_uci(info.move, format_.castling) + " currmovenumber " +
                                                   std::to_string(info.number));
                              },
                          .on_best_move =
                              [this](const BestMove& best, const Position&) {
                                  if (minimal_ && !last_info_.empty()) output_.line(last_info_);
                                  last_info_.clear();
                                  std::string line = "bestmove " + to_uci(best.move, format_.castling);
                                  if (best.ponder) line += " ponder " + to_uci(best.ponder, format_.castling);
                                  output_.line(line);
                              }});
}

void Uci::register_commands() {
    add_command("uci", "announce name and options", [](Uci& u, const Words&) { u.on_uci(); });
    add_command("isready", "answer readyok", [](Uci& u, const Words&) { u.output_.line("readyok"); });
    add_command("ucinewgame", "forget what was learned", [](Uci& u, const Words&) { u.engine_.new_game(); });
    add_command("setoption", "name N value V", [](Uci& u, const Words&) { u.on_setoption(u.line_); });
    add_command("position", "startpos | fen F [moves ...]",
                [](Uci& u, const Words& words) { u.on_position(words, u.line_); });
    add_command("go", "search; see docs/uci.md for its words",
                [](Uci& u, const Words& words) { u.on_go(words); });
    add_command("stop", "end the search and answer", [](Uci& u, const Words&) { u.engine_.stop(); });
    add_command("ponderhit", "the expected move was played",
                [](Uci& u, const Words&) { u.engine_.ponder_hit(); });
    add_command("quit", "leave", [](Uci& u, const Words&) { u.quit_ = true; });
    add_command("wait", "until the search has ended by itself",
                [](Uci& u, const Words&) { u.finish_search(); });
    add_command("debug", "accepted, changes nothing", [](Uci&, const Words&) {});
    add_command("register", "accepted, changes nothing", [](Uci&, const Words&) {});
    add_command("d", "show the board",
                [](Uci& u, const Words&) { u.output_.line(format_board(u.engine_.position())); });
    add_command("flip", "swap the colours",
                [](Uci& u, const Words&) { u.engine_.set_position(flipped(u.engine_.position())); });
    add_command("perft", "N: count move sequences", [](Uci& u, const Words& words) {
        int depth = 0;
        if (!words.empty()) std::from_chars(words[0].data(), words[0].data() + words[0].size(), depth);
        u.on_perft(depth);
    });
    add_command("savehash", "FILE: write the hash table", [](Uci& u, const Words& words) {
        const auto result = u.engine_.save_hash(words.empty() ? "" : std::string(words[0]));
        u.output_.note(result ? *result : "error: " + result.error());
    });
    add_command("loadhash", "FILE: read a hash table", [](Uci& u, const Words& words) {
        const auto result = u.engine_.load_hash(words.empty() ? "" : std::string(words[0]));
        u.output_.note(result ? *result : "error: " + result.error());
    });
    add_command("help", "list the commands", [](Uci& u, const Words&) {
        for (const auto& [name, entry] : u.commands_) u.output_.line(name + ": " + entry.help);
    });
}

void Uci::on_uci() {
    output_.line("id name Stillpoint " + version_);
    output_.line("id author the Stillpoint developers");
    for (const std::string& line : options_.announcements()) output_.line(line);
    output_.line("uciok");
}

// setoption name <words> [value <words>]; both may contain spaces, the value even more than one in a row.
void Uci::on_setoption(std::string_view line) {
    const std::size_t name_at = line.find("name ");
    if (name_at == std::string_view::npos)
        return output_.note("error: setoption without a name, nothing changed");
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
    if (!option) return output_.note("error: no option '" + shown + "', nothing changed");
    engine_.wait();
    const auto result = UciOptions::set(*option, value);
    if (!result)
        output_.note("error: option " + option->name + ": " + result.error() + "; the old value stays");
    else if (!result->empty())
        output_.note(*result);
}

void Uci::on_position(const Words& words, std::string_view line) {
    if (words.empty())
        return output_.note("error: position needs startpos or fen; the position is unchanged");
    const auto moves_at = std::find(words.begin(), words.end(), "moves");
    auto base = parse_fen(kStartFen);
    if (words[0] == "fen") {
        const char* begin = words[0].data() + words[0].size();
        const char* end = moves_at == words.end() ? line.data() + line.size() : moves_at->data();
        base = parse_fen(std::string_view(begin, static_cast<std::size_t>(end - begin)));
    } else if (words[0] != "startpos") {
        return output_.note("error: position needs startpos or fen; the position is unchanged");
    }
    if (!base) return output_.note("error: " + base.error() + "; the position is unchanged");
    int ply = 0;
    for (auto word = moves_at == words.end() ? words.end() : moves_at + 1; word != words.end(); ++word) {
        ++ply;
        const auto move = parse_uci_move(*base, *word);
        if (!move) {
            // Better the position before the broken move than a position that never was.
            output_.note("error: move " + std::to_string(ply) + ": " + move.error() +
                         "; the position is set to before it");
            break;
        }
        base->make(*move);
    }
    engine_.set_position(std::move(*base));
}

void Uci::on_go(const Words& words) {
    engine_.wait();
    const GoCommand go = parse_go(words, engine_.position());
    for (const std::string& complaint : go.complaints) output_.note("error: " + complaint);
    if (go.perft > 0) return on_perft(go.perft);
    engine_.go(go.limits);
}

void Uci::on_perft(int depth) {
    engine_.wait();
    std::uint64_t total = 0;
    for (const PerftMove& split : split_perft(engine_.position(), depth, engine_.threads())) {
        output_.line(to_uci(split.move, format_.castling) + ": " + std::to_string(split.nodes));
        total += split.nodes;
    }
    output_.line("\nNodes searched: " + std::to_string(total));
}

bool Uci::execute(std::string_view line) {
    line_ = std::string(line);
    output_.log_input(line);
    const Words words = split(line_);
    if (words.empty() || words[0][0] == '#') return true;
    const auto entry = commands_.find(words[0]);
    if (entry == commands_.end()) {
        output_.note("error: unknown command '" + std::string(words[0].substr(0, 60)) + "', see 'help'");
        return true;
    }
    entry->second.command(*this, Words(words.begin() + 1, words.end()));
    return !quit_;
}

// Searches that end by themselves may do so; the others are stopped.
void Uci::finish_search() {
    if (!engine_.search_is_bounded()) engine_.stop();
    engine_.wait();
}

void Uci::loop() {
    LineReader reader(STDIN_FILENO);
    while (!output_.is_closed()) {
        const auto line = reader.next();
        if (!line) {
            finish_search();
            return;
        }
        if (line->was_cut) output_.note("error: a line longer than 4 MiB was cut off");
        if (!execute(line->text)) break;
    }
    engine_.stop();
    engine_.wait();
}

void Uci::run_arguments(const std::vector<std::string>& arguments) {
    std::vector<std::string> lines;
    for (const std::string& argument : arguments) {
        const Words words = split(argument);
        if (lines.empty() || (!words.empty() && knows(words[0])))
            lines.push_back(argument);
        else
            lines.back() += ' ' + argument;
    }
    for (const std::string& line : lines) {
        if (!execute(line)) break;
        finish_search();
    }
    engine_.stop();
    engine_.wait();
}

}  // namespace stillpoint
