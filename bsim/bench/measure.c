/* measure.c - the runs of bsim bench: in which order and for how long, which of them count, which are repeated. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/bench/bench.h"
#include "bsim/bench/run.h"

/* IN_VAIN: after so many repetitions in a row that were disturbed too, or waits that did not end, the host is taken to
 * be busy all the time. */
enum { MOST_DISTURBED = 2, IN_VAIN = 4 };

/* Parts of the budget: waiting for a quiet host; runs that repeat disturbed ones. Of the time of runs: those without
 * timers. */
static const double part_waiting = 0.1, part_redone = 0.3, part_untimed = 0.25;

static void progress(const struct bench *b, const char *what) {
    char rest[24];
    int known = 0, matter = 0;
    if (b->plan->progress == NULL)
        return;
    for (int i = 0; i < b->now.n; i++) {
        matter += b->now.block[i].matters;
        known += b->now.block[i].matters && b->now.block[i].known;
    }
    bsim_format_time(rest, sizeof rest, fmax(bsim_bench_left(b), 0));
    if (matter > 0)
        b->plan->progress("run %d: %s; %d of %d blocks known; at most %s left", b->nrun, what, known, matter, rest);
    else
        b->plan->progress("run %d: %s; at most %s left", b->nrun, what, rest);
}

int bsim_bench_add_input(struct bench *b, const struct bench_input *in) {
    if (b->ninput == b->room) {
        b->room = b->room ? 2 * b->room : 64;
        b->input = bsim_realloc(b->input, (size_t)b->room * sizeof *b->input);
    }
    b->input[b->ninput] = (struct bench_measured){.seen = {.input = *in}};
    return b->ninput++;
}

/* Appends to the list of runs, beside the samples. */
static void write_index(const struct bench *b, const struct bench_input *in, const struct bench_result *r,
                        const char *use) {
    char path[4200], text[512], why[200];
    snprintf(path, sizeof path, "%s/runs.tsv", b->plan->samples);
    FILE *f = fopen(path, "a");
    if (f == NULL)
        return; /* nothing depends on it */
    fprintf(f, "%d\t%s\t%.3f\t%s\t%s\n", b->nrun, bsim_bench_input_text(&b->plan->space, in, text, sizeof text),
            r->time.wall_s, use, bsim_bench_disturbance_text(&r->disturbance, why, sizeof why));
    fclose(f);
}

