#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include "analysis/position_arguments.h"
#include "analysis/score_text.h"
#include "analysis/terminal_view.h"
#include "chess/fen.h"
#include "engine/engine.h"
#include "programs/command_line.h"
#include "programs/json.h"
#include "programs/programs.h"
#include "util/interrupt.h"
#include "util/machine.h"
#include "util/text.h"

namespace stillpoint {

namespace {

// For output that nobody watches, and for several positions.
constexpr Milliseconds kDefaultTime = 5000;
constexpr auto kRedraw = std::chrono::milliseconds(100);

enum class Show { Live, Text, Json };

class Analyser {
public:
    Analyser(Engine& engine, Show show) : engine_(engine), show_(show), style_(detect_style(stdout)) {
        name_ = std::string("Stillpoint ") + STILLPOINT_VERSION;
        if (!engine.network()) name_ += " (no network)";
        engine.set_listener(
            {.on_info = [this](const SearchInfo& info, const Position& root) { hear(info, root); },
             .on_current_move = {},
             .on_best_move = {}});
    }

    void run(const NamedPosition& named, const Limits& limits) {
        Analysis fresh;
        if (const auto over = analysis_of_finished_game(named.position)) fresh = *over;
        const bool over = !named.position.has_legal_move();
        now_ = fresh;
        logged_depth_ = 0;
        if (show_ == Show::Text && !named.title.empty()) std::printf("%s\n", named.title.c_str());
        const Stopwatch watch;
        LiveBlock screen(stdout);
        if (!over) {
            engine_.set_position(named.position);
            engine_.go(limits);
            while (engine_.is_searching()) {
                std::this_thread::sleep_for(show_ == Show::Live ? kRedraw : kRedraw / 10);
                if (was_interrupted() || reader_is_gone(stdout)) engine_.stop();
                if (show_ == Show::Live) screen.draw(picture(named, watch.elapsed(), false), style_.height);
            }
            engine_.wait();
        }
        if (show_ == Show::Live)
            screen.draw(picture(named, watch.elapsed(), true), style_.height);
        else if (show_ == Show::Text)
            std::fputs(picture(named, watch.elapsed(), true).c_str(), stdout);
        else
            std::puts(json(named).c_str());
        std::fflush(stdout);
    }

private:
    // Called by the search.
    void hear(const SearchInfo& info, const Position& root) {
        std::lock_guard lock(mutex_);
        now_.update(info, root);
        if (show_ != Show::Text || info.multi_pv != 1 || info.depth <= logged_depth_ || now_.lines.empty())
            return;
        logged_depth_ = info.depth;
        const std::vector<Move>& pv = now_.lines[0].pv;
        std::printf("depth %3d  %8s  %9s nodes  %s\n", info.depth, white_score_text(info.score, root).c_str(),
                    short_count(info.nodes).c_str(),
                    to_san_line(root, pv.data(), pv.data() + pv.size()).c_str());
        std::fflush(stdout);
    }

    std::string picture(const NamedPosition& named, Milliseconds time, bool finished) {
        // The window may have been resized.
        if (show_ == Show::Live) style_ = detect_style(stdout);
        std::lock_guard lock(mutex_);
        return render({named.title, name_, named.position, now_, time, finished}, style_);
    }

    std::string json(const NamedPosition& named) {
        std::lock_guard lock(mutex_);
        Json object;
        if (!named.title.empty()) object["title"] = named.title;
        object["fen"] = to_fen(named.position);
        add_analysis(object, named.position, now_,
                     named.chess960 ? CastlingNotation::KingTakesRook : CastlingNotation::KingTwoSquares);
        return one_line(object);
    }

    Engine& engine_;
    const Show show_;
    TerminalStyle style_;
    std::string name_;
    std::mutex mutex_;
    Analysis now_;
    int logged_depth_ = 0;
};

}  // namespace

int analyse_main(const Arguments& arguments) {
    CLI::App app{"Shows what the engine thinks of a position."};
    std::vector<std::string> words;
    GameChoice choice;
    CommonOptions common;
    int lines = 3, threads = available_cores();
    bool json = false, plain = false;
    app.add_option("POSITION", words, "a FEN, startpos, FILE.pgn or FILE.epd; default: startpos");
    common.add_to(app, "MiB", 128);
    app.add_option("--lines,-l", lines, "best lines to show")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    app.add_option("--threads,-j", threads, "default: as many as cores")->check(kThreadRange);
    app.add_option("--game", choice.game, "number of the game in a PGN file")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--at", choice.at, "place in the game: before move 12, 12w or 12b; default: its end");
    app.add_flag("--json", json, "one JSON object per position instead");
    app.add_flag("--plain", plain, "text without a live view, even in a terminal");
    app.footer("Without a limit: until Ctrl-C in a terminal, otherwise 5 seconds a position.");
    if (const auto code = parse_command_line(app, arguments)) return *code;

    std::vector<std::string> notes;
    const auto positions = find_positions(words, choice, notes);
    for (const std::string& note : notes) std::fprintf(stderr, "analyse: %s\n", note.c_str());
    if (!positions) return refuse("analyse", positions.error());
    const Show show = json ? Show::Json : is_terminal(stdout) && !plain ? Show::Live : Show::Text;
    Limits defaults;
    if (show == Show::Live && positions->size() == 1)
        defaults.infinite = true;
    else
        defaults.move_time = kDefaultTime;
    const auto limits = common.limits(defaults);
    if (!limits) return refuse("analyse", limits.error());
    if (const auto fits = check_memory(static_cast<std::uint64_t>(common.hash), 1); !fits)
        return refuse("analyse", fits.error());

    Engine engine;
    if (common.net == "plain")
        engine.use_plain_evaluation();
    else if (const auto loaded = engine.load_network(common.net); !loaded)
        return refuse("analyse", loaded.error());
    if (const auto tables = common.open_tablebases(); !tables) return refuse("analyse", tables.error());
    engine.resize_hash(static_cast<std::size_t>(common.hash));
    engine.set_threads(threads);
    engine.settings().multi_pv = lines;
    engine.settings().move_overhead = 0;

    catch_interrupts();
    Analyser analyser(engine, show);
    for (const NamedPosition& named : *positions) {
        analyser.run(named, *limits);
        if (was_interrupted() || reader_is_gone(stdout)) break;
    }
    // Ctrl-C is the ordinary end of an analysis, not a failure, and so is a reader who has seen enough.
    return kDone;
}

int demo_main(const Arguments& arguments) {
    // Kasparov - Topalov, Wijk aan Zee 1999, before 24. Rxd4.
    Arguments analysis = arguments;
    analysis.words.insert(analysis.words.begin(),
                          "b2r3r/k4p1p/p2q1np1/NppP4/3p1Q2/P4PPB/1PP4P/1K1RR3 w - - 1 24");
    if (arguments.words.empty())
        analysis.words.insert(analysis.words.end(), {"--time", is_terminal(stdout) ? "15" : "3"});
    return analyse_main(analysis);
}

}  // namespace stillpoint
