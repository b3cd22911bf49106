/* kernels.c - what one process measures of the kernels of installed libraries, for bsim bench --kernels.
 *
 * Libraries are opened when the program runs, so that it runs without them.
 *
 *   kernels list                       a line for each kernel, tab-separated: name, other names of the same kernel
 *                                      (between blanks), ranges of its parameters, "any" or "smooth" sizes, label, and
 *                                      either "ok" and the library's file, or "missing" and what to install
 *   kernels measure NAME SECONDS SIZE...   SIZE: values between commas. For each size, in this order, a line with
 *                                      the size and the seconds of an execution, several times: each a mean of
 *                                      executions that took 20 us or longer together. Sizes that would begin after
 *                                      SECONDS are left out
 *
 * Data are in the caches as the kernel's own execution before leaves them, as in a loop over the kernel. */
#include "kernels.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST_TIMES = 15, FAILED = 1, USAGE = 2 };

/* A time is of so long at least; a size is measured about so long. */
static const double batch_s = 20e-6, size_s = 3e-3;

static const struct kernel *const tables[] = {blas_kernels, lapack_kernels, other_kernels};

static double clock_s(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now(void) {
    return clock_s(CLOCK_MONOTONIC);
}

/* How often the system gave the processor to another process. */
static long taken(void) {
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) == 0 ? u.ru_nivcsw : 0;
}

double *random_numbers(size_t n) {
    uint64_t state = 88172645463325252u;
    double *x = malloc((n + 1) * sizeof *x);
    for (size_t i = 0; x && i < n; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        x[i] = (double)(state >> 11) * 0x1p-53 - 0.5;
    }
    return x;
}

double *mild_matrix(size_t n) {
    double *a = random_numbers(n * n);
    for (size_t i = 0; a && i < n * n; i++)
        a[i] = i % (n + 1) == 0 ? 1 : a[i] * 1e-6 / (double)n;
    return a;
}

/* ---- libraries ---- */

void *symbol_of(struct library *library, const char *name) {
    for (int i = 0; i < 3 && library->handle == NULL && library->file[i]; i++)
        library->handle = dlopen(library->file[i], RTLD_NOW | RTLD_LOCAL);
    if (library->handle == NULL && library->file[0] == NULL)
        library->handle = dlopen(NULL, RTLD_NOW);
    return library->handle ? dlsym(library->handle, name) : NULL;
}

static void list(void) {
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (const struct kernel *k = tables[t]; k->name; k++) {
            Dl_info info = {0};
            void *symbol = symbol_of(k->library, k->symbol);
            printf("%s\t%s\t%s\t%s\t%s\t", k->name, k->also, k->range, k->smooth ? "smooth" : "any", k->label);
            if (symbol == NULL)
                printf("missing\t%s is not installed (package %s)\n", k->library->file[0], k->library->package);
            else
                printf("ok\t%s\n", dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : "unknown");
        }
}

/* ---- times ---- */

/* Seconds of an execution: the mean of reps. Processor time if another process had the processor meanwhile. */
static double time_of(const struct kernel *k, struct work *w, int reps) {
    if (k->restore)
        k->restore(w);
    long before = taken();
    double cpu = clock_s(CLOCK_PROCESS_CPUTIME_ID), begin = now();
    for (int i = 0; i < reps; i++)
        k->run(w);
    double end = now();
    cpu = clock_s(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return (taken() != before ? fmin(cpu, end - begin) : end - begin) / reps;
}

static void print_times(const struct kernel *k, struct work *w) {
    double begin = now(), first;
    time_of(k, w, 1); /* touches its memory, and the library's */
    first = time_of(k, w, 1);
    int reps = k->restore || first > batch_s ? 1 : (int)(batch_s / (first + 1e-9)) + 1;
    printf("\t%.6g", reps > 1 ? time_of(k, w, reps) : first);
    for (int i = 1; i < MOST_TIMES && now() - begin < size_s; i++)
        printf("\t%.6g", time_of(k, w, reps));
    printf("\n");
    fflush(stdout);
}

/* "100,200". Returns false if it is not as many values as there are parameters. */
static bool read_size(const struct kernel *k, const char *text, struct work *w) {
    int n = 1, i = 0;
    for (const char *c = k->range; *c; c++)
        n += *c == ',';
    for (char *end; i < n; i++, text = end + 1) {
        errno = 0;
        long value = strtol(text, &end, 10);
        if (end == text || errno || value < 1 || value > 1000000000 || *end != (i < n - 1 ? ',' : '\0'))
            return false;
        w->size[i] = (int)value;
    }
    return true;
}

static int measure_size(const struct kernel *k, const char *size) {
    struct work w = {.function = (void (*)(void))symbol_of(k->library, k->symbol)};
    int code = 0;
    if (!read_size(k, size, &w)) {
        fprintf(stderr, "kernels: %s: \"%s\" is no size; wanted: values as in %s\n", k->name, size, k->range);
        return USAGE;
    }
    if (k->setup(&w)) {
        printf("%s", size);
        print_times(k, &w);
    } else {
        fprintf(stderr, "kernels: %s: no memory for the size %s\n", k->name, size);
        code = FAILED;
    }
    if (k->end)
        k->end(&w);
    for (int i = 0; i < MOST_ARRAYS; i++)
        free(w.data[i]);
    free(w.pivot);
    return code;
}

static int measure(const char *name, double seconds, char **size) {
    double end = now() + seconds;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (const struct kernel *k = tables[t]; k->name; k++) {
            if (strcmp(k->name, name) != 0)
                continue;
            if (symbol_of(k->library, k->symbol) == NULL) {
                fprintf(stderr, "kernels: %s: no library has it\n", name);
                return FAILED;
            }
            int code = 0;
            for (; *size && code == 0 && now() < end; size++)
                code = measure_size(k, *size);
            return code;
        }
    fprintf(stderr, "kernels: there is no kernel \"%s\"\n", name);
    return USAGE;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        list();
    else if (argc > 4 && strcmp(argv[1], "measure") == 0)
        return measure(argv[2], strtod(argv[3], NULL), argv + 4);
    else {
        fprintf(stderr, "usage: kernels list | kernels measure NAME SECONDS SIZE...\n");
        return USAGE;
    }
    return 0;
}
