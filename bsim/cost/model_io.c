/* model_io.c - the member "io" of a model: what the block reads and writes of files. */
#include <math.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/model_private.h"

/* A call of a read or write takes at least so much on any host, and a byte of it. */
static const double CALL_S = 1e-6, BYTE_S = 1e-10;

bool bsim_model_io_read(struct model *m, struct bsim_jval v) {
    static const char *const keys[] = {"bytes", "calls", "share", "comment", NULL};
    struct bsim_jval io = bsim_jval_get(v, "io"), share;
    char what[200], where[256];
    m->io.share = NAN;
    if (!bsim_jval_present(io))
        return true;
    if (!bsim_jval_object(io) || !bsim_jval_keys(io, keys))
        return false;
    struct bsim_jval bytes = bsim_jval_need(io, "bytes"), calls = bsim_jval_need(io, "calls");
    snprintf(what, sizeof what, "block %s", m->name);
    m->io.line = bsim_jval_line(io);
    m->io.where = bsim_strdup(bsim_jval_where(io, where, sizeof where));
    if (!bsim_jval_present(bytes) || !bsim_jval_present(calls) ||
        (m->io.bytes = bsim_vars_expr(&m->vars, bytes, what)) == NULL ||
        (m->io.calls = bsim_vars_expr(&m->vars, calls, what)) == NULL)
        return false;
    if (bsim_jval_present(share = bsim_jval_get(io, "share")))
        m->io.share = bsim_jval_number(share, 0, 1);
    return true;
}

void bsim_model_io_free(struct model *m) {
    bsim_expr_free(m->io.bytes);
    bsim_expr_free(m->io.calls);
    bsim_free(m->io.where);
}

double bsim_model_io_part(const struct model *m, double time_s) {
    if (m->io.bytes == NULL || !isnan(m->io.share))
        return m->io.bytes ? m->io.share : 0;
    double io_s = bsim_expr_eval(m->io.calls) * CALL_S + bsim_expr_eval(m->io.bytes) * BYTE_S;
    return time_s > 0 && io_s > 0 ? fmin(io_s / time_s, 1) : 0;
}

bool bsim_models_has_io(const struct bsim_models *models, int block) {
    return models->model[block].io.bytes != NULL;
}

bool bsim_models_io(const struct bsim_models *models, int block, struct bsim_io *io, struct bsim_error *err) {
    const struct model *m = &models->model[block];
    const bsim_block_info *b = &models->block[block];
    char values[512];
    io->bytes = bsim_expr_eval(m->io.bytes);
    io->calls = bsim_expr_eval(m->io.calls);
    io->share = isnan(m->io.share) ? 0 : m->io.share;
    if (io->bytes >= 0 && io->calls >= 0 && isfinite(io->bytes) && isfinite(io->calls))
        return true;
    if (bsim_vars_outside(&m->vars) >= 0) { /* outside of its range a fit may turn negative, as a time may */
        io->bytes = io->bytes >= 0 && isfinite(io->bytes) ? io->bytes : 0;
        io->calls = io->calls >= 0 && isfinite(io->calls) ? io->calls : 0;
        return true;
    }
    bsim_vars_list(&m->vars, values, sizeof values);
    return bsim_error_set(err, models->path, m->io.line, m->io.where,
                          "block %s (%s:%d) reads and writes %g bytes in %g calls for %s; both must be finite and not "
                          "negative",
                          b->name, b->file, b->line, io->bytes, io->calls, values);
}
