/* trace_replace.c - a trace with other calculation: gives the calls of each rank to trace_merge.c as a recorder would
 * have written them, with the computation vectors of replayed ranks. */
#include <limits.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_bytes.h"
#include "bsim/trace/trace_part.h"
#include "bsim/trace/trace_stream.h"
#include "bsim/trace/trace_vector.h"

struct replace {
    const struct bsim_trace *trace;
    const struct bsim_vector *const *vector_of;
    struct bsim_bytes out;
};

static void put_head(struct bsim_bytes *b, const struct bsim_trace *t, int rank) {
    const struct bsim_trace_head head = {.nrank = t->nrank,
                                         .program = t->program,
                                         .nfunction = t->nfunction,
                                         .function = t->function,
                                         .roles = t->roles};
    bsim_trace_put_head(b, &head, rank);
    for (int i = 0; i < t->ntype; i++)
        bsim_trace_put_type(b, &t->type[i]);
    for (int i = 1; i < t->nsite; i++)
        bsim_trace_put_site(b, t->site[i]);
    for (int i = 0; rank == 0 && i < t->nnote; i++)
        bsim_trace_put_note(b, t->note[i]);
}

static void put_call(struct bsim_bytes *b, const struct bsim_trace_event *e) {
    bsim_bytes_put(b, TRACE_CALL);
    bsim_bytes_put(b, e->function);
    bsim_bytes_put(b, e->site);
    bsim_bytes_put(b, e->nargs);
    for (int i = 0; i < e->nargs; i++)
        bsim_bytes_put(b, e->args[i]);
}

/* bsim_trace_source.part */
static bool make_part(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    struct replace *r = data;
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    const struct bsim_vector *v = r->vector_of[rank];
    int64_t *number = bsim_alloc(((size_t)bsim_trace_ncall(r->trace, rank) + 1) * sizeof *number), used = 0;
    (void)err;
    r->out.n = 0;
    put_head(&r->out, r->trace, rank);
    bsim_trace_cursor_start(&c, r->trace, rank);
    for (int64_t i = 0; bsim_trace_next(&c, &e); i++) {
        if (number[e.call] == 0) {
            put_call(&r->out, &e);
            number[e.call] = ++used;
        }
        bsim_bytes_put(&r->out, TRACE_EVENT + number[e.call] - 1);
        bsim_bytes_put(&r->out, v->gap_ns[i]);
        bsim_bytes_put(&r->out, e.inside_ns);
    }
    bsim_trace_cursor_end(&c);
    bsim_bytes_put(&r->out, TRACE_END);
    bsim_free(number);
    *bytes = r->out.data;
    *n = r->out.n;
    return true;
}

/* A rank that calculates as another one does so in the same calls of a window. */
static bool check_window(const struct bsim_trace *t, int rank, int other, struct bsim_error *err) {
    if (t->window.what == NULL)
        return true;
    const struct bsim_trace_window_rank *a = &t->window.rank[rank], *b = &t->window.rank[other];
    if (a->first == b->first && a->behind == b->behind)
        return true;
    return bsim_error_set(err, t->folder, 0, NULL,
                          "the window %s is at other calls of rank %d than of rank %d, whose replay stands for it: "
                          "replay rank %d, too, or record with a window by calls (--window MPI_X:FROM-TO)",
                          t->window.what, rank, other, rank);
}

bool bsim_trace_replace(const struct bsim_trace *t, const struct bsim_vector *const *vector_of, const char *folder,
                        char *const *argv, struct bsim_error *err) {
    struct replace r = {.trace = t, .vector_of = vector_of};
    const struct bsim_trace_about about = {
        .argv = argv, .clock = vector_of[0]->clock, .window = t->window.what ? &t->window : NULL};
    for (int rank = 0; rank < t->nrank; rank++) {
        const struct bsim_vector *v = vector_of[rank];
        if (v->n != t->nevent[rank])
            return bsim_error_set(err, t->folder, 0, NULL,
                                  "rank %d makes %lld calls, and rank %d, which stands for it, %lld", rank,
                                  (long long)t->nevent[rank], v->rank, (long long)v->n);
        if (!check_window(t, rank, v->rank, err))
            return false;
        if (strcmp(v->clock, about.clock) != 0)
            return bsim_error_set(err, t->folder, 0, NULL,
                                  "rank %d was replayed with --clock %s, rank %d with --clock %s", vector_of[0]->rank,
                                  about.clock, v->rank, v->clock);
    }
    bool ok = bsim_trace_merge_source(&(struct bsim_trace_source){t->folder, make_part, &r}, folder, &about, err);
    bsim_bytes_free(&r.out);
    return ok;
}
