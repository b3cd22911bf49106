/* fit_io.c - what a block's executions read and write of files, from the block's parameters, and how much of its time
 * this took. Knows nothing of sample files. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* A formula whose error is larger is told. */
static const double good = 0.1;

void bsim_fit_data_io(struct fit_data *data, const char *name, double bytes, double calls) {
    for (struct fit_block *b = NULL; (b = bsim_fit_block_named(data, name, b));) {
        if (b->npoint == 0)
            continue;
        b->point[b->npoint - 1].io[0] = bytes;
        b->point[b->npoint - 1].io[1] = calls;
        b->io = b->io || bytes > 0 || calls > 0;
    }
}

void bsim_fit_io_joined(struct fit_data *data) {
    for (int i = 0; i < data->nblock; i++) {
        struct fit_block *b = &data->block[i];
        double io_s = 0, all_s = 0;
        for (int k = 0; k < b->npoint; k++) {
            const struct fit_point *p = &b->point[k];
            double one_s = p->io[0] / data->file_bandwidth + p->io[1] * data->file_latency_s;
            io_s += (double)p->count * one_s;
            all_s += (double)p->count * p->time_s;
        }
        b->io_share = data->file_bandwidth > 0 && all_s > 0 ? fmin(io_s / all_s, 1) : NAN;
    }
}

void bsim_fit_io_make(struct fit_model *m, const struct fit_block *b) {
    if (!b->io)
        return;
    m->io = bsim_alloc(2 * sizeof *m->io);
    for (int k = 0; k < 2; k++)
        bsim_fit_count_make(&m->io[k], b, FIT_IO_BYTES + k);
}

void bsim_fit_io_free(struct fit_model *m) {
    for (int k = 0; k < 2 && m->io; k++)
        bsim_fit_count_free(&m->io[k]);
    bsim_free(m->io);
    m->io = NULL;
}

/* The formula of all pieces: "n <= 64 ? 8*n : 4096". */
static json_t *formula_json(const struct fit_model *m, const struct fit_count *c, char *const *alias) {
    char text[8192], formula[2048], when[512];
    size_t at = 0;
    int n = c->sum ? c->sum->npiece : 1;
    for (int i = 0; i < n && at < sizeof text; i++) {
        bsim_fit_count_formula(c, m->nparam, i, alias, formula, sizeof formula);
        if (i + 1 < n)
            at += (size_t)snprintf(text + at, sizeof text - at,
                                   "%s ? %s : ", bsim_fit_piece_when(c->sum, i, alias, when, sizeof when), formula);
        else
            snprintf(text + at, sizeof text - at, "%s", formula);
    }
    return json_string(text);
}

json_t *bsim_fit_io_json(const struct fit_model *m, const struct fit_block *b) {
    if (m->io == NULL)
        return NULL;
    json_t *io = json_pack("{s:o, s:o}", "bytes", formula_json(m, &m->io[0], b->alias), "calls",
                           formula_json(m, &m->io[1], b->alias));
    if (!isnan(b->io_share))
        json_object_set_new(io, "share", json_real(rint(1e3 * b->io_share) / 1e3));
    for (int k = 0; k < 2; k++) {
        const struct fit_count *c = &m->io[k];
        double error = isfinite(c->error_median) ? fmax(c->error_median, c->spread) : c->spread;
        if (error > good && !json_object_get(io, "comment"))
            json_object_set_new(io, "comment",
                                json_sprintf("the %s are not known from the parameters: the formula's error is %.0f %%",
                                             k == 0 ? "bytes" : "calls", 100 * error));
    }
    return io;
}
