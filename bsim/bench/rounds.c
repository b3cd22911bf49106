/* rounds.c - the loop of bsim bench: a design, then rounds of chosen runs, each followed by fits, until the blocks that
 * matter are known or the budget is spent. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/bench/bench.h"
#include "bsim/bench/run.h"

/* BATCH: runs of a round. */
enum { MOST_INPUTS = 64, BATCH = 4 };

/* Why the measuring ended, if the dry run could not follow the first design. */
static const char dry_run_failed[] = "the dry run failed";

static double expect(void *arg, const struct bench_input *in) {
    const struct bench *b = arg;
    return bsim_bench_times_expect(&b->times, in);
}

/* ---- the prediction ---- */

/* Whether the skeleton takes values from the models: then it cannot run without them. */
static bool needs_models(const char *exe) {
    struct bsim_error none = {0};
    char path[4200];
    bsim_bench_beside(exe, "skeleton.json", path, sizeof path);
    char *text = bsim_bench_read(path, &none);
    bool found = text && strstr(text, "\"learned\"");
    bsim_free(text);
    return found;
}

/* Asks the skeleton what the prediction needs. models: NULL, or where to write the present models for it. */
static bool ask_skeleton(struct bench *b, const char *models, struct bsim_error *err) {
    struct bench_result r;
    char *path = NULL, text[24];
    bool ok = models == NULL || bsim_bench_write_models(b, models, err);
    const double limit_s = bsim_bench_dry_limit(b), begin_s = bsim_bench_now();
    if (ok && limit_s <= 0)
        return bsim_error_set(
            err, b->plan->skeleton, 0, NULL,
            "the budget left no time for the dry run at the predicted sizes; give more with --budget");
    if (b->plan->progress)
        b->plan->progress("dry run of the skeleton on %d ranks", b->plan->np);
    ok = ok && bsim_bench_dry_run(b->plan, models, limit_s, &path, &r, err);
    b->dry_s += bsim_bench_now() - begin_s;
    if (ok && r.end == BENCH_LATE)
        ok = bsim_error_set(err, b->plan->skeleton, 0, NULL,
                            "the dry run at the predicted sizes was ended after %s, %s the budget; give more with "
                            "--budget, or predict fewer steps with --predict",
                            bsim_format_time(text, sizeof text, limit_s),
                            models ? "what was left for it of" : "half of");
    else if (ok && r.end == BENCH_FAILED)
        ok = bsim_error_set(err, b->plan->skeleton, 0, NULL, "the dry run at the predicted sizes failed: %s", r.what);
    else if (ok && r.end == BENCH_RAN) {
        bsim_bench_needs_free(&b->needs);
        ok = bsim_bench_needs_read(&b->needs, path, err);
        b->fitted = 0; /* blocks have other shares now */
    }
    bsim_free(path);
    return ok;
}

/* ---- rounds ---- */

/* Takes the places of blocks that the prediction does not tell from the list of the program's blocks. */
static void set_places(struct bench *b) {
    const json_t *list = json_object_get(b->program, "blocks"), *block;
    size_t k;
    json_array_foreach(list, k, block) {
        const char *name = json_string_value(json_object_get(block, "name"));
        const char *file = json_string_value(json_object_get(block, "file"));
        for (int i = 0; name && file && i < b->now.n; i++)
            if (b->now.block[i].place[0] == '\0' && strcmp(b->now.block[i].name, name) == 0)
                snprintf(b->now.block[i].place, sizeof b->now.block[i].place, "%s:%d", file,
                         (int)json_integer_value(json_object_get(block, "line")));
    }
}

/* Fits the samples that count: of an input that was measured without disturbance, those of such runs. tests: the models
 * are tested as long as there is time. */
static bool assess(struct bench *b, bool tests, struct bsim_error *err) {
    struct bench_file *file = bsim_alloc(((size_t)b->nsample + 1) * sizeof *file);
    int n = 0, room = b->nsample;
    for (int i = 0; i < b->nsample; i++) {
        const struct bench_sample *s = &b->sample[i];
        const struct bench_measured *m = &b->input[s->input];
        if (s->disturbed && m->clean > 0)
            continue;
        for (int r = 0; r < m->seen.input.ranks * m->seen.input.copies; r++) {
            char *path = bsim_bench_samples_of(b->plan, &m->seen.input, s->number, r);
            if (access(path, R_OK) != 0) { /* a rank that reached no block */
                bsim_free(path);
                continue;
            }
            if (n == room) {
                room = 2 * room + 16;
                file = bsim_realloc(file, ((size_t)room + 1) * sizeof *file);
            }
            file[n++] = (struct bench_file){path, s->input};
        }
    }
    double begin = bsim_bench_now(), deadline = tests ? bsim_bench_fits_deadline(b) : 0;
    bool ok, same = b->fitted == b->nsample && b->fitted > 0; /* no sample is new: the models are there */
    if (same) {
        ok = bsim_bench_test(&b->now, file, n, &b->plan->known, &b->needs, b->plan->error, deadline, b->plan->progress,
                             err);
    } else {
        bsim_bench_assessment_free(&b->now);
        ok = bsim_bench_assess(&b->now, file, n, b->ninput, &b->plan->known, &b->needs, b->plan->error, deadline,
                               b->plan->progress, err);
    }
    b->fitted = b->nsample;
    b->fits_s += bsim_bench_now() - begin;
    b->fits = (struct bench_fits){b->rows, b->now.make_s, b->now.test_s};
    set_places(b);
    for (int i = 0; i < n; i++)
        bsim_free(file[i].path);
    bsim_free(file);
    for (int i = 0; ok && i < b->ninput; i++) {
        struct bench_seen *s = &b->input[i].seen;
        s->runs = b->input[i].clean > 0 ? b->input[i].clean : b->input[i].disturbed;
        s->error = b->now.error[i];
        s->spread = b->now.spread[i];
    }
    return ok;
}

