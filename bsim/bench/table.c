/* table.c - what bsim bench gives: the file of models, the table of blocks, and what is not known. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/bench/bench.h"
#include "bsim/bench/process.h"
#include "bsim/bench/run.h"
#include "bsim/bench/whole.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/fit/fit_operators.h"
#include "bsim/fit/fit_receives.h"

static int measured_inputs(const struct bench *b) {
    int n = 0;
    for (int i = 0; i < b->ninput; i++)
        n += b->input[i].seen.runs > 0;
    return n;
}

/* Inputs that were measured only while something disturbed them. */
static int doubtful_inputs(const struct bench *b) {
    int n = 0;
    for (int i = 0; i < b->ninput; i++)
        n += b->input[i].clean == 0 && b->input[i].disturbed > 0;
    return n;
}

static json_t *provenance(const struct bench *b) {
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:i, s:i, s:i, s:I}", "made_by", b->plan->made_by, "date", date,
                     "machine", b->now.data.machine ? b->now.data.machine : "unknown", "sample_files",
                     b->now.data.nfile, "errors", "relative, of samples left out of the fit (cross-validation)", "runs",
                     b->nrun, "inputs", measured_inputs(b), "disturbed_inputs", doubtful_inputs(b), "seed",
                     (json_int_t)b->plan->seed);
}

static json_t *learned_of(struct bench *b) {
    double begin_s = bsim_bench_now();
    json_t *learned = b->now.data.hints ? bsim_fit_hints_json(b->now.data.hints, NULL) : NULL;
    b->learned_s = bsim_bench_now() - begin_s;
    b->fits_s += b->learned_s;
    return learned;
}

void bsim_bench_try_learned(struct bench *b) {
    json_decref(learned_of(b));
}

/* The root of models.json. */
static json_t *models_of(struct bench *b) {
    json_t *blocks = json_object();
    for (int i = 0; i < b->now.n; i++) {
        const struct bench_block *block = &b->now.block[i];
        if (block->block)
            json_object_set_new(
                blocks, block->name,
                bsim_fit_block_json(&block->model, &b->now.data, (int)(block->block - b->now.data.block)));
    }
    return json_pack("{s:s, s:o, s:o*, s:o*, s:o*, s:o*, s:o*, s:o, s:o*}", "schema", "bsim-models/1", "provenance",
                     provenance(b), "node", bsim_fit_node_json(&b->plan->known.node), "processors",
                     bsim_fit_processors_json(&b->now.data), "arguments", bsim_fit_arguments_json(&b->now.data),
                     "receives", bsim_fit_receives_json(b->now.data.receives), "operators",
                     bsim_fit_operators_json(b->now.data.operators), "blocks", blocks, "learned", learned_of(b));
}

bool bsim_bench_write_models(struct bench *b, const char *path, struct bsim_error *err) {
    json_t *root = models_of(b);
    bool ok = bsim_output_json_digits(path, root, 6, err);
    json_decref(root);
    return ok;
}

/* Tells the runs that something disturbed. */
static void mark_disturbed(struct bench *b) {
    for (int i = 0; i < b->nsample; i++) {
        const struct bench_sample *s = &b->sample[i];
        char *path = s->disturbed ? bsim_bench_samples_of(b->plan, &b->input[s->input].seen.input, s->number, 0) : NULL;
        if (path)
            bsim_fit_data_run(&b->now.data, path)->disturbed = true;
        bsim_free(path);
    }
}

bool bsim_bench_write_end(struct bench *b, struct bsim_error *err) {
    const struct bench_plan *p = b->plan;
    b->models = models_of(b);
    bsim_fit_operators_warn(b->now.data.operators);
    if (p->skeleton && p->platform) {
        mark_disturbed(b);
        struct bench_whole whole = {p->self, p->skeleton, p->platform, bsim_bench_rest(b), p->progress};
        double begin_s = bsim_bench_now();
        bsim_bench_whole_runs(&whole, b->models, &b->now.data, err);
        b->whole_s = bsim_bench_now() - begin_s;
    }
    return !err->set && !bsim_bench_signal() && bsim_output_json_digits(p->output, b->models, 6, err);
}

/* The values of parameters that differ between samples: "nx 32 to 510, ny 30 to 1022". */
static const char *ranges(const struct bench_block *b, char *buf, size_t size) {
    size_t at = 0;
    buf[0] = '\0';
    for (int k = 0; b->block && k < b->block->nparam && at < size; k++)
        if (b->model.low[k] < b->model.high[k])
            at += (size_t)snprintf(buf + at, size - at, "%s%s %.6g to %.6g", at ? ", " : "", b->block->alias[k],
                                   b->model.low[k], b->model.high[k]);
    return buf;
}

