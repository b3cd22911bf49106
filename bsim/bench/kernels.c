/* kernels.c - bsim bench --kernels from its plan to its table. */
#include "bsim/bench/kernels.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/bench/plan.h"
#include "bsim/bench/process.h"
#include "bsim/bench/run.h"

/* "libblas.so.3" of a path */
static const char *file_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *ranges(const struct bench_kernel *k, char *buf, size_t size) {
    size_t at = 0;
    buf[0] = '\0';
    for (int i = 0; i < k->block->nparam && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%s %.6g to %.6g", at ? ", " : "", k->block->param[i],
                               k->model.low[i], k->model.high[i]);
    return buf;
}

static bool known(const struct bench_kernels *b, const struct bench_kernel *k) {
    return k->block && k->error_median <= b->plan->error; /* false for NAN */
}

static void print_table(const struct bench_kernels *b, FILE *out) {
    char wall[24], median[24], max[24], range[300];
    int width = 6, library = 7;
    for (int i = 0; i < b->n; i++) {
        int n = (int)strlen(b->kernel[i].name), l = (int)strlen(file_of(b->kernel[i].library));
        width = n > width ? n : width;
        library = l > library ? l : library;
    }
    fprintf(out, "%d kernels in %s (seed %llu)\n\n", b->n,
            bsim_format_time(wall, sizeof wall, bsim_bench_now() - b->begin_s), (unsigned long long)b->plan->seed);
    fprintf(out, "  %-*s  %-*s %7s %6s %9s %9s %9s   %s\n", width, "kernel", library, "library", "rounds", "sizes",
            "held out", "error", "largest", "range");
    for (int i = 0; i < b->n; i++) {
        const struct bench_kernel *k = &b->kernel[i];
        fprintf(out, "  %-*s  %-*s %7d ", width, k->name, library, file_of(k->library), k->rounds);
        if (k->block == NULL)
            fprintf(out, "no model: %s\n", k->failure);
        else
            fprintf(out, "%6d %9d %9s %9s   %s%s\n", k->model.npoint, k->nheld,
                    bsim_format_percent(median, sizeof median, k->error_median),
                    bsim_format_percent(max, sizeof max, k->error_max), ranges(k, range, sizeof range),
                    known(b, k) ? "" : "   not known");
    }
    fprintf(out, "\n  error: at the sizes held out, which the fit has not seen, median and largest\n");
}

static void print_notes(const struct bench_kernels *b, FILE *out) {
    for (int i = 0; i < b->nmissing; i++)
        fprintf(out, "bsim: note: %s was not measured: %s\n", b->missing[i].name, b->missing[i].missing);
    int kinds = 0;
    for (int i = 0; i < b->n; i++)
        if (b->kernel[i].dropped > 0 && b->kernel[i].block)
            fprintf(out, "%s%s (%d)", kinds++ ? ", " : "bsim: note: the largest sizes of ", b->kernel[i].name,
                    b->kernel[i].dropped);
    if (kinds > 0)
        fprintf(out, " take longer than the budget allows; the models end before them\n");
    if (b->disturbed > 0)
        fprintf(out,
                "bsim: note: %d of %d runs were disturbed (such as: %s); their times count only for sizes that "
                "have no others, and may be too long\n",
                b->disturbed, b->runs, b->worst);
}

static bool make_folder(struct kernels_plan *plan, struct bsim_error *err) {
    struct bench_plan of = {.samples = plan->samples};
    bool ok = bsim_bench_folder(&of, err);
    plan->samples = of.samples;
    return ok;
}

static bool run_all(struct bench_kernels *b, struct bsim_error *err) {
    if (!bsim_kernels_ask(b, err))
        return false;
    if (b->n == 0)
        return bsim_error_set(err, NULL, 0, NULL, "no kernel can be measured: %s",
                              b->nmissing ? b->missing[0].missing : "there is none");
    return bsim_kernels_measure(b, err) && (bsim_bench_signal() || bsim_kernels_fit(b, err));
}

int bsim_bench_kernels(struct kernels_plan *plan, struct bsim_error *err) {
    struct bench_kernels b = {.plan = plan};
    if (!make_folder(plan, err))
        return BSIM_EXIT_USAGE;
    bsim_bench_signals_begin();
    b.begin_s = bsim_bench_now();
    bool ok = run_all(&b, err);
    int sig = bsim_bench_signal(), models = 0, code = BSIM_EXIT_OK;
    if (plan->progress)
        plan->progress(NULL);
    for (int i = 0; i < b.n; i++) {
        models += b.kernel[i].block != NULL;
        code = known(&b, &b.kernel[i]) ? code : BENCH_EXIT_UNSURE;
    }
    if (sig) {
        fprintf(stderr, "bsim: stopped; no models were written\n");
        code = 128 + sig;
    } else if (ok && models == 0) {
        bsim_error_set(err, NULL, 0, NULL, "no kernel could be measured (%s: %s)", b.kernel[0].name,
                       b.kernel[0].failure);
        code = BSIM_EXIT_USAGE;
    } else if (!ok || !bsim_kernels_write(&b, err)) {
        code = BSIM_EXIT_USAGE;
    } else {
        if (!plan->quiet)
            print_table(&b, stdout);
        fflush(stdout);
        print_notes(&b, stderr);
    }
    bsim_bench_signals_end();
    bsim_kernels_free(&b);
    return code;
}
