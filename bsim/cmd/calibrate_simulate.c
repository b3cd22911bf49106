/* calibrate_simulate.c - the measured collectives on simulated ranks of the platform that bsim calibrate has made: with
 * what the library chooses, and with each algorithm. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/spawn.h"
#include "bsim/cmd/calibrate.h"
#include "bsim/cmd/cmd.h"

/* Calls of one collective on as many processes: first..end-1. */
struct group {
    int first, end;
};

static struct group group_at(const struct calibrate_data *d, int first) {
    return (struct group){first, bsim_calibrate_group_end(d, first)};
}

/* "bcast:8,64": what the program shall do. */
static void describe(char *text, size_t size, const struct calibrate_data *d, struct group g) {
    int n = snprintf(text, size, "%s", bsim_collective_names[d->call[g.first].collective]);
    for (int i = g.first; i < g.end && n < (int)size; i++)
        n += snprintf(text + n, size - (size_t)n, "%c%.0f", i == g.first ? ':' : ',', d->call[i].bytes);
}

/* Times of the lines that the program prints. False: one is missing. */
static bool read_times(FILE *f, const struct calibrate_data *d, struct group g, double *to) {
    char line[512];
    double bytes, time_s;
    int found = 0;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "# coll %*s %*d %*d %lf %lf", &bytes, &time_s) == 2)
            for (int i = g.first; i < g.end; i++)
                if (d->call[i].bytes == bytes) {
                    to[i] = time_s;
                    found++;
                }
    return found == g.end - g.first;
}

/* One run: of a rule of --collective. */
static bool run(const char *platform, const char *rule, const struct calibrate_data *d, struct group g, double *to,
                struct bsim_error *err) {
    char bsim[4096], program[4096], processes[16], what[1024];
    struct bsim_spawn child;
    if (!bsim_calibrate_program(bsim, sizeof bsim, "bsim", err) ||
        !bsim_calibrate_program(program, sizeof program, "../lib/bsim-collectives", err))
        return false;
    snprintf(processes, sizeof processes, "%d", d->call[g.first].processes);
    describe(what, sizeof what, d, g);
    char *argv[] = {bsim,
                    "run",
                    "-np",
                    processes,
                    "--quiet",
                    "--no-interval",
                    "--platform",
                    (char *)platform,
                    "--collective",
                    (char *)rule,
                    program,
                    "1",
                    "1",
                    what,
                    NULL};
    if (!bsim_spawn_start(&child, argv, -1, true))
        return bsim_error_set(err, NULL, 0, NULL, "%s cannot be run: %s", bsim, strerror(errno));
    bool ok = read_times(child.out, d, g, to);
    int code = bsim_spawn_end(&child);
    if (!ok || code != 0)
        return bsim_error_set(err, NULL, 0, NULL,
                              "the simulation of %s on %s processes failed (exit code %d): bsim run --collective %s",
                              what, processes, code, rule);
    return true;
}

/* Whether the algorithm does these calls, and is another one there than those that it is made of. */
static bool applies(const struct bsim_algorithm *a, const struct calibrate_call *call) {
    int n = call->processes;
    bool levels = call->nodes > 1 && call->nodes < n;
    return a->collective == call->collective && !((a->needs & BSIM_NEEDS_POF2) && (n & (n - 1)) != 0) &&
           !((a->needs & BSIM_NEEDS_EVEN) && n % 2 != 0) && (levels || strcmp(a->name, "two_level") != 0);
}

static bool simulate_group(struct calibrate_simulated *to, const char *platform, const char *preset,
                           const struct calibrate_data *d, struct group g, struct bsim_error *err) {
    const struct calibrate_call *call = &d->call[g.first];
    char rule[128];
    if (!run(platform, preset, d, g, to->library_s, err))
        return false;
    for (int a = 0; a < bsim_nalgorithm; a++) {
        if (!applies(&bsim_algorithms[a], call))
            continue;
        snprintf(rule, sizeof rule, "%s=%s", bsim_collective_names[call->collective], bsim_algorithms[a].name);
        if (!run(platform, rule, d, g, to->by_s[a], err))
            return false;
    }
    return true;
}

bool bsim_calibrate_simulate(struct calibrate_simulated *to, const struct calibrate_link *link,
                             const struct calibrate_collectives *c, const struct calibrate_data *d,
                             struct bsim_error *err) {
    static struct calibrate_data node; /* without what is measured: the platform is for these runs */
    const char *platform = bsim_launch_tempfile("calibrate", err);
    to->by_s = bsim_alloc((size_t)bsim_nalgorithm * sizeof *to->by_s);
    for (int i = 0; i < CALIBRATE_MAX_CALLS; i++) {
        to->library_s[i] = NAN;
        for (int a = 0; a < bsim_nalgorithm; a++)
            to->by_s[a][i] = NAN;
    }
    node = *d;
    node.node.cores = 0;
    for (int i = 0; platform && !err->set && i < d->ncall; i = group_at(d, i).end) {
        const struct calibrate_call *call = &d->call[i];
        bsim_progress("simulating %s on %d ranks", bsim_collective_names[call->collective], call->processes);
        if (bsim_calibrate_write(platform, "calibrate", call->nodes, call->processes / call->nodes, link, c, &node,
                                 err))
            simulate_group(to, platform, bsim_preset_names[c->preset], d, group_at(d, i), err);
    }
    bsim_progress(NULL);
    return !err->set;
}
