/* trace_launch.c - a trace where a program is expected: the player runs it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/trace.h"
#include "bsim/trace/trace.h"

bool bsim_launch_is_trace(const char *program) {
    char path[PATH_MAX];
    return program && snprintf(path, sizeof path, "%s/trace.json", program) < PATH_MAX && access(path, F_OK) == 0;
}

static bool check(const struct bsim_launch *l, const struct bsim_trace *t, struct bsim_error *err) {
    if (l->argv[1])
        return bsim_error_set(err, t->folder, 0, NULL, "is a trace, which has no arguments (\"%s\")", l->argv[1]);
    if (l->np && l->np != t->nrank)
        return bsim_error_set(err, t->folder, 0, NULL, "was recorded with %d ranks: -np %d is not possible", t->nrank,
                              l->np);
    if (l->models)
        return bsim_error_set(err, t->folder, 0, NULL,
                              "is a trace, which has no blocks whose time %s could tell; bsim simulate --models takes "
                              "them from its skeleton",
                              l->models);
    if (l->parameters || l->stack_bytes > 0)
        return bsim_error_set(err, t->folder, 0, NULL, "is a trace, which has no %s (%s)",
                              l->parameters ? "blocks with parameters" : "ranks with stacks",
                              l->parameters ? "--parameters" : "--stack-size");
    if (t->ncut > 0)
        return bsim_error_set(err, t->folder, 0, NULL,
                              "is not whole: the recording of rank %d%s ends after %lld calls, before MPI_Finalize; "
                              "record the program to its end",
                              t->cut[0], t->ncut > 1 ? " and others" : "", (long long)t->nevent[t->cut[0]]);
    return true;
}

/* Whether each rank makes equal calls in both traces; else *err has the first one that differs. */
static bool check_calls(const struct bsim_trace *t, const struct bsim_trace *times, const char *name, int rank,
                        struct bsim_error *err) {
    struct bsim_trace_cursor a, b;
    struct bsim_trace_event x, y;
    bool more = true, others = true, same = true;
    int64_t call = 0;
    bsim_trace_cursor_start(&a, t, rank);
    bsim_trace_cursor_start(&b, times, rank);
    for (; same && more && others; call++) {
        more = bsim_trace_next(&a, &x);
        others = bsim_trace_next(&b, &y);
        same = more == others && (!more || bsim_trace_same_call(t, &x, times, &y));
    }
    if (!same) {
        char text[2][400] = {"no further call", "no further call"};
        if (more)
            bsim_trace_describe(t, &x, text[0], sizeof text[0]);
        if (others)
            bsim_trace_describe(times, &y, text[1], sizeof text[1]);
        bsim_error_set(err, name, 0, NULL,
                       "has other calls than %s: call %lld of rank %d is %s there, and %s here (bsim trace diff)",
                       t->folder, (long long)call, rank, text[0], text[1]);
    }
    bsim_trace_cursor_end(&a);
    bsim_trace_cursor_end(&b);
    return same;
}

static void warn_of_times(const struct bsim_trace *t) {
    char text[256];
    if (bsim_trace_tells_times(t, text, sizeof text))
        fprintf(stderr, "bsim: warning: %s: %s\n", t->folder, text);
}

/* --times: the calculation comes from another trace. */
static bool check_times(const struct bsim_launch *l, const struct bsim_trace *t, struct bsim_error *err) {
    struct bsim_trace times;
    if (!bsim_trace_open(&times, l->times, err))
        return false;
    bool ok = true;
    if (times.nrank != t->nrank)
        ok = bsim_error_set(err, l->times, 0, NULL, "was recorded with %d ranks, %s with %d", times.nrank, t->folder,
                            t->nrank);
    else if (strcmp(times.clock, "none") == 0)
        ok = bsim_error_set(err, l->times, 0, NULL, "has no times (bsim record --clock none)");
    for (int r = 0; ok && r < t->nrank; r++)
        ok = check_calls(t, &times, l->times_of ? l->times_of : times.folder, r, err);
    if (ok && !l->no_warnings)
        warn_of_times(&times);
    bsim_trace_close(&times);
    return ok;
}

/* The player reads its calls and times, and says what is wrong with them, so here they are read only where they are
 * needed. */
static bool open_trace(const struct bsim_launch *l, struct bsim_trace *t, struct bsim_error *err) {
    if (!bsim_trace_open_head(t, l->argv[0], err))
        return false;
    if (t->ncut == 0 && l->times == NULL)
        return true;
    bsim_trace_close(t);
    return bsim_trace_open(t, l->argv[0], err);
}

bool bsim_launch_trace(struct bsim_launch *l, struct bsim_error *err) {
    static char player[PATH_MAX], folder[PATH_MAX], times[PATH_MAX];
    static char *argv[] = {player, folder, NULL, NULL};
    struct bsim_trace t;
    if (!bsim_launch_is_trace(l->argv[0]))
        return true;
    if (!bsim_trace_library("bsim-player", player, err) || !open_trace(l, &t, err))
        return false;
    bool ok = check(l, &t, err);
    if (ok && realpath(l->argv[0], folder) == NULL)
        ok = bsim_error_set(err, l->argv[0], 0, NULL, "cannot be found");
    ok = ok && (l->times == NULL || check_times(l, &t, err));
    if (ok && l->times && realpath(l->times, times) == NULL)
        ok = bsim_error_set(err, l->times, 0, NULL, "cannot be found");
    argv[2] = l->times ? times : NULL;
    l->trace = l->trace ? l->trace : l->argv[0];
    l->np = t.nrank;
    for (int i = 0; ok && !l->no_warnings && i < t.nnote; i++)
        fprintf(stderr, "bsim: warning: %s lacks what the program did: %s\n", l->argv[0], t.note[i]);
    if (ok && !l->no_warnings && t.polled_s > 0.01 * t.calculation_s)
        fprintf(
            stderr,
            "bsim: warning: %s: %.2g %% of the calculation is between calls of MPI_Test, MPI_Iprobe and the like that "
            "found nothing and the next call: if the program only waits there, it calculates less than the trace "
            "says\n",
            l->argv[0], 100 * t.polled_s / t.calculation_s);
    if (ok && !l->no_warnings && l->times == NULL)
        warn_of_times(&t);
    if (ok && !l->no_warnings && l->times == NULL && strcmp(t.clock, "none") == 0)
        fprintf(
            stderr,
            "bsim: warning: %s has no times (bsim record --clock none), so its ranks calculate nothing; --times OTHER "
            "takes the calculation from another trace\n",
            l->argv[0]);
    bsim_trace_close(&t);
    l->argv = argv;
    return ok;
}