/* Chooses a few inputs whose runs take at most so long. Returns their number. */
static int choose_within(struct bench *b, double most_s, struct bench_next *next) {
    const struct bench_plan *p = b->plan;
    struct bench_seen *seen = bsim_alloc(((size_t)b->ninput + 1) * sizeof *seen);
    for (int i = 0; i < b->ninput; i++)
        seen[i] = b->input[i].seen;
    int n = bsim_bench_choose(&p->space, seen, b->ninput, p->error, BATCH, p->seed, b->round, expect, b, most_s, next);
    bsim_free(seen);
    return n;
}

/* Why nothing is left for runs: what is left is kept for the fits that a further input needs. */
static const char *nothing_left(const struct bench *b) {
    return bsim_bench_rest(b) < 0.05 * b->plan->budget_s ? "the budget is spent; give more with --budget"
                                                         : "what is left of the budget does not suffice for a further "
                                                           "input and its fits; give more with --budget";
}

/* Why no run was chosen. */
static const char *why_no_run(struct bench *b) {
    struct bench_next next[BATCH];
    if (choose_within(b, HUGE_VAL, next) == 0)
        return "no further run would tell more";
    return bsim_bench_left(b) < 0.1 * b->plan->budget_s ? nothing_left(b)
           : b->plan->budget_s * BENCH_PART_RUN < bsim_bench_left(b)
               ? "each further run takes more than its part of the budget; give more with --budget"
               : "each further run takes longer than what is left of the budget; give more with --budget";
}

/* Chooses and runs a few inputs. Their number; -1 and *err on failure. */
static int next_round(struct bench *b, struct bsim_error *err) {
    const struct bench_plan *p = b->plan;
    struct bench_next next[BATCH];
    int list[BATCH];
    uint64_t state = p->seed + 1000 + (uint64_t)b->round;
    int n = choose_within(b, fmin(bsim_bench_left(b), BENCH_PART_RUN * p->budget_s), next);
    for (int i = 0; i < n; i++)
        list[i] = next[i].repeat >= 0 ? next[i].repeat : bsim_bench_add_input(b, &next[i].input);
    bsim_bench_shuffle(list, n, &state);
    b->round++;
    return bsim_bench_measure_all(b, list, n, err) ? n : -1;
}

/* The samples of its first third, which has the smallest sizes, are fitted at once: this tells how much time is to be
 * kept back for the fits of all. */
static bool first_round(struct bench *b, struct bsim_error *err) {
    struct bench_input input[MOST_INPUTS];
    int list[MOST_INPUTS], n = bsim_bench_design(&b->plan->space, b->plan->seed, input, MOST_INPUTS),
                           third = (n + 2) / 3;
    for (int i = 0; i < n; i++)
        list[i] = bsim_bench_add_input(b, &input[i]);
    if (!bsim_bench_measure_all(b, list, third, err))
        return false;
    if (b->nsample > 0 && !bsim_bench_signal()) {
        if (!assess(b, false, err))
            return false;
        bsim_bench_try_learned(b);
    }
    return bsim_bench_measure_all(b, list + third, n - third, err);
}

/* Told after the first design, whose corners are the ends of all ranges: no later run will reach more. Only names the
 * blocks: the end tells why each is not known. */
static void warn_beyond(const struct bench *b) {
    enum { MOST_NAMED = 3 };
    char text[1000];
    int beyond = 0;
    for (int i = 0; i < b->now.n; i++)
        beyond += b->now.block[i].matters && b->now.block[i].beyond;
    if (beyond == 0)
        return;
    if (b->plan->progress)
        b->plan->progress(NULL);
    fputs("bsim: warning: the runs do not reach what the prediction has of ", stderr);
    for (int i = 0, named = 0; i < b->now.n && named < MOST_NAMED; i++) {
        const struct bench_block *k = &b->now.block[i];
        if (k->matters && k->beyond)
            fprintf(stderr, "%s%s", named++ ? ", " : "", bsim_bench_block_text(k, text, sizeof text));
    }
    if (beyond > MOST_NAMED)
        fprintf(stderr, " and %d more", beyond - MOST_NAMED);
    fputs("; give other --range or --ranks\n", stderr);
}

