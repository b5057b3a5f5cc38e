// libstillpoint: include/stillpoint.h on top of the engine. Every function that is called from outside goes
// through `guarded`, so that nothing is thrown at a caller who can't catch it.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <string>

#include <stillpoint.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "commands/commands.h"
#include "engine/engine.h"
#include "engine/shown_score.h"
#include "engine/wdl.h"
#include "eval/plain.h"
#include "nnue/evaluate.h"
#include "tablebase/tablebase.h"
#include "uci/options.h"
#include "uci/parse.h"

struct stillpoint_engine {
    stillpoint::Engine engine;
    stillpoint::UciOptions options;
    stillpoint::CastlingNotation castling = stillpoint::CastlingNotation::KingTwoSquares;
    std::mutex in_use;
    std::string last_error;

    stillpoint_engine();
};

namespace {

using namespace stillpoint;

using Done = std::optional<Error>;  // nothing: it worked

// Does what `action` does, unless the engine is in use. A caller's mistake is what `action` returns; what it
// throws is ours.
template <class Action>
stillpoint_status guarded(stillpoint_engine* handle, Action action) {
    if (!handle) return STILLPOINT_INVALID;
    const std::unique_lock lock(handle->in_use, std::try_to_lock);
    if (!lock) return STILLPOINT_BUSY;
    try {
        Done problem = action();
        if (!problem) return STILLPOINT_OK;
        handle->last_error = std::move(problem->message);
        return STILLPOINT_INVALID;
    } catch (const std::bad_alloc&) {
        handle->last_error.clear();  // needs no memory
        return STILLPOINT_NO_MEMORY;
    } catch (const std::exception& e) {
        handle->last_error = e.what();
    } catch (...) {
        handle->last_error.clear();
    }
    return STILLPOINT_FAILED;
}

// For the C side, which frees it.
char* copy_of(const std::string& text) {
    char* copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (!copy) throw std::bad_alloc();
    return static_cast<char*>(std::memcpy(copy, text.c_str(), text.size() + 1));
}

template <std::size_t N>
void write(char (&to)[N], const std::string& text) {
    text.copy(to, N - 1);
    to[std::min(text.size(), N - 1)] = '\0';
}

void write(int32_t (&to)[3], const Wdl& wdl) {
    to[0] = wdl.win;
    to[1] = wdl.draw;
    to[2] = wdl.loss;
}

std::string uci_line(const std::vector<Move>& moves, CastlingNotation castling) {
    std::string text;
    for (Move m : moves) text += (text.empty() ? "" : " ") + to_uci(m, castling);
    return text;
}

stillpoint_info to_c(const SearchInfo& info, const Position& root, const std::string& pv) {
    stillpoint_info out{};
    out.depth = info.depth;
    out.selective_depth = info.selective_depth;
    out.multi_pv = info.multi_pv;
    out.is_mate = is_mate_score(info.score);
    out.score = out.is_mate ? mate_distance(info.score) : to_centipawns(info.score, root);
    out.bound = info.bound == Bound::Lower ? 1 : info.bound == Bound::Upper ? -1 : 0;
    write(out.wdl, win_draw_loss(info.score, root));
    out.hash_full = info.hashfull;
    out.nodes = info.nodes;
    out.tablebase_hits = info.tablebase_hits;
    out.milliseconds = info.time;
    out.pv = pv.c_str();
    return out;
}

Result<std::string> accepted() { return std::string(); }

UciOption number(std::string name, std::int64_t min, std::int64_t max, std::function<void(int)> apply) {
    return {.name = std::move(name),
            .type = UciOption::Type::Spin,
            .default_value = {},
            .min = min,
            .max = max,
            .choices = {},
            .apply = [apply = std::move(apply)](const std::string& text) {
                apply(std::stoi(text));
                return accepted();
            }};
}

UciOption check(std::string name, std::function<void(bool)> apply) {
    return {.name = std::move(name),
            .type = UciOption::Type::Check,
            .default_value = {},
            .choices = {},
            .apply = [apply = std::move(apply)](const std::string& text) {
                apply(text == "true");
                return accepted();
            }};
}

UciOption text(std::string name, std::function<Result<std::string>(const std::string&)> apply) {
    return {.name = std::move(name),
            .type = UciOption::Type::String,
            .default_value = {},
            .choices = {},
            .apply = std::move(apply)};
}

Result<std::string> open_tablebases(const std::string& path) {
    const auto found = tablebase::init(path);
    if (!found) return Error{found.error()};
    if (!path.empty() && found->largest() == 0) return Error{"no tables in " + in_quotes(path)};
    return accepted();
}

Done set_position(stillpoint_engine& handle, const char* fen, const char* moves) {
    std::vector<std::string> repairs;  // have one obvious meaning
    auto position = fen ? parse_fen(fen, &repairs) : start_position();
    if (!position) return Error{position.error()};
    for (const std::string_view word : split(moves ? moves : "")) {
        const auto move = parse_move(*position, word);
        if (!move) return Error{in_quotes(word) + " is not legal: " + move.error()};
        position->make(*move);
    }
    handle.engine.set_position(std::move(*position));
    return {};
}

Done search(stillpoint_engine& handle, const char* limits, stillpoint_info_callback callback, void* user,
            stillpoint_result& result) {
    const std::string words = limits ? limits : "";
    const GoCommand go = parse_go(split(words), handle.engine.position());
    if (!go.complaints.empty()) return Error{go.complaints.front()};
    if (go.perft > 0 || go.limits.ponder) return Error{"go: perft and ponder are not for the library"};
    EngineListener listener;
    if (callback)
        listener.on_info = [&](const SearchInfo& info, const Position& root) {
            const std::string pv = uci_line(info.pv, handle.castling);
            const stillpoint_info shown = to_c(info, root, pv);
            callback(&shown, user);
        };
    BestMove best;
    listener.on_best_move = [&best](const BestMove& found, const Position&) { best = found; };
    handle.engine.set_listener(std::move(listener));
    handle.engine.go(go.limits);
    handle.engine.wait();
    handle.engine.set_listener({});
    result = {};
    if (best.move) write(result.best_move, to_uci(best.move, handle.castling));
    if (best.ponder) write(result.ponder_move, to_uci(best.ponder, handle.castling));
    return {};
}

Done evaluate(const Engine& engine, stillpoint_evaluation& evaluation) {
    const Position& pos = engine.position();
    const Score score =
        engine.network() ? nnue::evaluate_from_scratch(pos, *engine.network()) : plain::evaluate(pos);
    evaluation.centipawns = to_centipawns(score, pos);
    write(evaluation.wdl, win_draw_loss(score, pos));
    evaluation.in_check = pos.in_check();
    return {};
}

Done explain(const Engine& engine, const char* line, int depth, const char* form, char*& text) {
    std::string words = line;
    if (depth != 0) words += " depth " + std::to_string(depth);
    words += form;
    const auto report = why(engine, split(words));
    if (!report) return Error{report.error()};
    text = copy_of(*report);
    return {};
}

const Done kNullPointer = Error{"a pointer that must not be null is null"};

}  // namespace

