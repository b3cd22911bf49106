/* deadlock.c - reports what the ranks wait for when all unfinished ranks are blocked: a cycle if there is one, the
 * places at which most ranks wait, and the first ranks. */
#include "bsim/run/deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/cost.h"
#include "bsim/process/crash.h"
#include "bsim/process/failure.h"
#include "bsim/kernel/cursor.h"
#include "bsim/kernel/hosts.h"
#include "bsim/kernel/sched.h"
#include "bsim/run/stuck.h"
#include "bsim/base/warn.h"

enum { SHOWN_RANKS = 16, SHOWN_CYCLE = 12, SHOWN_PLACES = 12 };

/* Of a run on several hosts: what they have told, by rank. NULL: there is one process. */
static struct bsim_stuck *stuck;

static void write_wait(FILE *to, int r) {
    struct bsim_wait why = bsim_wait_of(bsim_rank_of(r)), *w = &why;
    fprintf(to, "  rank %d at %.9g s: %s", r, bsim_clock(r)[0], w->call);
    if (w->peer == BSIM_PEER_ANY)
        fputs(" from any rank", to);
    else if (w->peer != BSIM_PEER_NONE)
        fprintf(to, " with rank %d", w->peer);
    if (w->tag == BSIM_TAG_ANY)
        fputs(", any tag", to);
    else if (w->tag != BSIM_TAG_NONE)
        fprintf(to, ", tag %d", w->tag);
    if (w->comm >= 0 && bsim_layer.comm_name)
        fprintf(to, ", %s", bsim_layer.comm_name(w->comm));
    if (w->describe) {
        char more[512] = "";
        w->describe(w, r, more, sizeof more);
        if (more[0])
            fprintf(to, " %s", more);
    }
    if (w->site)
        fprintf(to, ", %s", bsim_site_name(w->site));
    fputc('\n', to);
}

static void print_wait(int r) {
    if (stuck)
        fputs(stuck[r].line ? stuck[r].line : "", stderr);
    else
        write_wait(stderr, r);
}

static bool is_blocked(int r) {
    return stuck ? stuck[r].is_blocked : bsim_rank_of(r)->state == BSIM_BLOCKED;
}

/* The call in which a rank waits. */
static struct bsim_wait wait_of(int r) {
    if (stuck)
        return (struct bsim_wait){.call = stuck[r].call, .site = stuck[r].site};
    return bsim_wait_of(bsim_rank_of(r));
}

static int next_of(int r) {
    const bsim_rank *rank = bsim_rank_of(r);
    if (stuck)
        return stuck[r].next;
    if (rank->state != BSIM_BLOCKED)
        return -1;
    struct bsim_wait w = bsim_wait_of(rank);
    if (w.waits_for)
        return w.waits_for(&w, r);
    return w.peer >= 0 ? w.peer : -1;
}

/* Finds and prints a cycle of ranks that wait for each other. mark: by rank, the walk (start + 1) that reached it. */
static void print_cycle(void) {
    int *mark = bsim_alloc((size_t)bsim_context.np * sizeof *mark);
    for (int start = 0; start < bsim_context.np; start++) {
        int r = start;
        while (r >= 0 && r < bsim_context.np && mark[r] == 0) {
            mark[r] = start + 1;
            r = next_of(r);
        }
        if (r < 0 || r >= bsim_context.np || mark[r] != start + 1)
            continue;
        int length = 0, at = r;
        do {
            length++;
            at = next_of(at);
        } while (at != r);
        if (length == 1) {
            fprintf(stderr, "rank %d waits for itself\n", r);
            break;
        }
        fprintf(stderr, "a cycle of %d ranks that wait for each other:", length);
        for (int i = 0; i < length && i < SHOWN_CYCLE; i++) {
            fprintf(stderr, " %d ->", at);
            at = next_of(at);
        }
        fprintf(stderr, length > SHOWN_CYCLE ? " ...\n" : " %d\n", r);
        break;
    }
    bsim_free(mark);
}

/* A call of the program and the number of ranks that wait in it. */
struct place {
    struct bsim_wait wait;
    int ranks, first;
};

static int by_ranks(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    return x->ranks != y->ranks ? (x->ranks > y->ranks ? -1 : 1) : x->first - y->first;
}

static void print_places(int blocked) {
    enum { MOST = 256 };
    struct place places[MOST];
    int n = 0, counted = 0;
    for (int r = 0; r < bsim_context.np; r++) {
        if (!is_blocked(r))
            continue;
        struct bsim_wait w = wait_of(r);
        int i = 0;
        while (i < n && (places[i].wait.site != w.site || strcmp(places[i].wait.call, w.call) != 0))
            i++;
        if (i == MOST)
            continue;
        if (i == n)
            places[n++] = (struct place){w, 0, r};
        places[i].ranks++;
        counted++;
    }
    qsort(places, (size_t)n, sizeof places[0], by_ranks);
    for (int i = 0; i < n && i < SHOWN_PLACES; i++)
        fprintf(stderr, "  %d rank%s in %s, %s, the first is rank %d\n", places[i].ranks,
                places[i].ranks == 1 ? "" : "s", places[i].wait.call, bsim_site_name(places[i].wait.site),
                places[i].first);
    if (n > SHOWN_PLACES || counted < blocked)
        fputs("  ... and more places\n", stderr);
}

/* Of a run on several hosts. Returns on the host that tells the deadlock, or the failure. */
static void gather(void) {
    int code, failed = bsim_hosts_failed(&code);
    bsim_cost_gather_hosts();
    bsim_hosts_gather_held();
    if (bsim_context.host == 0)
        bsim_warn_tell();
    if (failed < 0)
        stuck = bsim_stuck_gather(write_wait, next_of, SHOWN_RANKS);
    bsim_hosts_all_end();
    if (failed >= 0 ? failed != bsim_context.host : bsim_context.host > 0)
        bsim_leave(failed >= 0 ? code : BSIM_EXIT_DEADLOCK);
}

static int count_finished(void) {
    int finished = 0;
    for (int r = 0; stuck && r < bsim_context.np; r++)
        finished += !stuck[r].is_blocked;
    return stuck ? finished : bsim_sched_finished();
}

_Noreturn void bsim_deadlock_report(void) {
    fflush(stdout);
    if (bsim_context.nhosts > 1)
        gather();
    bsim_failure_report();
    bsim_warn_tell();
    if (bsim_context.at_end)
        bsim_context.at_end(BSIM_EXIT_DEADLOCK, NULL, NULL);
    int finished = count_finished(), blocked = bsim_context.np - finished;
    fprintf(stderr, "bsim: deadlock: %d of %d ranks wait for something that cannot come", blocked, bsim_context.np);
    if (finished)
        fprintf(stderr, "; %d have finished", finished);
    fputc('\n', stderr);
    if (bsim_times() > 1)
        fprintf(stderr, "  (%d scenarios together: a send waits for its receive if it does so in any of them)\n",
                bsim_context.nscen);
    print_cycle();
    if (blocked > SHOWN_RANKS)
        print_places(blocked);
    int shown = 0;
    for (int r = 0; r < bsim_context.np && shown < SHOWN_RANKS; r++) {
        if (!is_blocked(r))
            continue;
        print_wait(r);
        shown++;
    }
    if (blocked > shown)
        fprintf(stderr, "  ... and %d ranks more\n", blocked - shown);
    bsim_crash_check_stacks(); /* a stack overflow may be the cause of the deadlock */
    bsim_leave(BSIM_EXIT_DEADLOCK);
}
