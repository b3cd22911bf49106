/* fit_write.c - a fitted model as formulas and as JSON (docs/reference/models.md). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/fit/fit.h"

char *bsim_fit_formula_text(const struct fit_basis *of, const struct fit_piece *p, char *const *alias, char *buf,
                            size_t size) {
    struct fit_basis basis = *of;
    size_t at = 0;
    char term[256];
    memcpy(basis.var, p->var, sizeof basis.var);
    basis.nvar = FIT_MAX_VARS; /* a rival has more */
    snprintf(buf, size, "0");
    for (int j = 0; j < p->nterm && at < size; j++) {
        bsim_fit_term_text(&basis, &p->term[j], alias, term, sizeof term);
        at += (size_t)snprintf(buf + at, size - at, "%s%.6g%s%s", at ? " + " : "", p->coef[j],
                               strcmp(term, "1") == 0 ? "" : "*", strcmp(term, "1") == 0 ? "" : term);
    }
    return buf;
}

char *bsim_fit_piece_text(const struct fit_model *m, int piece, char *const *alias, char *buf, size_t size) {
    return bsim_fit_formula_text(&m->basis, &m->piece[piece], alias, buf, size);
}

char *bsim_fit_piece_when(const struct fit_model *m, int piece, char *const *alias, char *buf, size_t size) {
    char term[1024], other[1024];
    buf[0] = '\0';
    if (m->higher && piece == 0)
        snprintf(buf, size, "%s > %s", bsim_fit_piece_text(m, 0, alias, term, sizeof term),
                 bsim_fit_piece_text(m, 1, alias, other, sizeof other));
    else if (m->piece[piece].has_break)
        snprintf(buf, size, "%s <= %.6g", bsim_fit_term_text(&m->basis, &m->break_term, alias, term, sizeof term),
                 m->piece[piece].break_value);
    return buf;
}

json_t *bsim_fit_number(double value) {
    if (!isfinite(value))
        return json_null();
    if (value == rint(value) && fabs(value) < 1e15)
        return json_integer((json_int_t)value);
    return json_real(value);
}

/* The share that a hint's kind stands for where none was measured: a block of kind "memory" has all of its time go with
 * the memory, one of kind "compute" or "io" nothing. *said: by a hint. NULL: not known. */
static json_t *memory_json(const struct fit_block *b, bool *said) {
    const struct fit_memory *m = &b->memory;
    double small = rint(m->small * 1e3) / 1e3, large = rint(m->large * 1e3) / 1e3;
    bool memory = b->kind && strcmp(b->kind, "memory") == 0;
    *said = !m->known && b->kind && (memory || strcmp(b->kind, "compute") == 0 || strcmp(b->kind, "io") == 0);
    if (*said)
        return json_integer(memory);
    if (!m->known)
        return NULL;
    if (m->below_s == 0)
        return json_real(large);
    return json_pack("[{s:o, s:f}, {s:f}]", "below", json_sprintf("%.4gus", 1e6 * m->below_s), "share", small, "share",
                     large);
}

json_t *bsim_fit_pieces_json(const struct fit_model *m, char *const *alias) {
    char text[2048];
    json_t *pieces = json_array();
    for (int i = 0; i < m->npiece; i++) {
        json_t *piece = json_object();
        if (m->piece[i].has_break)
            json_object_set_new(piece, "when", json_string(bsim_fit_piece_when(m, i, alias, text, sizeof text)));
        json_object_set_new(piece, "time", json_string(bsim_fit_piece_text(m, i, alias, text, sizeof text)));
        if (bsim_fit_has_transition(&m->piece[i]))
            json_object_set_new(piece, "transition",
                                json_pack("{s:s, s:o, s:o}", "of",
                                          bsim_fit_term_text(&m->basis, &m->break_term, alias, text, sizeof text),
                                          "from", bsim_fit_number(m->piece[i].from), "to",
                                          bsim_fit_number(m->piece[i].to)));
        json_array_append_new(pieces, piece);
    }
    return pieces;
}

