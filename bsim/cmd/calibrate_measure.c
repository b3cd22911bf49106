/* calibrate_measure.c - runs the measuring programs and takes what they print. */
#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/cmd/calibrate.h"
#include "bsim/cmd/cmd.h"
#include "bsim/base/spawn.h"

enum { MOST_WORDS = 32 };

bool bsim_calibrate_program(char *path, size_t size, const char *name, struct bsim_error *err) {
    char self[3000];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len < 0)
        return bsim_error_set(err, NULL, 0, NULL, "/proc/self/exe: %s", strerror(errno));
    self[len] = '\0';
    snprintf(path, size, "%s/%s", dirname(self), name);
    if (access(path, X_OK) != 0)
        return bsim_error_set(err, path, 0, NULL, "the measuring program is missing: %s", strerror(errno));
    return true;
}

/* Copies what a program prints, without the lines of the starter. False: nothing was measured. */
static bool copy_output(FILE *from, FILE *to) {
    static struct calibrate_samples scratch;
    char line[1024];
    bool any = false, full;
    memset(&scratch, 0, sizeof scratch);
    while (fgets(line, sizeof line, from))
        if (bsim_calibrate_line(&scratch, line, &full)) {
            any = true;
            fputs(line, to);
        }
    return any;
}

/* Takes what programs have printed. */
static void take(struct calibrate_samples *samples, char *lines, FILE *record) {
    char line[1024];
    bool full;
    FILE *f = fmemopen(lines, strlen(lines), "r");
    while (f && fgets(line, sizeof line, f))
        if (bsim_calibrate_line(samples, line, &full) && !full && record)
            fputs(line, record);
    if (f)
        fclose(f);
}

/* "mpiexec --bind-to core": words, or the name of a program as it is. The number of words; 0: none or too many. */
static int split_words(const char *command, char *buf, size_t size, char **word) {
    int n = 0;
    if (strlen(command) >= size)
        return 0;
    strcpy(buf, command);
    if (strchr(buf, '/') && access(buf, X_OK) == 0) {
        word[0] = buf;
        return 1;
    }
    for (char *w = strtok(buf, " \t\n"); w; w = strtok(NULL, " \t\n")) {
        if (n == MOST_WORDS)
            return 0;
        word[n++] = w;
    }
    return n;
}

/* A run of a program. */
struct start {
    const char *program;
    const char *hosts;      /* NULL: this one */
    int processes, on_each; /* of the hosts */
    double largest_bytes;
    bool first; /* the first messages, of largest_bytes */
};

/* to: gets what it prints. */
static bool run_once(const struct calibrate_plan *plan, const struct start *start, FILE *to, struct bsim_error *err) {
    char words[4096], duration[32], largest[32], number[2][16], *argv[MOST_WORDS + 12];
    struct bsim_spawn child;
    int n = split_words(plan->mpiexec, words, sizeof words, argv);
    if (n == 0)
        return bsim_error_set(err, NULL, 0, NULL, "--mpiexec: \"%s\" is no command of at most %d words", plan->mpiexec,
                              MOST_WORDS);
    snprintf(duration, sizeof duration, start->first ? "first" : "%g", plan->seconds);
    snprintf(largest, sizeof largest, "%.0f", start->largest_bytes);
    snprintf(number[0], sizeof number[0], "%d", start->on_each);
    snprintf(number[1], sizeof number[1], "%d", start->processes);
    if (start->hosts) {
        char *more[] = {"-hosts", (char *)start->hosts, "-ppn", number[0]};
        for (size_t i = 0; i < sizeof more / sizeof *more; i++)
            argv[n++] = more[i];
    }
    char *rest[] = {"-n", number[1], (char *)start->program, duration, largest, NULL};
    memcpy(argv + n, rest, sizeof rest);
    if (!bsim_spawn_start(&child, argv, -1, false))
        return bsim_error_set(err, NULL, 0, NULL, "%s cannot be run: %s", argv[0], strerror(errno));
    bool ok = copy_output(child.out, to);
    int code = bsim_spawn_end(&child);
    if (!ok || code != 0)
        return bsim_error_set(err, NULL, 0, NULL, "the measurement failed (exit code %d): %s %s%s -n %d %s %s %s", code,
                              plan->mpiexec, start->hosts ? "-hosts " : "", start->hosts ? start->hosts : "",
                              start->processes, start->program, duration, largest);
    return true;
}

/* Runs some programs once, and gives all that they have printed, to be freed; NULL and *err if one fails. */
static char *run_all(const struct calibrate_plan *plan, const struct start *start, int n, struct bsim_error *err) {
    char *all = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&all, &size);
    bool ok = to != NULL;
    for (int i = 0; ok && !err->set && i < n; i++)
        run_once(plan, &start[i], to, err);
    if (to)
        ok = fclose(to) == 0;
    if (!ok && !err->set)
        bsim_error_set(err, NULL, 0, NULL, "the measurement: %s", strerror(errno));
    if (!err->set)
        return all;
    free(all);
    return NULL;
}

/* How many runs with first messages of a size count. */
static int count_firsts(const struct calibrate_samples *samples, double bytes) {
    for (int i = 0; i < samples->data.nfirst; i++)
        if (samples->data.first[i].bytes == bytes)
            return samples->first[i].n;
    return 0;
}