stillpoint_engine::stillpoint_engine() {
    EngineSettings& settings = engine.settings();
    options.add(text("Hash", [this](const std::string& value) -> Result<std::string> {
        const auto wish = parse_number<std::size_t>(value, 1, 33'554'432);
        if (!wish) return Error{"expected a number from 1 to 33554432"};
        const std::size_t got = engine.resize_hash(*wish);
        if (got != *wish)
            return Error{"no memory for " + value + " MiB of hash, using " + std::to_string(got)};
        return accepted();
    }));
    options.add(text("Threads", [this](const std::string& value) -> Result<std::string> {
        const auto wish = parse_number(value, 1, 1024);
        if (!wish) return Error{"expected a number from 1 to 1024"};
        const int got = engine.set_threads(*wish);
        if (got != *wish) return Error{"only " + std::to_string(got) + " threads could be started"};
        return accepted();
    }));
    options.add(number("MultiPV", 1, 256, [&settings](int n) { settings.multi_pv = n; }));
    options.add(number("Move Overhead", 0, 5000, [&settings](int n) { settings.move_overhead = n; }));
    options.add(check("UCI_Chess960", [this](bool on) {
        castling = on ? CastlingNotation::KingTakesRook : CastlingNotation::KingTwoSquares;
    }));
    options.add(check("UCI_LimitStrength", [&settings](bool on) { settings.limit_strength = on; }));
    options.add(number("UCI_Elo", kMinElo, kMaxElo, [&settings](int n) { settings.elo = n; }));
    options.add(number("Skill Level", 0, kMaxSkill, [&settings](int n) { settings.skill_level = n; }));
    options.add(text("EvalFile", [this](const std::string& name) { return engine.load_network(name); }));
    options.add(text("SyzygyPath", open_tablebases));
    options.add(number("SyzygyProbeDepth", 1, 100, [&settings](int n) { settings.tablebase_min_depth = n; }));
    options.add(number("SyzygyProbeLimit", 0, 7, [&settings](int n) { settings.tablebase_max_pieces = n; }));
    options.add(check("Syzygy50MoveRule", [&settings](bool on) { settings.tablebase_fifty_move_rule = on; }));
}

