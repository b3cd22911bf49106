/* kernel_runs.c - rounds of bsim bench --kernels. In a round, each kernel is measured by one process, at all its sizes:
 * those of the fit and those that test it meet the host in the same state. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/bench/host.h"
#include "bsim/bench/kernels.h"
#include "bsim/bench/process.h"

enum { LEAST_ROUNDS = 4 };

/* A round of all kernels may take this part of the budget, so that there are several. */
static const double part_round = 0.24;

static double left(const struct bench_kernels *b) {
    return b->begin_s + b->plan->budget_s - b->fits_s - bsim_bench_now();
}

/* ---- the measuring program ---- */

/* Runs the program in the folder of samples; its output is then in path. Libraries that have threads use one. */
static bool run(const struct bench_kernels *b, char **argv, double limit_s, struct bench_process *process,
                struct bench_run_time *time, char *path, size_t size, struct bsim_error *err) {
    static const char *const env[] = {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "MKL_NUM_THREADS=1",
                                      "BLIS_NUM_THREADS=1", NULL};
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/run-kernel", b->plan->samples);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return bsim_error_set(err, folder, 0, NULL, "cannot be made: %s", strerror(errno));
    *process = (struct bench_process){.argv = argv, .folder = folder, .env = env};
    bool ok = bsim_bench_processes_run(process, 1, limit_s, time, err);
    process->folder = NULL;
    snprintf(path, size, "%s/stdout", folder);
    return ok;
}