/* The sizes of first messages that are measured, up to the eager limit, and one beyond it. Returns their number. */
static int first_sizes(double *size, const struct calibrate_data *data, const struct calibrate_plan *plan) {
    double limit = fmin(data->eager_limit_bytes, 1 << 16);
    int n = 0;
    for (double bytes = 8; bytes < limit && n < CALIBRATE_MAX_FIRSTS - 2; bytes *= bytes < 64     ? 8
                                                                                   : bytes < 1024 ? 2
                                                                                                  : 4)
        size[n++] = bytes;
    size[n++] = limit;
    if (isfinite(data->eager_limit_bytes))
        size[n++] = fmin(plan->largest_bytes, fmax(1 << 16, 4 * limit));
    return n;
}

/* The first messages of new processes. A process has them only once, so that what other programs do to them cannot be
 * left out within a run: runs that waited for a processor are repeated. */
static bool measure_first(struct calibrate_samples *samples, const struct calibrate_plan *plan,
                          const struct start *pair, struct bsim_error *err) {
    static struct calibrate_data data;
    static const int least_runs = 5, most_times = 4;
    double size[CALIBRATE_MAX_FIRSTS];
    if (!bsim_calibrate_typical(&data, samples))
        return true; /* which will be told */
    int n = first_sizes(size, &data, plan), runs = plan->runs > least_runs ? plan->runs : least_runs;
    for (int r = 0; r < most_times * runs; r++)
        for (int i = 0; i < n; i++) {
            struct start start = *pair;
            start.first = true;
            start.largest_bytes = size[i];
            if (count_firsts(samples, size[i]) >= runs)
                continue;
            bsim_progress("measuring first messages of %.0f B, %d of %d runs", size[i],
                          count_firsts(samples, size[i]) + 1, runs);
            char *lines = run_all(plan, &start, 1, err);
            if (!lines)
                return false;
            take(samples, lines, plan->record);
            free(lines);
        }
    return true;
}

/* Core-to-core latency of this node; of other nodes nothing is known. */
static void look(const struct calibrate_plan *plan, struct bench_core_latency *found) {
    *found = (struct bench_core_latency){0};
    if (!plan->hosts)
        bsim_bench_core_latency(found);
}

/* Runs the programs until there are as many runs as are wanted of one placement of the processors; at most MOST_TIMES
 * as many in all. */
static bool measure_placements(struct bench_placements *places, const struct calibrate_plan *plan,
                               const struct start *start, int n, struct bsim_error *err) {
    enum { MOST_TIMES = 3 };
    struct bench_core_latency before, after;
    look(plan, &before);
    for (int tries = 0; tries < MOST_TIMES * plan->runs; tries++, before = after) {
        int most = bsim_bench_most_runs(places), runs = most < 0 ? 0 : places->runs[most];
        if (runs == plan->runs)
            break;
        bsim_progress("measuring messages%s, run %d of %d%s", plan->collectives ? " and collectives" : "", runs + 1,
                      plan->runs, tries > runs ? ", again: the processors have moved" : "");
        char *lines = run_all(plan, start, n, err);
        if (!lines)
            return false;
        look(plan, &after);
        bsim_bench_place(places, &before, &after, lines);
    }
    return true;
}

/* Measures messages, and what goes with them. */
static bool measure_messages(struct calibrate_samples *samples, const struct calibrate_plan *plan,
                             const struct start *start, int n, struct bsim_error *err) {
    struct bench_placements places = {0};
    struct bench_core_latency now;
    bool ok = measure_placements(&places, plan, start, n, err);
    int chosen = bsim_bench_most_runs(&places);
    if (ok && chosen < 0) { /* a run during which they moved is better than none */
        char *lines = run_all(plan, start, n, err);
        ok = lines != NULL;
        if (ok)
            take(samples, lines, plan->record);
        free(lines);
    } else if (ok) {
        samples->data.placement = places.latency[chosen];
        take(samples, places.lines[chosen], plan->record);
    }
    look(plan, &now);
    if (ok)
        bsim_calibrate_warn_moved(&places, chosen, &now);
    bsim_bench_placements_free(&places);
    return ok;
}

bool bsim_calibrate_measure(struct calibrate_samples *samples, const struct calibrate_plan *plan,
                            struct bsim_error *err) {
    /* Longer vectors would need much memory on many ranks. */
    static const double longest_vector = 1 << 20;
    char program[4096], collectives[4096], two[CALIBRATE_MAX_HOSTS];
    if (!bsim_calibrate_program(program, sizeof program, "bsim-pingpong", err) ||
        (plan->collectives && !bsim_calibrate_program(collectives, sizeof collectives, "bsim-collectives", err)))
        return false;
    const char *first = plan->hosts ? strchr(plan->hosts, ',') : NULL;
    snprintf(two, sizeof two, "%.*s", first ? (int)(first - plan->hosts + 1 + (long)strcspn(first + 1, ",")) : 0,
             plan->hosts ? plan->hosts : "");
    struct start pair = {program, plan->hosts ? two : NULL, 2, 1, plan->largest_bytes, false}, pairs = pair,
                 all = {collectives, plan->hosts, plan->collectives, 1, longest_vector, false};
    pairs.processes = 2 * plan->pairs;
    pairs.on_each = plan->pairs;
    int n = 0;
    struct start start[3];
    start[n++] = pair;
    if (plan->pairs > 1)
        start[n++] = pairs;
    if (plan->collectives)
        start[n++] = all;
    bool ok = measure_messages(samples, plan, start, n, err) && measure_first(samples, plan, &pair, err);
    bsim_progress(NULL);
    return ok;
}