void bsim_bench_table(const struct bench *b, FILE *out) {
    char wall[24], error[24], share[24], range[600];
    int width = 5, place = 5;
    for (int i = 0; i < b->now.n; i++) {
        int n = (int)strlen(b->now.block[i].name), p = (int)strlen(b->now.block[i].place);
        width = n > width ? n : width;
        place = p > place ? p : place;
    }
    bsim_format_time(wall, sizeof wall, bsim_bench_now() - b->begin_s);
    fprintf(out, "%d runs with %d inputs in %s (seed %llu): %s\n\n", b->nrun, measured_inputs(b), wall,
            (unsigned long long)b->plan->seed, b->stopped ? b->stopped : "");
    fprintf(out, "  %-*s  %-*s %8s %9s %9s   %s\n", width, "block", place, "place", "samples", "error", "share",
            "range");
    for (int i = 0; i < b->now.n; i++) {
        const struct bench_block *k = &b->now.block[i];
        fprintf(out, "  %-*s  %-*s %8d %9s %9s   %s%s\n", width, k->name, place, k->place,
                k->block ? k->model.npoint : 0, bsim_format_percent(error, sizeof error, k->error),
                bsim_format_percent(share, sizeof share, k->share), ranges(k, range, sizeof range),
                k->matters && !k->known ? "   not known" : "");
    }
    fprintf(out, "\n  share: of the %s; error: of inputs that were left out of the fit\n",
            b->needs.n > 0 ? "predicted calculation" : "measured time of all blocks");
    bsim_bench_whole_print(b->models, out);
    bsim_bench_spent(b, out);
}

const char *bsim_bench_block_text(const struct bench_block *block, char *buf, size_t size) {
    const char *place = block->place;
    snprintf(buf, size, "%s%s%s%s", block->name, place[0] ? " (" : "", place, place[0] ? ")" : "");
    return buf;
}

static void note_blocks(const struct bench *b, FILE *out) {
    char text[1000];
    bool first = true;
    for (int i = 0; i < b->now.n; i++) {
        const struct bench_block *k = &b->now.block[i];
        if (!k->matters || k->known)
            continue;
        if (first)
            fprintf(out, "bsim: note: these blocks are not known within %.3g %%:\n", 100 * b->plan->error);
        first = false;
        fprintf(out, "  %s: %s\n", bsim_bench_block_text(k, text, sizeof text), k->why);
    }
}

/* Blocks whose share is small by models that are far off: their share is no better known than their time. */
static void note_doubtful(const struct bench *b, FILE *out) {
    static const double far_off = 0.5, part = 0.3; /* of the error that is asked for */
    char text[1000], error[24], share[24];
    for (int i = 0; i < b->now.n; i++) {
        const struct bench_block *k = &b->now.block[i];
        double off = k->model.error_median;
        if (k->matters || k->block == NULL || !(off > far_off) || !(k->share * off > part * b->plan->error))
            continue;
        fprintf(out, "bsim: note: %s has %s of the time by its model, which is %s off: it may have much more\n",
                bsim_bench_block_text(k, text, sizeof text), bsim_format_percent(share, sizeof share, k->share),
                bsim_format_percent(error, sizeof error, off));
    }
}

/* Samples of a block that the prediction does not execute, and the other way round, are in the table. */
void bsim_bench_notes(const struct bench *b, FILE *out) {
    int doubtful = doubtful_inputs(b);
    bsim_fit_tell_files(&b->now.data, out);
    bsim_fit_tell_compiled(&b->now.data, out);
    if (b->failed > 0)
        fprintf(out, "bsim: note: %d of %d runs failed\n", b->failed, b->nrun);
    if (b->late > 0)
        fprintf(out, "bsim: note: %d of %d runs took too long\n", b->late, b->nrun);
    if (b->late + b->failed > 0)
        fprintf(out, "  the first: %s\n", b->failure);
    if (b->skipped > 0)
        fprintf(
            out,
            "bsim: note: %d inputs of the first design were not run: each would have taken more than a quarter of the "
            "budget, or than it has left beside the fits; give more with --budget, or lower the ranges\n",
            b->skipped);
    if (b->disturbed > 0)
        fprintf(out,
                "bsim: note: %d of %d runs were disturbed (at worst: %s); %d inputs were measured only so, and "
                "their times may be too long\n",
                b->disturbed, b->nrun, b->worst, doubtful);
    bsim_bench_note_overrun(b, out);
    note_blocks(b, out);
    note_doubtful(b, out);
}
