/* calibrate_measure.c - runs the measuring program and reads what it prints. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
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

/* Of the values that are numbers; NAN if half or more are not. */
static double median(const double *values, int n) {
    double sorted[CALIBRATE_MAX_RUNS];
    int m = 0;
    for (int i = 0; i < n; i++)
        if (!isnan(values[i]))
            sorted[m++] = values[i];
    if (2 * m <= n)
        return NAN;
    gsl_sort(sorted, 1, (size_t)m);
    return gsl_stats_median_from_sorted_data(sorted, 1, (size_t)m);
}

/* The measuring program stands beside bsim (bsim-pingpong). */
static bool find_program(char *path, size_t size, struct bsim_error *err) {
    char self[3000];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len < 0)
        return bsim_error_set(err, NULL, 0, NULL, "/proc/self/exe: %s", strerror(errno));
    self[len] = '\0';
    snprintf(path, size, "%s/bsim-pingpong", dirname(self));
    if (access(path, X_OK) != 0)
        return bsim_error_set(err, path, 0, NULL, "the measuring program is missing: %s", strerror(errno));
    return true;
}

static void read_stream(const char *line, struct calibrate_data *data) {
    struct calibrate_stream s = {0};
    char kind[16];
    if (data->nstream < CALIBRATE_MAX_STREAMS &&
        sscanf(line, "# %15s %d %lf %lf %lf", kind, &s.pairs, &s.bytes, &s.messages, &s.time_s) == 5) {
        s.both = strcmp(kind, "both_ways") == 0;
        data->stream[data->nstream++] = s;
    }
}

/* Sizes, or streams of several pairs. */
static bool read_output(FILE *f, bool pairs, struct calibrate_data *data) {
    char line[512];
    while (fgets(line, sizeof line, f)) {
        struct calibrate_size s;
        if (sscanf(line, "# eager_limit %lf", &data->eager_limit_bytes) == 1)
            continue;
        if (line[0] == '#')
            read_stream(line, data);
        else if (data->n < CALIBRATE_MAX_SIZES &&
                 sscanf(line, "%lf %lf %lf %lf %lf", &s.bytes, &s.half_s, &s.send_s, &s.recv_s, &s.gap_s) == 5)
            data->size[data->n++] = s;
    }
    return pairs ? data->nstream > 0 : data->n >= 4 && data->eager_limit_bytes >= 0;
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

/* Runs the program once with so many pairs of processes. */
static bool run_once(struct calibrate_data *data, const char *program, const struct calibrate_plan *plan, int pairs,
                     struct bsim_error *err) {
    char words[4096], duration[32], largest[32], number[2][16], *argv[MOST_WORDS + 12];
    struct bsim_spawn child;
    int n = split_words(plan->mpiexec, words, sizeof words, argv);
    if (n == 0)
        return bsim_error_set(err, NULL, 0, NULL, "--mpiexec: \"%s\" is no command of at most %d words", plan->mpiexec,
                              MOST_WORDS);
    snprintf(duration, sizeof duration, "%g", plan->seconds);
    snprintf(largest, sizeof largest, "%.0f", plan->largest_bytes);
    snprintf(number[0], sizeof number[0], "%d", pairs);
    snprintf(number[1], sizeof number[1], "%d", 2 * pairs);
    if (plan->hosts) {
        char *more[] = {"-hosts", (char *)plan->hosts, "-ppn", number[0]};
        for (size_t i = 0; i < sizeof more / sizeof *more; i++)
            argv[n++] = more[i];
    }
    char *rest[] = {"-n", number[1], (char *)program, duration, largest, NULL};
    memcpy(argv + n, rest, sizeof rest);
    if (!bsim_spawn_start(&child, argv, -1, false))
        return bsim_error_set(err, NULL, 0, NULL, "%s cannot be run: %s", argv[0], strerror(errno));
    bool ok = read_output(child.out, pairs > 1, data);
    int code = bsim_spawn_end(&child);
    if (!ok || code != 0)
        return bsim_error_set(err, NULL, 0, NULL, "the measurement failed (exit code %d): %s %s%s -n %d %s %s %s", code,
                              plan->mpiexec, plan->hosts ? "-hosts " : "", plan->hosts ? plan->hosts : "", 2 * pairs,
                              program, duration, largest);
    return true;
}

static void take_medians(struct calibrate_data *data, const struct calibrate_data *run, int runs) {
    double value[5][CALIBRATE_MAX_RUNS];
    *data = run[0];
    for (int i = 0; i < data->n; i++) {
        for (int r = 0; r < runs; r++) {
            value[0][r] = run[r].size[i].half_s;
            value[1][r] = run[r].size[i].send_s;
            value[2][r] = run[r].size[i].recv_s;
            value[3][r] = run[r].size[i].gap_s;
        }
        data->size[i].half_s = median(value[0], runs);
        data->size[i].send_s = median(value[1], runs);
        data->size[i].recv_s = median(value[2], runs);
        data->size[i].gap_s = median(value[3], runs);
    }
    /* A small message is not slower than a larger one: where it was, something else was measured. */
    for (int i = data->n - 2; i >= 0; i--)
        data->size[i].half_s = fmin(data->size[i].half_s, data->size[i + 1].half_s);
    for (int i = 0; i < data->nstream; i++) {
        for (int r = 0; r < runs; r++)
            value[4][r] = i < run[r].nstream ? run[r].stream[i].time_s : NAN;
        data->stream[i].time_s = median(value[4], runs);
    }
    for (int r = 0; r < runs; r++)
        value[0][r] = run[r].eager_limit_bytes;
    data->eager_limit_bytes = median(value[0], runs);
    if (data->eager_limit_bytes >= data->size[data->n - 1].bytes)
        data->eager_limit_bytes = HUGE_VAL;
}

bool bsim_calibrate_measure(struct calibrate_data *data, const struct calibrate_plan *plan, struct bsim_error *err) {
    char program[4096];
    static struct calibrate_data run[CALIBRATE_MAX_RUNS];
    if (!find_program(program, sizeof program, err))
        return false;
    for (int r = 0; r < plan->runs; r++) {
        bsim_progress("measuring messages, run %d of %d", r + 1, plan->runs);
        run[r] = (struct calibrate_data){.eager_limit_bytes = -1};
        if (!run_once(&run[r], program, plan, 1, err) ||
            (plan->pairs > 1 && !run_once(&run[r], program, plan, plan->pairs, err)))
            return false;
    }
    bsim_progress(NULL);
    take_medians(data, run, plan->runs);
    return true;
}