const char* stillpoint_version(void) { return STILLPOINT_VERSION; }

stillpoint_engine* stillpoint_create(void) {
    try {
        return new stillpoint_engine;
    } catch (...) {
        return nullptr;
    }
}

void stillpoint_destroy(stillpoint_engine* engine) { delete engine; }

const char* stillpoint_last_error(const stillpoint_engine* engine) {
    return engine ? engine->last_error.c_str() : "the engine is a null pointer";
}

stillpoint_status stillpoint_set_option(stillpoint_engine* engine, const char* name, const char* value) {
    return guarded(engine, [&]() -> Done {
        if (!name || !value) return kNullPointer;
        const UciOption* option = engine->options.find(name);
        if (!option) return Error{"there is no option " + in_quotes(name)};
        const auto result = UciOptions::set(*option, value);
        if (!result) return Error{"option " + option->name + ": " + result.error()};
        return {};
    });
}

stillpoint_status stillpoint_new_game(stillpoint_engine* engine) {
    return guarded(engine, [&]() -> Done {
        engine->engine.new_game();
        return {};
    });
}

stillpoint_status stillpoint_set_position(stillpoint_engine* engine, const char* fen, const char* moves) {
    return guarded(engine, [&] { return set_position(*engine, fen, moves); });
}

stillpoint_status stillpoint_fen(stillpoint_engine* engine, char** fen) {
    return guarded(engine, [&]() -> Done {
        if (!fen) return kNullPointer;
        *fen = copy_of(to_fen(engine->engine.position()));
        return {};
    });
}

stillpoint_status stillpoint_search(stillpoint_engine* engine, const char* limits,
                                    stillpoint_info_callback callback, void* user,
                                    stillpoint_result* result) {
    return guarded(engine,
                   [&] { return result ? search(*engine, limits, callback, user, *result) : kNullPointer; });
}

void stillpoint_stop(stillpoint_engine* engine) {
    if (engine) engine->engine.stop();
}

stillpoint_status stillpoint_evaluate(stillpoint_engine* engine, stillpoint_evaluation* evaluation) {
    return guarded(engine, [&] { return evaluation ? evaluate(engine->engine, *evaluation) : kNullPointer; });
}

stillpoint_status stillpoint_evaluate_json(stillpoint_engine* engine, char** json) {
    return guarded(engine, [&]() -> Done {
        if (!json) return kNullPointer;
        *json = copy_of(eval_json(engine->engine));
        return {};
    });
}

stillpoint_status stillpoint_explain(stillpoint_engine* engine, const char* line, int depth, char** text) {
    return guarded(engine, [&] {
        return line && text ? explain(engine->engine, line, depth, "", *text) : kNullPointer;
    });
}

stillpoint_status stillpoint_explain_json(stillpoint_engine* engine, const char* line, int depth,
                                          char** json) {
    return guarded(engine, [&] {
        return line && json ? explain(engine->engine, line, depth, " json", *json) : kNullPointer;
    });
}

void stillpoint_free(char* text) { std::free(text); }
