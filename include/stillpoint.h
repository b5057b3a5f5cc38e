/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libstillpoint: the chess engine Stillpoint inside a program, without a process of its own.
 *
 *     stillpoint_engine *engine = stillpoint_create();
 *     stillpoint_result result;
 *     stillpoint_set_position(engine, NULL, "e2e4 e7e5");
 *     if (stillpoint_search(engine, "depth 12", NULL, NULL, &result) == STILLPOINT_OK)
 *         puts(result.best_move);
 *     stillpoint_destroy(engine);
 *
 * Build with `pkg-config --cflags --libs stillpoint`, and with --static for the static library. Its licence is the
 * engine's: a program that uses it must be one that the GNU General Public License, version 3, allows.
 *
 * Errors. No function ends the program, whatever it is given. Most return a status; stillpoint_last_error says in one
 * line what was wrong. After an error the engine is as it was before the call.
 *
 * Threads. Engines are independent of each other, but for the tablebases: there is one set for all of them, so set
 * SyzygyPath while none of them is at work. An engine does one thing at a time: a call that comes while another thread
 * is inside a call with the same engine, or that comes from the callback of its search, does nothing and returns
 * STILLPOINT_BUSY. stillpoint_stop is the exception, it may be called from anywhere at any time. Only
 * stillpoint_destroy must not meet another call.
 *
 * Text is UTF-8. Moves are written as in UCI (e2e4, e7e8q); moves that are given may also be written like Nf3.
 */
#ifndef STILLPOINT_H
#define STILLPOINT_H

#include <stdint.h>

#if defined(__GNUC__)
#define STILLPOINT_API __attribute__((visibility("default")))
#else
#define STILLPOINT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct stillpoint_engine stillpoint_engine;

typedef enum stillpoint_status {
    STILLPOINT_OK = 0,
    STILLPOINT_INVALID = 1,   /* an argument makes no sense */
    STILLPOINT_BUSY = 2,      /* the engine is doing something else */
    STILLPOINT_NO_MEMORY = 3,
    STILLPOINT_FAILED = 4     /* anything else; stillpoint_last_error says what */
} stillpoint_status;

/* "0.1-dev-7b3391d2" */
STILLPOINT_API const char *stillpoint_version(void);

/* An engine with 16 MiB of hash and one thread, at the start position. NULL if there is no memory for it. */
STILLPOINT_API stillpoint_engine *stillpoint_create(void);
/* NULL is allowed. */
STILLPOINT_API void stillpoint_destroy(stillpoint_engine *engine);

/* What was wrong with the last call that returned neither STILLPOINT_OK nor STILLPOINT_BUSY; "" if there was none. Valid
 * until the next call. */
STILLPOINT_API const char *stillpoint_last_error(const stillpoint_engine *engine);

/* Options have the names and values of the UCI options (docs/uci.md): Hash, Threads, MultiPV, Move Overhead,
 * UCI_Chess960, UCI_LimitStrength, UCI_Elo, Skill Level, EvalFile, SyzygyPath, SyzygyProbeDepth, SyzygyProbeLimit,
 * Syzygy50MoveRule. Values are text: "64", "true". */
STILLPOINT_API stillpoint_status stillpoint_set_option(stillpoint_engine *engine, const char *name, const char *value);

/* What was learned in earlier searches is forgotten. */
STILLPOINT_API stillpoint_status stillpoint_new_game(stillpoint_engine *engine);

/* The position after `moves`, separated by spaces, from `fen`. NULL: the start of a game; no moves. Give the moves of the
 * game rather than the last position alone: repetitions count. */
STILLPOINT_API stillpoint_status stillpoint_set_position(stillpoint_engine *engine, const char *fen, const char *moves);

/* The position as a FEN, to be freed with stillpoint_free. */
STILLPOINT_API stillpoint_status stillpoint_fen(stillpoint_engine *engine, char **fen);

/* What is known of one line during a search. Scores and chances are those of the side to move at the root. */
typedef struct stillpoint_info {
    int32_t depth;
    int32_t selective_depth;
    int32_t multi_pv;        /* 1 is the best line */
    int32_t is_mate;         /* whether `score` counts moves to mate, negative against the side to move */
    int32_t score;           /* otherwise centipawns: at 100 half of the games are won */
    int32_t bound;           /* 0: exact; 1: at least `score`; -1: at most */
    int32_t wdl[3];          /* chances to win, draw and lose, in thousandths */
    int32_t hash_full;       /* thousandths */
    uint64_t nodes;
    uint64_t tablebase_hits;
    int64_t milliseconds;
    const char *pv;          /* moves, separated by spaces; valid during the call */
} stillpoint_info;

/* Called from a thread of the engine, one call at a time. It may call stillpoint_stop. */
typedef void (*stillpoint_info_callback)(const stillpoint_info *info, void *user);

typedef struct stillpoint_result {
    char best_move[8];       /* "" if there is no legal move */
    char ponder_move[8];     /* the expected answer; "" if none is known */
} stillpoint_result;

/* Searches the position and returns when the search has ended. `limits` are the words of UCI's `go`: "depth 12",
 * "nodes 100000", "movetime 500", "mate 3", "wtime 60000 btime 60000 winc 1000 binc 1000", "searchmoves e2e4 d2d4 depth
 * 10", "infinite". Without any the search goes on until stillpoint_stop. `callback` may be NULL. */
STILLPOINT_API stillpoint_status stillpoint_search(stillpoint_engine *engine, const char *limits,
                                                   stillpoint_info_callback callback, void *user,
                                                   stillpoint_result *result);

/* Ends the search that is running, which then returns its best move. Without one it does nothing: a stop that comes before
 * the search has begun is lost. */
STILLPOINT_API void stillpoint_stop(stillpoint_engine *engine);

typedef struct stillpoint_evaluation {
    int32_t centipawns;      /* of the side to move, without any search */
    int32_t wdl[3];
    int32_t in_check;        /* then the evaluation means little */
} stillpoint_evaluation;

STILLPOINT_API stillpoint_status stillpoint_evaluate(stillpoint_engine *engine, stillpoint_evaluation *evaluation);
/* The same as JSON with what each piece adds, like the command `eval json`. To be freed with stillpoint_free. */
STILLPOINT_API stillpoint_status stillpoint_evaluate_json(stillpoint_engine *engine, char **json);

/* Why the engine does not play `line`, one or more moves from the position, or what it thinks of them: replays its last
 * search and reports what happened to the line, like the command `why`. `depth` 0: one more than the last search had.
 * Sentences for people, or JSON. To be freed with stillpoint_free. */
STILLPOINT_API stillpoint_status stillpoint_explain(stillpoint_engine *engine, const char *line, int depth, char **text);
STILLPOINT_API stillpoint_status stillpoint_explain_json(stillpoint_engine *engine, const char *line, int depth,
                                                         char **json);

/* For what the functions above allocate. NULL is allowed. */
STILLPOINT_API void stillpoint_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
