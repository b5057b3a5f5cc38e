#include "uci/uci.h"

#include <algorithm>

#include <unistd.h>

#include "uci/parse.h"
#include "util/nearest.h"

namespace stillpoint {

namespace {

// Commands whose names are also words of another command.
struct SharedWord {
    std::string_view command;
    std::string_view word;
};
constexpr SharedWord kSharedWords[] = {
    {"position", "fen"}, {"position", "moves"}, {"go", "perft"},     {"bench", "perft"},
    {"bench", "eval"},   {"review", "fen"},     {"review", "moves"},
};

// Whether the word still belongs to the line, which takes it only once.
bool is_word_of(std::string_view line, std::string_view word) {
    const Words words = split(line);
    return std::any_of(std::begin(kSharedWords), std::end(kSharedWords),
                       [&](const SharedWord& s) { return s.command == words[0] && s.word == word; }) &&
           std::find(words.begin() + 1, words.end(), word) == words.end();
}

}  // namespace

Uci::Uci(std::string version) : version_(std::move(version)) {
    register_options();
    register_commands();
    listen();
}

void Uci::add_command(const std::string& synopsis, std::string help, Command command, When when, Work work) {
    commands_[std::string(first_word(synopsis))] = {synopsis, std::move(help), std::move(command), when,
                                                    work};
}

std::vector<TextRow> Uci::commands() const {
    std::vector<TextRow> rows;
    for (const auto& [name, entry] : commands_) rows.push_back({entry.synopsis, entry.help});
    return rows;
}

void Uci::complain_of_unknown(std::string_view command) {
    std::vector<std::string> names;
    for (const auto& [name, entry] : commands_) names.push_back(name);
    output_.error(concat({"unknown command '", command.substr(0, 60), "'",
                          did_you_mean(command, names, "'help' lists them")}),
                  Output::Fault::Usage);
}

bool Uci::knows(std::string_view command) const { return commands_.find(command) != commands_.end(); }

void Uci::follow(std::function<void(std::string_view)> print) {
    follows_ = true;
    output_.redirect(std::move(print));
}

std::string Uci::line_from(const Words& words, std::size_t first) const {
    if (first >= words.size()) return {};
    const char* const end = words.back().data() + words.back().size();
    return std::string(words[first].data(), end);
}

void Uci::listen() {
    engine_.set_listener({.on_info =
                              [this](const SearchInfo& info, const Position& root) {
                                  const std::string line = format_info(info, root, format_);
                                  if (!minimal_)
                                      print_result(line);
                                  else if (info.multi_pv == 1)
                                      keep_for_the_end(info, line);
                              },
                          .on_current_move =
                              [this](const CurrentMoveInfo& info) {
                                  if (!minimal_)
                                      print_result("info depth " + std::to_string(info.depth) + " currmove " +
                                                   to_uci(info.move, format_.castling) + " currmovenumber " +
                                                   std::to_string(info.number));
                              },
                          .on_best_move =
                              [this](const BestMove& best, const Position&) {
                                  if (minimal_ && !last_info_.empty()) print_result(last_info_);
                                  last_info_.clear();
                                  owes_best_move_ = false;
                                  last_info_move_ = Move::none();
                                  std::string line = "bestmove " + to_uci(best.move, format_.castling);
                                  if (best.ponder) line += " ponder " + to_uci(best.ponder, format_.castling);
                                  print_result(line);
                              }});
}

// For `Minimal`: keeps the last exact line, or the first one with another move.
void Uci::keep_for_the_end(const SearchInfo& info, const std::string& line) {
    const Move first = info.pv.empty() ? Move::none() : info.pv.front();
    if (info.bound != Bound::Exact && first == last_info_move_) return;
    last_info_ = line;
    last_info_move_ = first;
}

// Called by the search. Once nobody reads the answer, searching on is pointless.
void Uci::print_result(std::string_view line) {
    output_.line(line);
    if (output_.is_closed()) leave_unheard();
}

// The program is to end: nothing is searched any more. Any thread may call it; the inbox does so under its
// lock.
void Uci::leave() {
    departure_.begin();
    engine_.stop();
}

// Nobody listens: nothing is answered any more either. Not for the inbox, which it closes.
void Uci::leave_unheard() {
    leave();
    if (inbox_) inbox_->close();
}

void Uci::watch_reader() {
    departure_.watch_reader(STDOUT_FILENO, [this] {
        output_.close();
        leave_unheard();
    });
}

bool Uci::execute(std::string_view line) {
    line_ = std::string(line);
    output_.log_input(line);
    const Words words = split(line_);
    if (words.empty() || words[0][0] == '#') return true;
    // The system would cut a file's name there, and open a file that was not meant.
    if (line_.find('\0') != std::string::npos) {
        output_.error("a line with a NUL byte was ignored");
        return true;
    }
    const auto entry = commands_.find(words[0]);
    if (entry == commands_.end()) {
        complain_of_unknown(words[0]);
        return true;
    }
    if (entry->second.when == When::Idle) finish_search();
    const Departure::AtWork at_work(departure_, entry->second.work, std::string(words[0]));
    entry->second.command(*this, Words(words.begin() + 1, words.end()));
    return !quit_;
}

// Lets a search that ends by itself do so, so that scripts work, but obeys a `stop` that comes meanwhile.
// Stops any other search, which only a `stop` would end: waiting for it would take forever.
void Uci::finish_search() {
    if (!engine_.is_searching()) return engine_.wait();
    if (!engine_.search_ends_by_itself()) engine_.stop();
    std::optional<Inbox::SearchWait> wait;
    if (inbox_ && engine_.search_ends_by_itself()) wait.emplace(*inbox_);
    engine_.wait();
}

// Nobody can say `stop` any more: a search for a mate that may not be there would never end.
void Uci::stop_if_endless() {
    if (!engine_.search_is_sure_to_end()) engine_.stop();
}

void Uci::loop() {
    inbox_ = std::make_unique<Inbox>(STDIN_FILENO,
                                     Inbox::Urgent{.stop = [this] { engine_.stop(); },
                                                   .quit = [this] { leave(); },
                                                   .ready =
                                                       [this] {
                                                           output_.log_input("isready");
                                                           output_.line("readyok");
                                                       },
                                                   .ended = [this] { stop_if_endless(); },
                                                   .searching = [this] { return owes_best_move_.load(); }});
    watch_reader();
    while (!output_.is_closed()) {
        const auto line = inbox_->next();
        if (!line) break;
        if (line->was_cut) output_.error("a line longer than 4 MiB was cut off");
        if (!execute(line->text)) break;
    }
    if (quit_ || output_.is_closed()) leave();
    finish_search();
    inbox_->close();
}

Output::Fault Uci::run_arguments(const std::vector<std::string>& arguments) {
    std::vector<std::string> lines;
    bool is_open = false;  // whether single words still belong to the last line
    for (const std::string& argument : arguments) {
        const Words words = split(argument);
        if (words.empty()) continue;
        const std::string_view first = words[0];
        const bool starts = !lines.empty() && knows(first) && !(is_open && is_word_of(lines.back(), first));
        if (!lines.empty() && !starts) {
            lines.back() += ' ' + argument;
            continue;
        }
        lines.push_back(argument);
        is_open = words.size() == 1;
    }
    output_.send_errors_to_stderr();
    watch_reader();
    for (const std::string& line : lines) {
        if (output_.is_closed() || !execute(line)) break;
        finish_search();
    }
    engine_.stop();
    engine_.wait();
    return output_.is_closed() ? std::max(output_.fault(), Output::Fault::Failed) : output_.fault();
}

}  // namespace stillpoint
