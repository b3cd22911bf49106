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

static bool read_output(FILE *f, struct calibrate_data *data) {
    char line[512];
    *data = (struct calibrate_data){.eager_limit_bytes = -1};
    while (fgets(line, sizeof line, f)) {
        struct calibrate_size s;
        if (sscanf(line, "# eager_limit %lf", &data->eager_limit_bytes) == 1)
            continue;
        if (data->n < CALIBRATE_MAX_SIZES &&
            sscanf(line, "%lf %lf %lf %lf %lf", &s.bytes, &s.half_s, &s.send_s, &s.recv_s, &s.gap_s) == 5)
            data->size[data->n++] = s;
    }
    return data->n >= 4 && data->eager_limit_bytes >= 0;
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

static bool run_once(struct calibrate_data *data, const char *program, const char *mpiexec, double seconds,
                     struct bsim_error *err) {
    char words[4096], duration[32], *argv[MOST_WORDS + 5];
    struct bsim_spawn child;
    int n = split_words(mpiexec, words, sizeof words, argv);
    if (n == 0)
        return bsim_error_set(err, NULL, 0, NULL, "--mpiexec: \"%s\" is no command of at most %d words", mpiexec,
                              MOST_WORDS);
    snprintf(duration, sizeof duration, "%g", seconds);
    argv[n++] = "-n";
    argv[n++] = "2";
    argv[n++] = (char *)program;
    argv[n++] = duration;
    argv[n] = NULL;
    if (!bsim_spawn_start(&child, argv, -1, false))
        return bsim_error_set(err, NULL, 0, NULL, "%s cannot be run: %s", argv[0], strerror(errno));
    bool ok = read_output(child.out, data);
    int code = bsim_spawn_end(&child);
    if (!ok || code != 0)
        return bsim_error_set(err, NULL, 0, NULL, "the measurement failed (exit code %d): %s -n 2 %s %s", code, mpiexec,
                              program, duration);
    return true;
}

bool bsim_calibrate_measure(struct calibrate_data *data, const char *mpiexec, int runs, double seconds,
                            struct bsim_error *err) {
    char program[4096];
    static struct calibrate_data run[CALIBRATE_MAX_RUNS];
    if (!find_program(program, sizeof program, err))
        return false;
    for (int r = 0; r < runs; r++) {
        bsim_progress("measuring messages, run %d of %d", r + 1, runs);
        if (!run_once(&run[r], program, mpiexec, seconds, err))
            return false;
    }
    bsim_progress(NULL);
    *data = run[0];
    for (int i = 0; i < data->n; i++) {
        double half[CALIBRATE_MAX_RUNS], send[CALIBRATE_MAX_RUNS], recv[CALIBRATE_MAX_RUNS], gap[CALIBRATE_MAX_RUNS];
        for (int r = 0; r < runs; r++) {
            half[r] = run[r].size[i].half_s;
            send[r] = run[r].size[i].send_s;
            recv[r] = run[r].size[i].recv_s;
            gap[r] = run[r].size[i].gap_s;
        }
        data->size[i].half_s = median(half, runs);
        data->size[i].send_s = median(send, runs);
        data->size[i].recv_s = median(recv, runs);
        data->size[i].gap_s = median(gap, runs);
    }
    /* A small message is not slower than a larger one: where it was, something else was measured. */
    for (int i = data->n - 2; i >= 0; i--)
        data->size[i].half_s = fmin(data->size[i].half_s, data->size[i + 1].half_s);
    double limit[CALIBRATE_MAX_RUNS];
    for (int r = 0; r < runs; r++)
        limit[r] = run[r].eager_limit_bytes;
    data->eager_limit_bytes = median(limit, runs);
    return true;
}
