/* deadlock.c - tells who waits for what when all unfinished ranks are blocked: a cycle if there is one, then the first
 * ranks of each kind of wait. */
#include "bsim/deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/alloc.h"
#include "bsim/crash.h"
#include "bsim/engine.h"
#include "bsim/sched.h"

enum { SHOWN_RANKS = 16, SHOWN_CYCLE = 12 };

static void print_wait(int r) {
    const bsim_rank *rank = bsim_rank_of(r);
    const struct bsim_wait *w = rank->wait;
    fprintf(stderr, "  rank %d at %.9g s: %s", r, bsim_clock(r)[0], w->call);
    if (w->peer == BSIM_PEER_ANY)
        fputs(" from any rank", stderr);
    else if (w->peer != BSIM_PEER_NONE)
        fprintf(stderr, " with rank %d", w->peer);
    if (w->tag == BSIM_TAG_ANY)
        fputs(", any tag", stderr);
    else if (w->tag != BSIM_TAG_NONE)
        fprintf(stderr, ", tag %d", w->tag);
    if (w->comm >= 0 && bsim_layer.comm_name)
        fprintf(stderr, ", communicator %s", bsim_layer.comm_name(w->comm));
    if (w->describe) {
        char more[512] = "";
        w->describe(w, r, more, sizeof more);
        if (more[0])
            fprintf(stderr, " %s", more);
    }
    if (w->site)
        fprintf(stderr, ", %s", bsim_site_name(w->site));
    fputc('\n', stderr);
}

static int next_of(int r) {
    const bsim_rank *rank = bsim_rank_of(r);
    if (rank->state != BSIM_BLOCKED)
        return -1;
    const struct bsim_wait *w = rank->wait;
    if (w->waits_for)
        return w->waits_for(w, r);
    return w->peer >= 0 ? w->peer : -1;
}

/* Follows who waits for whom; marks hold the walk on which a rank was first seen. */
static void print_cycle(void) {
    int *mark = bsim_alloc((size_t)bsim_np * sizeof *mark);
    for (int start = 0; start < bsim_np; start++) {
        int r = start;
        while (r >= 0 && r < bsim_np && mark[r] == 0) {
            mark[r] = start + 1;
            r = next_of(r);
        }
        if (r < 0 || r >= bsim_np || mark[r] != start + 1)
            continue;
        int length = 0, at = r;
        do {
            length++;
            at = next_of(at);
        } while (at != r);
        fprintf(stderr, "a cycle of %d rank%s that wait for each other:", length, length == 1 ? "" : "s");
        for (int i = 0; i < length && i < SHOWN_CYCLE; i++) {
            fprintf(stderr, " %d ->", at);
            at = next_of(at);
        }
        fprintf(stderr, length > SHOWN_CYCLE ? " ...\n" : " %d\n", r);
        break;
    }
    bsim_free(mark);
}

_Noreturn void bsim_deadlock_report(void) {
    fflush(stdout);
    int finished = bsim_sched_finished;
    fprintf(stderr, "bsim: deadlock: %d of %d ranks wait for something that cannot come%s", bsim_np - finished, bsim_np,
            finished ? "" : "\n");
    if (finished)
        fprintf(stderr, "; %d have finished\n", finished);
    print_cycle();
    int shown = 0;
    for (int r = 0; r < bsim_np; r++) {
        if (bsim_rank_of(r)->state != BSIM_BLOCKED)
            continue;
        if (shown++ < SHOWN_RANKS)
            print_wait(r);
    }
    if (shown > SHOWN_RANKS)
        fprintf(stderr, "  ... and %d ranks more\n", shown - SHOWN_RANKS);
    bsim_leave(BSIM_EXIT_DEADLOCK);
}
