/* ranks.h - for unit tests: runs a function on simulated ranks, in a child process, without files or a linked program.
 *
 * The child's exit code and stderr are what a run would have: 0 fine, 3 deadlock, ... ; CHECK ends it with 99. */
#ifndef TESTS_UNIT_RANKS_H
#define TESTS_UNIT_RANKS_H

#include <math.h>
#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "bsim/base/alloc.h"
#include "bsim/bsim.h"
#include "bsim/process/crash.h"
#include "bsim/run/deadlock.h"
#include "bsim/kernel/engine.h"
#include "bsim/kernel/fiber.h"
#include "bsim/network/network.h"
#include "bsim/kernel/private.h"
#include "bsim/kernel/sched.h"
#include "bsim/kernel/shard.h"
#include "bsim/stat/stat_internal.h"

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow" /* MPI_STATUSES_IGNORE */
#endif

enum { CHECK_FAILED = 99 };

struct outcome {
    int code;
    char err[8192];
};

static void (*ranks_body)(int rank);
static unsigned ranks_disorder;    /* not 0: the host's order of ranks */
static int ranks_shards = 1;       /* threads that run them */
static long ranks_fail_allocation; /* the so many-th allocation of the child fails; 0: none */
static int ranks_bare;             /* the body calls MPI_Init and MPI_Finalize itself */

__attribute__((unused)) static void check_(int ok, const char *what, const char *file, int line) {
    if (ok)
        return;
    fprintf(stderr, "%s:%d: rank %d at %.17g s: %s\n", file, line, bsim_self ? bsim_self->id : -1,
            bsim_self ? bsim_clock(bsim_self->id)[0] : 0, what);
    bsim_leave(CHECK_FAILED);
}
#define CHECK(cond) check_(!!(cond), #cond, __FILE__, __LINE__)

/* Times agree up to rounding. */
__attribute__((unused)) static void check_time_(double got, double want, const char *file, int line) {
    char text[128];
    snprintf(text, sizeof text, "time %.17g instead of %.17g", got, want);
    check_(fabs(got - want) <= 1e-12 * fabs(want), text, file, line);
}
#define CHECK_TIME(want) check_time_(MPI_Wtime(), (want), __FILE__, __LINE__)

/* Adds calculation time to scenario k = 0.. as is (no speed ratios in these tests). */
__attribute__((unused)) static void calculate(double seconds) {
    for (int k = 0; k < bsim_context.nscen; k++)
        bsim_clock(bsim_self->id)[k] += seconds;
    bsim_self->calc_s += seconds;
}

__attribute__((unused)) static void set_all(double *of_scenarios, double value) {
    for (int k = 0; k < bsim_context.nscen; k++)
        of_scenarios[k] = value;
}

static void ranks_entry(void) {
    int rank = bsim_self->id;
    if (!ranks_bare)
        MPI_Init(NULL, NULL);
    ranks_body(rank);
    if (!ranks_bare)
        MPI_Finalize();
    bsim_sched_finish();
}

/* What the run was like is looked at on the process's stack when all have finished; may be NULL. */
static struct outcome run_ranks(int np, const struct bsim_platform *platform, void (*body)(int rank),
                                void (*after)(void)) {
    struct outcome out = {-1, ""};
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct bsim_error err = {0};
        dup2(pipes[1], 2);
        close(pipes[0]);
        alarm(240); /* for a run that hangs; a busy host may give a good one a tenth of a processor */
        ranks_body = body;
        bsim_alloc_fail_after(ranks_fail_allocation);
        bsim_context.nscen = platform->nscen;
        bsim_stat_init(np, false);
        if (!bsim_network_init(platform, np, &err) || !bsim_private_init(np, &err)) {
            bsim_error_print(&err, stderr);
            bsim_leave(BSIM_EXIT_USAGE);
        }
        bsim_shards_divide(np, ranks_shards, 0);
        bsim_sched_init(np, ranks_entry);
        if (ranks_disorder)
            bsim_sched_disorder(ranks_disorder);
        bsim_fiber_init(np, bsim_fiber_default_size(np));
        bsim_crash_init();
        bsim_layer.start();
        bsim_stat_loop_begins();
        if (!bsim_sched_run(&(struct bsim_shard_hooks){bsim_stat_shard_begin, bsim_stat_shard_end}))
            bsim_deadlock_report();
        bsim_stat_gather();
        if (after)
            after();
        bsim_leave(0);
    }
    close(pipes[1]);
    size_t n = 0;
    ssize_t got;
    while (n < sizeof out.err - 1 && (got = read(pipes[0], out.err + n, sizeof out.err - 1 - n)) > 0)
        n += (size_t)got;
    out.err[n] = 0;
    close(pipes[0]);
    int status;
    waitpid(pid, &status, 0);
    out.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return out;
}

#define assert_runs(np, platform, body)                                                                                \
    do {                                                                                                               \
        struct outcome out_ = run_ranks(np, platform, body, NULL);                                                     \
        if (out_.code != 0)                                                                                            \
            fail_msg("exit code %d: %s", out_.code, out_.err);                                                         \
    } while (0)

#endif
