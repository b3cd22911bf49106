/* spend.c - what the budget of bsim bench goes to: what is kept back for the fits and for what follows them, and the
 * account at the end. */
#include <math.h>
#include <stdio.h>

#include "bsim/base/units.h"
#include "bsim/bench/bench.h"
#include "bsim/bench/process.h"

/* Parts of the budget: the most that the dry run may take; what is kept back for one that comes after the first design,
 * and for repeating measured runs with the skeleton, which takes WHOLE_S at most. */
static const double part_dry = 0.5, part_dry_later = 0.25, part_whole = 0.1, WHOLE_S = 120;
/* Fits may take this many times what is expected. The first design keeps back time for a part of the tests of models
 * only: a model that is not tested is better than one that is used far from its samples. */
static const double fits_slack = 1.2, first_tests = 0.25;
/* An end so little after the budget needs no note. */
static const double late_part = 0.02, late_s = 0.5;

double bsim_bench_rest(const struct bench *b) {
    return b->begin_s + b->plan->budget_s - bsim_bench_now();
}

/* Kept back for what follows the last fits. */
static double for_end(const struct bench *b) {
    bool whole = b->plan->skeleton && b->plan->platform;
    return fits_slack * b->learned_s + (whole ? fmin(part_whole * b->plan->budget_s, WHOLE_S) : 0);
}

double bsim_bench_left(const struct bench *b) {
    double rest = bsim_bench_rest(b) - for_end(b), tests = b->round == 0 ? first_tests : 1;
    long long rows = b->rows + (b->measured > 0 ? b->rows / b->measured : 0); /* with those of one more input */
    if (b->asks_later)
        rest -= part_dry_later * b->plan->budget_s +
                fits_slack * (b->learned_s + bsim_bench_fits_expect(&b->fits, rows, 0));
    return rest - fits_slack * bsim_bench_fits_expect(&b->fits, rows, tests);
}

double bsim_bench_fits_deadline(const struct bench *b) {
    return bsim_bench_now() + bsim_bench_rest(b) - for_end(b);
}

double bsim_bench_dry_limit(const struct bench *b) {
    double fits = fits_slack * bsim_bench_fits_expect(&b->fits, b->rows, 0);
    return fmin(part_dry * b->plan->budget_s, bsim_bench_rest(b) - for_end(b) - fits);
}

void bsim_bench_spent(const struct bench *b, FILE *out) {
    const struct {
        const char *what;
        double s;
    } part[] = {{"runs", b->runs_s},
                {"waiting for a quiet host", b->waited_s},
                {"fits", b->fits_s},
                {"dry run", b->dry_s},
                {"repeated runs", b->whole_s}};
    double other = bsim_bench_now() - b->begin_s;
    char text[24];
    fprintf(out, "  budget: %s; of this", bsim_format_time(text, sizeof text, b->plan->budget_s));
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (part[i].s > 0)
            fprintf(out, " %s %s,", part[i].what, bsim_format_time(text, sizeof text, part[i].s));
        other -= part[i].s;
    }
    fprintf(out, " other %s, not used %s\n", bsim_format_time(text, sizeof text, fmax(other, 0)),
            bsim_format_time((char[24]){0}, 24, fmax(bsim_bench_rest(b), 0)));
}

void bsim_bench_note_overrun(const struct bench *b, FILE *out) {
    double over = -bsim_bench_rest(b);
    char late[24], fits[24], runs[24], budget[24];
    if (over <= late_part * b->plan->budget_s + late_s)
        return;
    fprintf(
        out,
        "bsim: note: it took %s more than the budget of %s: runs took %s, and the fits of their %lld rows of samples "
        "%s; models are made in any case\n",
        bsim_format_time(late, sizeof late, over), bsim_format_time(budget, sizeof budget, b->plan->budget_s),
        bsim_format_time(runs, sizeof runs, b->runs_s), b->rows, bsim_format_time(fits, sizeof fits, b->fits_s));
}
