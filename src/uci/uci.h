#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "uci/departure.h"
#include "uci/format.h"
#include "uci/inbox.h"
#include "uci/options.h"
#include "uci/output.h"
#include "util/columns.h"
#include "util/text.h"

namespace stillpoint {

// The text protocol: commands in, lines out. It parses and prints; the engine does everything else. Only
// `quit` and the end of input end it, whatever it is sent.
class Uci {
public:
    explicit Uci(std::string version);

    // Adds commands from rooms this one doesn't know. The synopsis is the command's name, then how its words
    // are written; those handed over don't include the command itself.
    using Command = std::function<void(Uci&, const Words&)>;
    enum class When {
        Idle,     // once no search is running
        AnyTime,  // at once
    };
    // What the end of the program means for the command, see Departure.
    using Work = Departure::Work;
    void add_command(const std::string& synopsis, std::string help, Command command, When when = When::Idle,
                     Work work = Work::Moments);
    bool knows(std::string_view command) const;
    // Synopsis and help of all commands, by name.
    std::vector<TextRow> commands() const;
    const UciOptions& options() const { return options_; }
    // Adds an option to those that are announced.
    void add_option(UciOption option) { options_.add_announced(std::move(option)); }
    // Called with each setoption line that was obeyed.
    using OptionListener = std::function<void(const UciOption&, const std::string& line)>;
    void on_option_set(OptionListener listener) { option_listener_ = std::move(listener); }
    // Another process speaks to the user, and hands its options to this one: lines go to `print` instead of
    // standard output.
    void follow(std::function<void(std::string_view)> print);
    // The rest of the command's line from one of its words on, for names that may contain spaces.
    std::string line_from(const Words& words, std::size_t first) const;

    // False after `quit`.
    bool execute(std::string_view line);
    // Reads commands from standard input until it ends.
    void loop();
    // Each command-line argument that is a command's name starts a command, the others are its words.
    // Afterwards all bounded searches have finished. What goes wrong is said on standard error; returns the
    // worst.
    Output::Fault run_arguments(const std::vector<std::string>& arguments);

    // For commands that measure: the next search opens them again.
    void close_user_tables();
    // The program is to end: a long command should not go on.
    bool is_leaving() const { return departure_.has_begun(); }

    // Whether there is a position for this command to speak about; says so if not.
    bool has_position(std::string_view command);
    // Shows a result's line, or its error.
    void report(const Result<std::string>& result);

    Engine& engine() { return engine_; }
    Output& output() { return output_; }
    const std::string& version() const { return version_; }
    const FormatOptions& format() const { return format_; }

private:
    void register_commands();
    void register_options();
    void add_check(std::string name, bool value, std::function<void(bool)> apply,
                   bool for_next_search = false);
    void add_spin(std::string name, std::int64_t value, std::int64_t min, std::int64_t max,
                  std::function<void(std::int64_t)> apply, bool for_next_search = false);
    void listen();
    void print_result(std::string_view line);
    void keep_for_the_end(const SearchInfo& info, const std::string& line);
    void finish_search();
    void stop_if_endless();
    void leave();
    void leave_unheard();
    void watch_reader();

    void await_hash();
    void open_user_tables();

    void complain_of_unknown(std::string_view command);

    void on_help(const Words& words);
    void on_uci();
    void on_ready();
    void on_setoption(std::string_view line);
    void on_position(const Words& words);
    void on_go(const Words& words);
    void on_perft(const Words& words);
    void run_perft(int depth, int threads);
    void on_moves();
    void on_move(const Words& words);

    struct Entry {
        std::string synopsis;
        std::string help;
        Command command;
        When when;
        Work work;
    };

    std::string version_;
    Output output_;
    UciOptions options_;
    OptionListener option_listener_;
    bool follows_ = false;
    FormatOptions format_;
    bool minimal_ = false;
    bool may_use_user_tables_ = true;
    enum class Tables { None, OfUser, OfPath } tables_ = Tables::None;
    std::map<std::string, Entry, std::less<>> commands_;
    std::string line_;
    bool quit_ = false;
    std::string no_position_;                   // why there is none to search; empty: there is one
    std::string last_info_;                     // with Minimal: shown only with the best move
    Move last_info_move_;                       // its first move
    std::atomic<bool> owes_best_move_ = false;  // the searching thread tidies up after giving it
    std::unique_ptr<Inbox> inbox_;              // only while reading standard input
    Engine engine_;                             // its threads use the others
    Departure departure_;                       // last: its threads use the engine
};

}  // namespace stillpoint
