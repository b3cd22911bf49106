/* trace_window.c - see trace_window.h. */
#include "bsim/trace/trace_window.h"

#include <limits.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"

json_t *bsim_trace_window_json(const struct bsim_trace_window *w, int nrank) {
    if (w == NULL || w->what == NULL)
        return NULL;
    json_t *ranks = json_array();
    for (int r = 0; r < nrank; r++)
        json_array_append_new(ranks, w->rank[r].first < 0 ? json_null()
                                                          : json_pack("[I, I]", (json_int_t)w->rank[r].first,
                                                                      (json_int_t)w->rank[r].behind));
    return json_pack("{s:o, s:I, s:o}", "what", bsim_output_text(w->what), "calls", (json_int_t)w->calls, "ranks",
                     ranks);
}

static void read_rank(struct bsim_trace_window_rank *at, struct bsim_jval v) {
    *at = (struct bsim_trace_window_rank){-1, -1};
    if (json_is_null(v.json) || !bsim_jval_list(v))
        return;
    if (bsim_jval_size(v) != 2) {
        bsim_jval_error(v, "must be null, or the first call in the window and the first one behind it");
        return;
    }
    at->first = bsim_jval_int(bsim_jval_at(v, 0), 0, LLONG_MAX);
    at->behind = bsim_jval_int(bsim_jval_at(v, 1), at->first, LLONG_MAX);
}

void bsim_trace_window_read(struct bsim_trace_window *w, int nrank, struct bsim_jval v) {
    static const char *const keys[] = {"what", "calls", "ranks", NULL};
    int64_t most = 0;
    bool is_any = false;
    if (!bsim_jval_object(v))
        return;
    bsim_jval_keys(v, keys);
    struct bsim_jval ranks = bsim_jval_need(v, "ranks"), calls = bsim_jval_need(v, "calls");
    w->what = bsim_strdup(bsim_jval_string(bsim_jval_need(v, "what")));
    if (!bsim_jval_list(ranks))
        return;
    if (bsim_jval_size(ranks) != (size_t)nrank) {
        bsim_jval_error(ranks, "has %zu entries for %d ranks", bsim_jval_size(ranks), nrank);
        return;
    }
    w->rank = bsim_alloc((size_t)nrank * sizeof *w->rank);
    for (int r = 0; r < nrank; r++) {
        int64_t n;
        read_rank(&w->rank[r], bsim_jval_at(ranks, (size_t)r));
        is_any |= w->rank[r].first >= 0;
        n = w->rank[r].behind > w->rank[r].first ? w->rank[r].behind - w->rank[r].first : 0;
        most = n > INT64_MAX - most ? INT64_MAX : most + n;
    }
    if (!is_any)
        bsim_jval_error(ranks, "tells of no rank where its window is");
    w->calls = bsim_jval_int(calls, 0, most);
}

bool bsim_trace_window_fits(const struct bsim_trace_window *w, int nrank, const int64_t *nevent) {
    for (int r = 0; w->what && r < nrank; r++)
        if (w->rank[r].behind > nevent[r])
            return false;
    return true;
}

void bsim_trace_window_free(struct bsim_trace_window *w) {
    bsim_free(w->what);
    bsim_free(w->rank);
    *w = (struct bsim_trace_window){0};
}

/* ---- while a trace is made ---- */

void bsim_window_found_start(struct bsim_window_found *f, int rank, int nrank) {
    if (f->all.rank == NULL)
        f->all.rank = bsim_alloc((size_t)nrank * sizeof *f->all.rank);
    f->all.rank[rank] = (struct bsim_trace_window_rank){-1, -1};
    f->is_open = false;
}

void bsim_window_found_turn(struct bsim_window_found *f, int rank, bool opens, int64_t at) {
    struct bsim_trace_window_rank *where = &f->all.rank[rank];
    if (opens && where->first < 0)
        where->first = at;
    where->behind = at;
    f->is_open = opens;
    f->is_any = true;
}

void bsim_window_found_end(struct bsim_window_found *f, int rank, int64_t nevent) {
    if (f->is_open)
        f->all.rank[rank].behind = nevent;
}

bool bsim_window_found_check(const struct bsim_window_found *f, struct bsim_error *err) {
    char ran[24], calls[64] = "";
    const char *what = f->all.what;
    if (f->is_any)
        return true;
    if (f->ran_ns == 0)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--window %s: no rank makes a call in it; the run was cut off, before MPI_Finalize",
                              what);
    if (strncmp(what, "MPI_", 4) == 0)
        snprintf(calls, sizeof calls, ", and at most %lld such calls a rank", (long long)f->ncall);
    return bsim_error_set(err, NULL, 0, NULL,
                          "--window %s: no rank makes a call in it; the run had %s between MPI_Init and MPI_Finalize%s",
                          what, bsim_format_time(ran, sizeof ran, 1e-9 * (double)f->ran_ns), calls);
}