bool bsim_bench_begin_index(const struct bench *b, struct bsim_error *err) {
    char path[4200];
    snprintf(path, sizeof path, "%s/runs.tsv", b->plan->samples);
    FILE *f = fopen(path, "w");
    if (f == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be written");
    fprintf(f, "run\tinput\twall_s\tuse\tdisturbed\n");
    fclose(f);
    return true;
}

/* ---- runs ---- */

static void note_disturbance(struct bench *b, const struct bench_disturbance *d) {
    b->disturbed++;
    double weight = d->other + d->stolen + d->slower;
    if (weight <= b->worst_other)
        return;
    b->worst_other = weight;
    bsim_bench_disturbance_text(d, b->worst, sizeof b->worst);
}

static void note_failure(struct bench *b, const struct bench_input *in, const struct bench_result *r) {
    char text[300];
    if (r->end == BENCH_LATE && bsim_bench_left(b) <= 0) { /* not the run was too long, but the budget at its end */
        b->skipped += b->round == 0;
        return;
    }
    b->late += r->end == BENCH_LATE;
    b->failed += r->end == BENCH_FAILED;
    if (b->failure[0] == '\0' && r->end != BENCH_STOPPED)
        snprintf(b->failure, sizeof b->failure, "%s: %s", bsim_bench_input_text(&b->plan->space, in, text, sizeof text),
                 r->what);
}

static void wait_quiet(struct bench *b) {
    double patience = fmin(part_waiting * b->plan->budget_s - b->waited_s, 2), begin = bsim_bench_now();
    if (patience <= 0 || b->waits_in_vain >= IN_VAIN)
        return;
    b->waits_in_vain = bsim_bench_wait_quiet(patience) < BENCH_QUIET ? 0 : b->waits_in_vain + 1;
    b->waited_s += fmax(bsim_bench_now() - begin - 0.15, 0); /* the look itself is no waiting */
}

/* The longest that a run may take: what is left of the budget, and a multiple of what is expected. */
static double limit_of(const struct bench *b, const struct bench_input *in) {
    double expected = bsim_bench_times_expect(&b->times, in),
           most = fmax(b->nsample > 0 ? bsim_bench_left(b) : bsim_bench_rest(b), 0.1);
    return expected > 0 ? fmin(most, fmax(10 * expected, 5)) : most;
}

/* The rows of a run's samples. */
static long long rows_of(const struct bench_plan *p, const struct bench_input *in, int number) {
    long long rows = 0;
    for (int r = 0; r < in->ranks * in->copies; r++) {
        char *path = bsim_bench_samples_of(p, in, number, r);
        FILE *f = fopen(path, "r");
        for (int c; f && (c = getc(f)) != EOF;)
            rows += c == '\n';
        if (f)
            fclose(f);
        bsim_free(path);
    }
    return rows;
}

static void add_sample(struct bench *b, int index, const struct bench_result *r) {
    b->sample = bsim_realloc(b->sample, ((size_t)b->nsample + 1) * sizeof *b->sample);
    b->sample[b->nsample++] = (struct bench_sample){b->nrun, index, r->disturbance.any};
}

/* Runs a program, and counts the time. False and *err if it cannot be started. */
static bool run(struct bench *b, const char *exe, const struct bench_input *in, double limit_s, struct bench_result *r,
                struct bsim_error *err) {
    double begin_s = bsim_bench_now();
    bool could = bsim_bench_run(b->plan, exe, in, b->nrun, limit_s, r, err);
    b->runs_s += bsim_bench_now() - begin_s;
    return could;
}

/* Runs the same input without timers: whether blocks take as long where nothing measures them. False and *err if
 * nothing can be run at all. */
static bool measure_untimed(struct bench *b, int index, struct bsim_error *err) {
    const struct bench_input in = b->input[index].seen.input;
    struct bench_result r;
    char text[300];
    if (b->plan->untimed == NULL || in.copies > 1 || b->untimed_s > part_untimed * b->runs_s ||
        bsim_bench_left(b) <= 0 || bsim_bench_signal())
        return true;
    b->nrun++;
    progress(b, bsim_bench_input_text(&b->plan->space, &in, text, sizeof text));
    double before_s = b->runs_s;
    if (!run(b, b->plan->untimed, &in, limit_of(b, &in), &r, err))
        return false;
    b->untimed_s += b->runs_s - before_s;
    write_index(b, &in, &r, r.end == BENCH_RAN ? "without timers" : "failed");
    if (r.end == BENCH_RAN)
        add_sample(b, index, &r);
    else
        bsim_bench_forget(b->plan, b->nrun, &in);
    return true;
}

/* Runs an input. Its samples count, unless it was disturbed and may be run again: then *again. False and *err if
 * nothing can be run at all. */
static bool measure(struct bench *b, int index, bool *again, struct bsim_error *err) {
    struct bench_measured *m = &b->input[index];
    const struct bench_input in = m->seen.input;
    struct bench_result r;
    char text[300];
    *again = false;
    wait_quiet(b);
    b->nrun++;
    progress(b, bsim_bench_input_text(&b->plan->space, &in, text, sizeof text));
    if (bsim_bench_signal())
        return true;
    if (!run(b, b->plan->instrumented, &in, limit_of(b, &in), &r, err))
        return false;
    if (r.end == BENCH_SILENT)
        return bsim_error_set(err, b->plan->instrumented, 0, NULL, "%s", r.what);
    if (r.end != BENCH_RAN) {
        write_index(b, &in, &r, r.end == BENCH_LATE ? "ended" : "failed");
        note_failure(b, &in, &r);
        m->seen.closed = true;
        if (r.end == BENCH_LATE)
            bsim_bench_times_add(&b->times, &in, r.time.wall_s, true);
        return true;
    }
    bsim_bench_times_add(&b->times, &in, r.time.wall_s, false);
    add_sample(b, index, &r);
    if (m->clean + m->disturbed == 0) { /* those of a repetition have the same parameters, and are joined */
        b->rows += rows_of(b->plan, &in, b->nrun);
        b->measured++;
    }
    write_index(b, &in, &r, r.disturbance.any ? "disturbed" : "counts");
    if (!r.disturbance.any) {
        m->clean++;
        b->in_vain = b->waits_in_vain = 0;
        return measure_untimed(b, index, err);
    }
    note_disturbance(b, &r.disturbance);
    m->disturbed++;
    b->in_vain += m->disturbed > 1;
    *again = m->clean == 0 && b->in_vain < IN_VAIN && m->disturbed <= MOST_DISTURBED &&
             b->redone_s < part_redone * b->plan->budget_s;
    b->redone_s += *again ? r.time.wall_s : 0;
    return true;
}

bool bsim_bench_measure_all(struct bench *b, const int *list, int n, struct bsim_error *err) {
    int *queue = bsim_alloc(((size_t)n * (MOST_DISTURBED + 2) + 1) * sizeof *queue);
    bool ok = true, again;
    if (n > 0)
        memcpy(queue, list, (size_t)n * sizeof *queue);
    for (int i = 0; i < n && ok && !bsim_bench_signal() && b->failed < BENCH_MOST_FAILURES; i++) {
        const struct bench_input *in = &b->input[queue[i]].seen.input;
        double seconds = bsim_bench_times_expect(&b->times, in);
        bool first = b->nsample == 0 && bsim_bench_rest(b) > 0; /* without samples there are no models at all */
        if (!first && (1.3 * seconds > bsim_bench_left(b) || bsim_bench_left(b) <= 0 ||
                       (seconds > BENCH_PART_RUN * b->plan->budget_s && b->times.n > 1))) {
            b->skipped += b->round == 0 && b->input[queue[i]].clean + b->input[queue[i]].disturbed == 0;
            continue;
        }
        ok = measure(b, queue[i], &again, err);
        if (ok && again)
            queue[n++] = queue[i];
    }
    bsim_free(queue);
    return ok;
}

bool bsim_bench_warm_up(struct bench *b, struct bsim_error *err) {
    const struct bench_plan *p = b->plan;
    for (int r = 0; r < p->space.nranks && !bsim_bench_signal(); r++) {
        struct bench_input in = {.ranks = p->space.ranks[r], .copies = 1};
        struct bench_result result;
        char text[300];
        for (int k = 0; k < p->space.naxis; k++)
            in.x[k] = bsim_bench_axis_at(&p->space.axis[k], 0);
        bsim_bench_input_text(&p->space, &in, text, sizeof text);
        b->nrun++;
        progress(b, "warm-up");
        if (!run(b, p->instrumented, &in, fmax(bsim_bench_left(b), 0.1), &result, err))
            return false;
        write_index(b, &in, &result, "warm-up");
        bsim_bench_forget(p, b->nrun, &in);
        if (result.end == BENCH_RAN)
            bsim_bench_times_add(&b->times, &in, result.time.wall_s, false);
        else if (result.end == BENCH_LATE)
            return bsim_error_set(err, NULL, 0, NULL,
                                  "the smallest run (%s) has not ended within the budget: give more with --budget, or "
                                  "smaller sizes or fewer steps",
                                  text);
        else if (result.end != BENCH_STOPPED)
            return bsim_error_set(err, p->instrumented, 0, NULL, "with %s: %s", text, result.what);
    }
    return true;
}
