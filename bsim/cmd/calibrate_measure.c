/* calibrate_measure.c - runs the measuring program and takes what it prints. */
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

/* What the program prints. Other lines are those of the starter. False: nothing was measured. */
static bool read_output(FILE *f, struct calibrate_samples *samples, FILE *record) {
    char line[1024];
    bool any = false, full;
    while (fgets(line, sizeof line, f)) {
        if (!bsim_calibrate_line(samples, line, &full) || full)
            continue;
        any = true;
        if (record)
            fputs(line, record);
    }
    return any;
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

static bool run_once(struct calibrate_samples *samples, const struct calibrate_plan *plan, const struct start *start,
                     struct bsim_error *err) {
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
    bool ok = read_output(child.out, samples, plan->record);
    int code = bsim_spawn_end(&child);
    if (!ok || code != 0)
        return bsim_error_set(err, NULL, 0, NULL, "the measurement failed (exit code %d): %s %s%s -n %d %s %s %s", code,
                              plan->mpiexec, start->hosts ? "-hosts " : "", start->hosts ? start->hosts : "",
                              start->processes, start->program, duration, largest);
    return true;
}

/* The first messages of new processes, of sizes up to the eager limit and beyond it. */
static bool measure_first(struct calibrate_samples *samples, const struct calibrate_plan *plan,
                          const struct start *pair, struct bsim_error *err) {
    static struct calibrate_data data;
    double size[CALIBRATE_MAX_FIRSTS];
    int n = 0;
    if (!bsim_calibrate_typical(&data, samples))
        return true; /* which will be told */
    double limit = fmin(data.eager_limit_bytes, 1 << 16);
    for (double bytes = 8; bytes < limit && n < CALIBRATE_MAX_FIRSTS - 2; bytes *= bytes < 64     ? 8
                                                                                   : bytes < 1024 ? 2
                                                                                                  : 4)
        size[n++] = bytes;
    size[n++] = limit;
    if (isfinite(data.eager_limit_bytes))
        size[n++] = fmin(plan->largest_bytes, fmax(1 << 16, 4 * limit));
    for (int r = 0; r < plan->runs; r++)
        for (int i = 0; i < n; i++) {
            struct start start = *pair;
            start.first = true;
            start.largest_bytes = size[i];
            bsim_progress("measuring first messages, run %d of %d", r * n + i + 1, plan->runs * n);
            if (!run_once(samples, plan, &start, err))
                return false;
        }
    return true;
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
    for (int r = 0; r < plan->runs; r++) {
        bsim_progress("measuring messages, run %d of %d", r + 1, plan->runs);
        if (!run_once(samples, plan, &pair, err) || (plan->pairs > 1 && !run_once(samples, plan, &pairs, err)))
            return false;
        if (plan->collectives)
            bsim_progress("measuring collectives, run %d of %d", r + 1, plan->runs);
        if (plan->collectives && !run_once(samples, plan, &all, err))
            return false;
    }
    bool ok = measure_first(samples, plan, &pair, err);
    bsim_progress(NULL);
    return ok;
}
