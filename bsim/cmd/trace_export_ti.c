/* trace_export_ti.c - SimGrid's time-independent traces, which smpirun -replay reads: a line for each action of a rank.
 * Sizes are bytes; ranks are those of MPI_COMM_WORLD. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/cmd/trace_export.h"
#include "bsim/cmd/trace_walk.h"
#include "bsim/trace/trace.h"

struct ti {
    FILE *out;
    double flops;
};

/* What is added to the tags of a communicator, since the format has only one: equal on all its members. Communicators
 * of equal members share it, and few others do. */
static int tag_of_members(const struct bsim_trace_walk *w, int context) {
    const struct bsim_trace_context *c = &w->contexts->context[context];
    return bsim_trace_is_world(w->contexts, context) ? 0 : (int)(c->hash % 1021 + 1) << 20;
}

static bool enter(struct bsim_trace_walk *w, void *data) {
    struct ti *x = data;
    if (w->event->gap_ns > 0)
        fprintf(x->out, "%d compute %.17g\n", w->rank, 1e-9 * (double)w->event->gap_ns * x->flops);
    return true;
}

static bool collective(struct bsim_trace_walk *w, const struct bsim_trace_operation *o, FILE *out) {
    static const struct {
        const char *name, *action;
        char form; /* of the sizes: 0 none, 1 one, c with that of the operator, 2 both */
        bool has_root;
    } known[] = {{"Barrier", "barrier", '0', false},   {"Bcast", "bcast", '1', true},
                 {"Reduce", "reduce", 'c', true},      {"Allreduce", "allreduce", 'c', false},
                 {"Alltoall", "alltoall", '2', false}, {"Allgather", "allgather", '2', false},
                 {"Gather", "gather", '2', true},      {"Scatter", "scatter", '2', true}};
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strcmp(known[i].name, o->name) != 0)
        i++;
    if (i == n || o->id > 0)
        return bsim_trace_refuse(w, "has no action that bsim can write");
    if (!bsim_trace_is_world(w->contexts, o->context))
        return bsim_trace_refuse(w, "is not among all ranks, for which the format has no word");
    int64_t send = o->bytes[0] > 0 ? o->bytes[0] : 0, receive = o->bytes[1] > 0 ? o->bytes[1] : send;
    send = send ? send : receive; /* in place, or not significant */
    fprintf(out, "%d %s", w->rank, known[i].action);
    if (known[i].form != '0')
        fprintf(out, " %" PRId64, send);
    if (known[i].form == 'c')
        fputs(" 0", out);
    if (known[i].form == '2')
        fprintf(out, " %" PRId64, receive);
    if (known[i].has_root)
        fprintf(out, " %d", o->root);
    fputs("\n", out);
    return true;
}

/* SMPI's own call for a send and a receive has no tags: MPI_Sendrecv is written as the walk tells it. */
static bool start(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct ti *x = data;
    if (o->kind == BSIM_TRACE_COLLECTIVE)
        return collective(w, o, x->out);
    if (o->peer < 0)
        return true;
    o->tag += o->tag < BSIM_TRACE_CHANNEL_TAGS ? tag_of_members(w, o->context) : BSIM_TRACE_CHANNEL_TAGS;
    fprintf(x->out, "%d %s%s %d %" PRId64 " %" PRId64 "\n", w->rank, o->id ? "i" : "",
            o->kind == BSIM_TRACE_RECEIVE ? "recv" : "send", o->peer, o->tag, o->bytes[0]);
    return true;
}

static bool complete(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct ti *x = data;
    bool receives = o->kind == BSIM_TRACE_RECEIVE;
    if (o->id && o->peer >= 0)
        fprintf(x->out, "%d wait %d %d %" PRId64 "\n", w->rank, receives ? o->peer : w->rank,
                receives ? w->rank : o->peer, o->tag);
    return true;
}

static bool write_rank(const struct bsim_trace *t, const char *folder, int rank, double flops,
                       struct bsim_trace_contexts *contexts, struct bsim_error *err) {
    static const struct bsim_trace_visitor visitor = {
        .purpose = "written as ti", .is_strict = true, .enter = enter, .start = start, .complete = complete};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/rank-%d.txt", folder, rank);
    struct ti x = {.out = fopen(path, "w"), .flops = flops};
    if (x.out == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    fprintf(x.out, "%d init\n", rank);
    bool ok = bsim_trace_walk(t, rank, contexts, &visitor, &x, err);
    fprintf(x.out, "%d finalize\n", rank);
    if (fclose(x.out) && ok)
        ok = bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    return ok;
}

static void remove_folder(const char *folder, int nrank) {
    char path[PATH_MAX];
    for (int r = 0; r < nrank; r++) {
        snprintf(path, sizeof path, "%s/rank-%d.txt", folder, r);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/list.txt", folder);
    unlink(path);
    rmdir(folder);
}

bool bsim_export_ti(const struct bsim_trace *t, const char *folder, double flops, struct bsim_error *err) {
    char path[PATH_MAX], full[PATH_MAX];
    if (t->ncut > 0)
        return bsim_error_set(err, t->folder, 0, NULL, "is not whole: rank %d was cut off", t->cut[0]);
    if (mkdir(folder, 0777))
        return bsim_error_set(err, folder, 0, NULL, "cannot be made: %s", strerror(errno));
    struct bsim_trace_contexts contexts;
    bool ok = true;
    bsim_trace_contexts_start(&contexts, t);
    for (int r = 0; ok && r < t->nrank; r++)
        ok = write_rank(t, folder, r, flops, &contexts, err);
    bsim_trace_contexts_end(&contexts);
    snprintf(path, sizeof path, "%s/list.txt", folder);
    FILE *list = ok && realpath(folder, full) ? fopen(path, "w") : NULL;
    for (int r = 0; list && r < t->nrank; r++)
        fprintf(list, "%s/rank-%d.txt\n", full, r);
    if (ok && (list == NULL || fclose(list)))
        ok = bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    if (!ok)
        remove_folder(folder, t->nrank);
    return ok;
}