json_t *bsim_fit_model_json(const struct fit_model *m, const struct fit_block *b) {
    json_t *params = json_object(), *range = json_object(), *fit = json_object();
    for (int i = 0; i < b->nparam; i++) {
        json_object_set_new(params, b->alias[i], json_string(b->param[i]));
        if (!(m->where.anywhere >> i & 1)) /* it holds for all values */
            json_object_set_new(range, b->alias[i],
                                json_pack("[o, o]", bsim_fit_number(m->low[i]), bsim_fit_number(m->high[i])));
    }
    for (int i = b->nparam; i < b->nparam + b->ncount; i++)
        json_object_set_new(range, b->alias[i],
                            json_pack("[o, o]", bsim_fit_number(m->low[i]), bsim_fit_number(m->high[i])));
    json_object_set_new(fit, "samples", json_integer(m->npoint));
    json_object_set_new(fit, "executions", json_integer((json_int_t)m->executions));
    json_object_set_new(fit, "error_median", bsim_fit_number(m->error_median));
    json_object_set_new(fit, "error_max", bsim_fit_number(m->error_max));
    if (m->nnear > 0)
        json_object_set_new(fit, "errors", bsim_fit_near_json(m));
    json_t *beyond = bsim_fit_beyond_json(m, b);
    if (beyond)
        json_object_set_new(fit, "beyond", beyond);
    double spread = fmax(b->spread_median, b->varied_median); /* ignores one NAN */
    if (!isnan(spread)) {
        json_object_set_new(fit, "spread_median", bsim_fit_number(spread));
        json_object_set_new(fit, "spread_max", bsim_fit_number(fmax(b->spread_max, b->varied_max)));
    }
    double left_out = 1 - (1 - bsim_fit_left_out(b)) * (1 - bsim_fit_outlying(m, b).part);
    if (left_out >= 0.01)
        json_object_set_new(fit, "left_out", json_real(left_out));
    if (m->uneven.deviation >= FIT_UNEVEN)
        json_object_set_new(fit, "uneven", json_real(rint(m->uneven.deviation * 1e4) / 1e4));
    if (b->timer_s > 0)
        json_object_set_new(fit, "timer", json_real(b->timer_s));
    if (b->between_runs >= FIT_BETWEEN)
        json_object_set_new(fit, "between_runs", json_real(rint(b->between_runs * 100) / 100));
    json_t *drift = bsim_fit_drift_json(b);
    if (drift)
        json_object_set_new(fit, "drift", drift);
    if (b->nbusy > 0) {
        json_t *busy = json_array();
        for (int i = 0; i < b->nbusy; i++)
            json_array_append_new(busy, json_integer(b->busy[i]));
        json_object_set_new(fit, "busy", busy);
        if (b->nbusy > 1 && (!b->memory.known || b->memory.less) && b->slower[b->nbusy - 1] > 0)
            json_object_set_new(fit, "slower", json_real(b->slower[b->nbusy - 1]));
    }
    json_object_set_new(fit, "outliers", json_integer(m->noutlier));
    json_object_set_new(fit, "range", range);
    json_t *steps = bsim_fit_steps_json(m, b);
    if (steps)
        json_object_set_new(fit, "steps", steps);
    if (m->nrelated > 0)
        json_object_set_new(fit, "related", bsim_fit_related_json(m, b->alias));
    json_t *rivals = bsim_fit_aside_json(m, b);
    if (rivals)
        json_object_set_new(fit, "rivals", rivals);
    json_t *values = bsim_fit_kinds_json(m, b);
    if (values)
        json_object_set_new(fit, "values", values);
    if (m->note[0])
        json_object_set_new(fit, "note", json_string(m->note));
    bool said;
    char comment[100] = "";
    json_t *memory = memory_json(b, &said);
    if (said)
        snprintf(comment, sizeof comment, "memory_share is not measured: a hint says that the kind is \"%s\"", b->kind);
    return json_pack("{s:o*, s:o*, s:o, s:o*, s:o, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:o, s:o*}",
                     "place", b->place ? bsim_output_text(b->place) : NULL, "label",
                     b->label ? bsim_output_text(b->label) : NULL, "params", params, "counts",
                     bsim_fit_counts_json(m, b), "pieces", bsim_fit_pieces_json(m, b->alias), "first",
                     bsim_fit_first_json(m, b), "by_rank", bsim_fit_ranks_json(b), "up_to_ranks",
                     b->up_to_ranks > 0 ? json_integer(b->up_to_ranks) : NULL, "memory_share", memory, "cache",
                     bsim_fit_cache_json(b), "io", bsim_fit_io_json(m, b), "uneven", bsim_fit_uneven_json(m, b),
                     "where", bsim_fit_where_json(m, b), "noise", bsim_fit_noise_json(b), "fit", fit, "comment",
                     said ? json_string(comment) : NULL);
}

json_t *bsim_fit_block_json(const struct fit_model *m, const struct fit_data *data, int block) {
    json_t *model = bsim_fit_model_json(m, &data->block[block]), *hidden = bsim_fit_hidden_json(m, data);
    if (hidden)
        json_object_set_new(json_object_get(model, "fit"), "hidden", hidden);
    return model;
}