/* The list of runs, by which the folder is known as one of bsim bench. */
static bool begin_index(const struct bench_kernels *b, struct bsim_error *err) {
    char path[4200];
    snprintf(path, sizeof path, "%s/runs.tsv", b->plan->samples);
    FILE *f = fopen(path, "w");
    if (f == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    fprintf(f, "run\tkernel\twall_s\tuse\tdisturbed\n");
    fclose(f);
    return true;
}

bool bsim_kernels_ask(struct bench_kernels *b, struct bsim_error *err) {
    char *argv[] = {(char *)b->plan->program, "list", NULL}, path[4200];
    struct bench_process process;
    struct bench_run_time time;
    if (!begin_index(b, err) || !run(b, argv, 60, &process, &time, path, sizeof path, err))
        return false;
    FILE *f = fopen(path, "r");
    bool ok = f && WIFEXITED(process.status) && WEXITSTATUS(process.status) == 0 && !time.late;
    if (!ok && !bsim_bench_signal())
        bsim_error_set(err, b->plan->program, 0, NULL, "gives no list of kernels");
    ok = ok && bsim_kernels_list(b, f, err);
    if (f)
        fclose(f);
    return ok;
}

/* "100,200". Returns buf. */
static char *size_text(const struct bench_kernel *k, const struct kernel_size *s, char *buf, size_t size) {
    size_t at = 0;
    for (int i = 0; i < k->space.naxis && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%.0f", i ? "," : "", s->x[i]);
    return buf;
}

static struct kernel_size *find_size(struct bench_kernel *k, const char *text) {
    char one[200];
    for (int i = 0; i < k->nsize; i++)
        if (strcmp(size_text(k, &k->size[i], one, sizeof one), text) == 0)
            return &k->size[i];
    return NULL;
}

int bsim_kernel_read(struct bench_kernel *k, FILE *out, bool disturbed) {
    char line[1024], *rest;
    int n = 0;
    while (fgets(line, sizeof line, out)) {
        if (strchr(line, '\n') == NULL) /* the process was ended while it wrote */
            break;
        char *text = strtok_r(line, "\t\n", &rest);
        struct kernel_size *s = text ? find_size(k, text) : NULL;
        if (s == NULL)
            continue;
        n++;
        for (char *t = strtok_r(NULL, "\t\n", &rest); t; t = strtok_r(NULL, "\t\n", &rest)) {
            double seconds = strtod(t, NULL);
            if (seconds > 0 && isfinite(seconds) && s->n < KERNEL_ROUNDS * KERNEL_TIMES)
                s->time[s->n++] = (struct kernel_time){seconds, disturbed};
        }
    }
    return n;
}

/* ---- rounds ---- */

static void note_run(struct bench_kernels *b, const struct bench_kernel *k, const struct bench_run_time *time,
                     const struct bench_disturbance *d) {
    char path[4200], why[200];
    bsim_bench_disturbance_text(d, why, sizeof why);
    b->runs++;
    if (d->any) {
        b->disturbed++;
        if (strlen(why) >= strlen(b->worst))
            snprintf(b->worst, sizeof b->worst, "%s", why);
    }
    snprintf(path, sizeof path, "%s/runs.tsv", b->plan->samples);
    FILE *f = fopen(path, "a");
    if (f == NULL)
        return; /* nothing depends on it */
    fprintf(f, "%d\t%s\t%.3f\t%s\t%s\n", b->runs, k->name, time->wall_s, d->any ? "disturbed" : "counts", why);
    fclose(f);
}

static void note_failure(struct bench_kernel *k, const struct bench_process *process) {
    if (WIFSIGNALED(process->status))
        snprintf(k->failure, sizeof k->failure, "the library crashed (signal %d)", WTERMSIG(process->status));
    else if (WIFEXITED(process->status) && WEXITSTATUS(process->status) != 0)
        snprintf(k->failure, sizeof k->failure, "the measuring program failed (exit code %d)",
                 WEXITSTATUS(process->status));
}

/* Sizes that the first round has not reached are given up: later rounds are not longer. */
static void drop_unreached(struct bench_kernel *k) {
    int n = 0;
    for (int i = 0; i < k->nsize; i++)
        if (k->size[i].n > 0)
            k->size[n++] = k->size[i];
    k->dropped = k->nsize - n;
    k->nsize = n;
}

/* One process measures all sizes of a kernel. The first round goes from small sizes to large ones, and tells which of
 * them can be reached; later ones are in random order. */
static bool measure(struct bench_kernels *b, struct bench_kernel *k, double limit_s, struct bsim_error *err) {
    int list[KERNEL_MOST_SIZES];
    char *argv[KERNEL_MOST_SIZES + 5], text[KERNEL_MOST_SIZES][64], seconds[32], path[4200];
    uint64_t state = b->plan->seed + 1000 * (uint64_t)k->rounds;
    struct bench_process process;
    struct bench_run_time time;
    struct bench_watch watch;
    struct bench_disturbance found;
    for (int i = 0; i < k->nsize; i++)
        list[i] = i;
    if (k->rounds > 0)
        bsim_bench_shuffle(list, k->nsize, &state);
    snprintf(seconds, sizeof seconds, "%.3f", limit_s);
    argv[0] = (char *)b->plan->program;
    argv[1] = "measure";
    argv[2] = k->name;
    argv[3] = seconds;
    for (int i = 0; i < k->nsize; i++)
        argv[4 + i] = size_text(k, &k->size[list[i]], text[i], sizeof text[i]);
    argv[4 + k->nsize] = NULL;
    bsim_bench_watch_begin(&watch, 1);
    if (!run(b, argv, 2 * limit_s + 5, &process, &time, path, sizeof path, err))
        return false;
    bsim_bench_watch_end(&watch, time.cpu_s, &found);
    if (bsim_bench_signal())
        return true;
    note_failure(k, &process);
    note_run(b, k, &time, &found);
    k->disturbed += found.any;
    FILE *f = fopen(path, "r");
    if (f) {
        bsim_kernel_read(k, f, found.any);
        fclose(f);
    }
    if (k->rounds++ == 0)
        drop_unreached(k);
    return true;
}

/* How much the typical time of a size may be off, from the spread of its times: the median over the sizes. */
static double doubt(const struct bench_kernel *k) {
    double list[KERNEL_MOST_SIZES], t;
    int n = 0;
    for (int i = 0; i < k->nsize; i++) {
        struct kernel_summary s = bsim_kernel_summary(&k->size[i]);
        if (s.n < 2)
            continue;
        double d = s.deviation_s / s.typical_s / sqrt(s.n), at;
        int j = n++;
        for (at = d; j > 0 && list[j - 1] > at; j--)
            list[j] = list[j - 1];
        list[j] = at;
    }
    t = n > 0 ? list[n / 2] : HUGE_VAL;
    return t;
}

/* Whether another round tells more. A disturbed round counts for nothing as long as there are rounds left. */
static bool goes_on(const struct bench_kernels *b, const struct bench_kernel *k) {
    if (k->failure[0] || k->nsize == 0 || k->rounds >= KERNEL_ROUNDS)
        return false;
    return k->rounds - k->disturbed < LEAST_ROUNDS || doubt(k) > b->plan->error / 10;
}

/* A kernel with more parameters has more sizes, and long executions. */
static double weight(const struct bench_kernel *k) {
    return k->space.naxis > 2 ? 4 : k->space.naxis;
}

static bool one_round(struct bench_kernels *b, int round, int *measured, struct bsim_error *err) {
    double all = 0;
    for (int i = 0; i < b->n; i++)
        all += weight(&b->kernel[i]);
    char rest[24];
    for (int i = 0; i < b->n && !bsim_bench_signal(); i++) {
        struct bench_kernel *k = &b->kernel[i];
        if (!goes_on(b, k) || (round > 0 && left(b) <= 0))
            continue;
        if (b->plan->progress)
            b->plan->progress("round %d, %s; at most %s left", round + 1, k->name,
                              bsim_format_time(rest, sizeof rest, fmax(left(b), 0)));
        ++*measured;
        double share = part_round * b->plan->budget_s * weight(k) / all;
        if (!measure(b, k, round == 0 ? share : fmin(share, fmax(left(b), 0.05)), err))
            return false;
    }
    return true;
}

/* A fit takes as long after the first round as after the last one, since it has the same sizes; the fits' times differ
 * by this factor. */
static const double fits_differ = 1.25;

static bool try_fits(struct bench_kernels *b, struct bsim_error *err) {
    double begin_s = bsim_bench_now();
    bool ok = bsim_kernels_fit(b, err);
    bsim_kernels_forget(b);
    b->fits_s = fits_differ * (bsim_bench_now() - begin_s);
    return ok;
}

bool bsim_kernels_measure(struct bench_kernels *b, struct bsim_error *err) {
    int measured = 1;
    for (int i = 0; i < b->n; i++)
        bsim_kernel_sizes(&b->kernel[i], b->plan->seed);
    for (int r = 0; measured > 0 && !bsim_bench_signal(); r++) {
        measured = 0;
        if (!one_round(b, r, &measured, err) || (r == 0 && !bsim_bench_signal() && !try_fits(b, err)))
            return false;
    }
    return true;
}