/* NULL: there is no reason. */
static const char *why_to_stop(const struct bench *b) {
    if (b->now.all_known)
        return "all blocks that matter are known";
    if (b->now.all_settled)
        return "the ranges do not reach what is not known";
    if (bsim_bench_left(b) <= 0)
        return nothing_left(b);
    return b->failed >= BENCH_MOST_FAILURES ? "too many runs failed" : NULL;
}

static bool rounds(struct bench *b, struct bsim_error *err) {
    while (!bsim_bench_signal()) {
        if (!assess(b, true, err))
            return false;
        if (bsim_bench_signal())
            break;
        if (b->round == 0)
            warn_beyond(b);
        if ((b->stopped = why_to_stop(b)) != NULL)
            break;
        int n = next_round(b, err);
        if (n < 0)
            return false;
        if (n == 0) {
            b->stopped = why_no_run(b);
            break;
        }
    }
    return true;
}

/* The dry run of a skeleton that needs models, after the first design. If it fails, the measuring ends: what is
 * measured makes the models, but none of it is weighted by the prediction. */
static bool ask_with_models(struct bench *b, struct bsim_error *err) {
    struct bsim_error why = {0};
    char models[4200], text[1900];
    snprintf(models, sizeof models, "%s/run-models.json", b->plan->samples);
    if (!assess(b, false, err) || bsim_bench_signal())
        return !err->set;
    bool asked = ask_skeleton(b, models, &why);
    b->asks_later = false;
    if (asked)
        return true;
    b->stopped = dry_run_failed;
    if (b->plan->progress)
        b->plan->progress(NULL);
    fprintf(
        stderr,
        "bsim: warning: %s\nbsim: note: nothing tells what the prediction needs of the blocks; the models are those of "
        "the samples of the first design, which stay in %s\n",
        bsim_error_format(&why, text, sizeof text), b->plan->samples);
    return assess(b, true, err);
}

/* Runs, from the first to the last. */
static bool run_all(struct bench *b, struct bsim_error *err) {
    const struct bench_plan *p = b->plan;
    bool asks = p->predicts && p->skeleton, later = asks && needs_models(p->skeleton);
    b->asks_later = later;
    if (!bsim_bench_begin_index(b, err) || (asks && !later && !ask_skeleton(b, NULL, err)))
        return false;
    if (!bsim_bench_warm_up(b, err) || !first_round(b, err))
        return false;
    if (b->nsample == 0 && !bsim_bench_signal())
        return bsim_error_set(err, p->instrumented, 0, NULL, "no run gave samples%s%s", b->failure[0] ? ": " : "",
                              b->failure);
    if (later && !bsim_bench_signal() && !ask_with_models(b, err))
        return false;
    return b->stopped || rounds(b, err);
}

static void told_stopped(const struct bench *b) {
    fprintf(stderr,
            "bsim: stopped after %d runs; no models were written. The samples stay: bsim fit %s/*.tsv.rank* -o %s\n",
            b->nrun, b->plan->samples, b->plan->output);
}

int bsim_bench(struct bench_plan *plan, struct bsim_error *err) {
    struct bench *b = bsim_alloc(sizeof *b);
    b->plan = plan;
    b->times.space = &plan->space;
    int code = 0;
    char list[4200];
    bsim_bench_beside(plan->instrumented, "skeleton.json", list, sizeof list);
    b->program = json_load_file(list, 0, NULL);
    if (!bsim_bench_folder(plan, err)) {
        json_decref(b->program);
        bsim_free(b);
        return BSIM_EXIT_USAGE;
    }
    bsim_bench_signals_begin();
    b->begin_s = bsim_bench_now();
    bool ok = run_all(b, err) && !bsim_bench_signal() && bsim_bench_write_end(b, err);
    int sig = bsim_bench_signal();
    if (plan->progress)
        plan->progress(NULL);
    if (sig) {
        told_stopped(b);
        code = 128 + sig;
    } else if (!ok) {
        code = b->failed > 0 ? BSIM_EXIT_USER : BSIM_EXIT_USAGE;
    } else {
        if (!plan->quiet)
            bsim_bench_table(b, stdout);
        fflush(stdout);
        bsim_bench_notes(b, stderr);
        /* Without a prediction, all of the ranges is to be known. */
        bool missed = b->stopped == dry_run_failed || (b->needs.n == 0 && b->late + b->skipped > 0);
        code = b->now.all_known && !missed ? BSIM_EXIT_OK : BENCH_EXIT_UNSURE;
    }
    bsim_bench_signals_end();
    bsim_bench_assessment_free(&b->now);
    bsim_bench_needs_free(&b->needs);
    bsim_free(b->input);
    bsim_free(b->sample);
    json_decref(b->program);
    json_decref(b->models);
    bsim_free(b);
    return code;
}
