/* SPDX-License-Identifier: GPL-3.0-or-later
 * Analyses a position with libstillpoint:  analyse [-d depth] [FEN [move ...]]
 *
 *     cc analyse.c -o analyse $(pkg-config --cflags --libs stillpoint)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stillpoint.h>

static void show(const stillpoint_info *info, void *user) {
    (void)user;
    if (info->bound != 0) return; /* a better figure follows */
    printf("depth %2d  ", info->depth);
    if (info->is_mate)
        printf("mate in %d", info->score);
    else
        printf("%+.2f", info->score / 100.0);
    printf("  %llu nodes  %s\n", (unsigned long long)info->nodes, info->pv);
}

static int fail(stillpoint_engine *engine, const char *what) {
    fprintf(stderr, "analyse: %s: %s\n", what, stillpoint_last_error(engine));
    stillpoint_destroy(engine);
    return 1;
}

int main(int argc, char *argv[]) {
    int next = 1, depth = 10;
    if (argc > 2 && strcmp(argv[1], "-d") == 0) {
        depth = atoi(argv[2]);
        next = 3;
    }
    const char *fen = next < argc ? argv[next++] : NULL;
    char moves[4096] = "";
    for (; next < argc; ++next) {
        if (strlen(moves) + strlen(argv[next]) + 2 > sizeof moves) break;
        strcat(moves, argv[next]);
        strcat(moves, " ");
    }

    stillpoint_engine *engine = stillpoint_create();
    if (!engine) {
        fputs("analyse: not enough memory\n", stderr);
        return 1;
    }
    printf("Stillpoint %s\n", stillpoint_version());
    if (stillpoint_set_position(engine, fen, moves) != STILLPOINT_OK) return fail(engine, "position");

    stillpoint_evaluation evaluation;
    if (stillpoint_evaluate(engine, &evaluation) != STILLPOINT_OK) return fail(engine, "evaluation");
    printf("at first sight %+.2f\n", evaluation.centipawns / 100.0);

    char limits[32];
    snprintf(limits, sizeof limits, "depth %d", depth);
    stillpoint_result result;
    if (stillpoint_search(engine, limits, show, NULL, &result) != STILLPOINT_OK) return fail(engine, "search");
    if (!*result.best_move) {
        puts("no legal move");
    } else {
        char *why = NULL;
        printf("best move %s\n", result.best_move);
        if (stillpoint_explain(engine, result.best_move, 0, &why) != STILLPOINT_OK) return fail(engine, "why");
        puts(why);
        stillpoint_free(why);
    }
    stillpoint_destroy(engine);
    return 0;
}
