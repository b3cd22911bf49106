/* trace_export_ti.c - SimGrid's time-independent traces, which smpirun -replay reads: a line for each action of a rank.
 * Sizes are bytes; ranks are those of MPI_COMM_WORLD. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/trace_comms.h"
#include "bsim/cmd/trace_export.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

enum { MOST_NUMBER = 1 << 24 };

struct ti {
    const struct bsim_trace *trace;
    struct bsim_error *err;
    FILE *out;
    int rank;
    double flops;
    struct bsim_trace_comms comms;
    struct request {
        int from, to, tag; /* of its message, ranks of MPI_COMM_WORLD */
        bool is_active;
        struct bsim_trace_event init; /* of a persistent request */
    } *request;
    int nrequest, nactive;
};

static bool refuse(const struct ti *x, const struct bsim_trace_event *e, const char *why) {
    const char *site = x->trace->site[e->site];
    return bsim_error_set(x->err, x->trace->folder, 0, NULL, "cannot be written as ti: MPI_%s of rank %d at %s %s",
                          x->trace->function[e->function], x->rank, site, why);
}

static struct request *request_at(struct ti *x, int64_t number) {
    if (number < 0 || number > MOST_NUMBER)
        return NULL;
    if (number >= x->nrequest) {
        x->request = bsim_realloc(x->request, ((size_t)number + 1) * sizeof *x->request);
        memset(x->request + x->nrequest, 0, ((size_t)number + 1 - (size_t)x->nrequest) * sizeof *x->request);
        x->nrequest = (int)number + 1;
    }
    return &x->request[number];
}

/* The arguments of a call by role; the second ones are those of what it receives. */
struct arguments {
    int64_t count[2], peer[2], tag[2], bytes[2], comm, root;
    int ncount, npeer, ntag, ntype;
};

static struct arguments arguments_of(const struct bsim_trace *t, const struct bsim_trace_event *e) {
    const char *roles = t->roles[e->function];
    bool is_coll = trace_is_collective(roles);
    struct arguments a = {.comm = TRACE_NONE};
    int at = 0;
    for (const char *role = roles; *role && at < e->nargs; role++) {
        if (!trace_has_number(*role, is_coll))
            continue;
        int64_t value = e->args[at++];
        if (*role == 'v' || *role == 'w')
            at += (int)value;
        if (*role == 'n' && a.ncount < 2)
            a.count[a.ncount++] = value == TRACE_NONE ? 0 : value;
        if (*role == 'p' && a.npeer < 2)
            a.peer[a.npeer++] = value;
        if (*role == 'g' && a.ntag < 2)
            a.tag[a.ntag++] = value;
        if (*role == 't' && a.ntype < 2) {
            int64_t size = value >= 0 && value < t->ntype ? t->type[value].size_bytes : 0;
            a.bytes[a.ntype] = size * a.count[a.ncount > a.ntype ? a.ntype : 0];
            a.ntype++;
        }
        a.comm = *role == 'c' ? value : a.comm;
        a.root = *role == 'k' ? value : a.root;
    }
    return a;
}

/* What is added to the tags of a communicator, since the format has only one: equal on all its members. Communicators
 * of equal members share it, and few others do. */
static int tag_of_members(const struct bsim_trace_comm *comm, int nrank) {
    uint32_t hash = 2166136261u;
    bool is_world = comm->n == nrank;
    for (int i = 0; i < comm->n; i++) {
        hash = (hash ^ (uint32_t)comm->world[i]) * 16777619u;
        is_world = is_world && comm->world[i] == i;
    }
    return is_world ? 0 : (int)(hash % 1021 + 1) << 20;
}

/* A send or receive. request: its own; NULL: the call blocks. */
static bool message(struct ti *x, const struct bsim_trace_event *e, const struct arguments *a, int side, bool receives,
                    struct request *request) {
    if (request)
        *request = (struct request){.from = -1, .is_active = true, .init = request->init};
    x->nactive += request != NULL;
    if (a->peer[side] == TRACE_PROC_NULL)
        return true;
    if (a->peer[side] == TRACE_ANY || a->tag[side] == TRACE_ANY)
        return refuse(x, e, "has no known source or tag, since it was never completed");
    int peer = bsim_trace_comms_world(&x->comms, a->comm, a->peer[side]);
    if (peer < 0)
        return refuse(x, e, "is in a communicator whose members the trace does not know");
    int tag = (int)a->tag[side] + tag_of_members(bsim_trace_comms_find(&x->comms, a->comm), x->trace->nrank);
    int64_t bytes = a->bytes[a->ntype > side ? side : 0];
    fprintf(x->out, "%d %s%s %d %d %" PRId64 "\n", x->rank, request ? "i" : "", receives ? "recv" : "send", peer, tag,
            bytes);
    if (request) {
        request->from = receives ? peer : x->rank;
        request->to = receives ? x->rank : peer;
        request->tag = tag;
    }
    return true;
}

/* SMPI's own call for both has no tags: a receive, a send, and the end of the receive. */
static bool exchange(struct ti *x, const struct bsim_trace_event *e, const struct arguments *a) {
    struct request r = {0};
    if (!message(x, e, a, 1, true, &r) || !message(x, e, a, 0, false, NULL))
        return false;
    x->nactive--;
    if (r.from >= 0)
        fprintf(x->out, "%d wait %d %d %d\n", x->rank, r.from, r.to, r.tag);
    return true;
}

static bool complete(struct ti *x, const struct bsim_trace_event *e) {
    for (int i = 0; i < e->nargs; i++) {
        struct request *r = request_at(x, e->args[i]);
        if (r == NULL || !r->is_active)
            return refuse(x, e, "waits for a request that no call before it made");
        if (r->from >= 0)
            fprintf(x->out, "%d wait %d %d %d\n", x->rank, r->from, r->to, r->tag);
        r->is_active = false;
        x->nactive--;
    }
    return true;
}

static bool start(struct ti *x, const struct bsim_trace_event *e) {
    struct request *r = e->nargs > 2 ? request_at(x, e->args[0]) : NULL;
    if (r == NULL || r->init.args == NULL)
        return refuse(x, e, "starts a request that no call before it made");
    struct arguments a = arguments_of(x->trace, &r->init);
    if (e->args[1] != TRACE_NONE)
        a.peer[0] = e->args[1];
    if (e->args[2] != TRACE_NONE)
        a.tag[0] = e->args[2];
    return message(x, e, &a, 0, strncmp(x->trace->function[r->init.function], "Recv", 4) == 0, r);
}

static bool collective(struct ti *x, const struct bsim_trace_event *e, const struct arguments *a) {
    static const struct {
        const char *name, *action;
        char form; /* of the sizes: 0 none, 1 one, c with that of the operator, 2 both */
        bool has_root;
    } known[] = {{"Barrier", "barrier", '0', false},   {"Bcast", "bcast", '1', true},
                 {"Reduce", "reduce", 'c', true},      {"Allreduce", "allreduce", 'c', false},
                 {"Alltoall", "alltoall", '2', false}, {"Allgather", "allgather", '2', false},
                 {"Gather", "gather", '2', true},      {"Scatter", "scatter", '2', true}};
    size_t i = 0, n = sizeof known / sizeof *known;
    const char *name = x->trace->function[e->function];
    while (i < n && strcmp(known[i].name, name) != 0)
        i++;
    if (i == n)
        return refuse(x, e, "has no action that bsim can write");
    const struct bsim_trace_comm *comm = bsim_trace_comms_find(&x->comms, a->comm);
    bool whole = comm->n == x->trace->nrank && comm->world;
    for (int k = 0; whole && k < comm->n; k++)
        whole = comm->world[k] == k;
    if (!whole)
        return refuse(x, e, "is not among all ranks, for which the format has no word");
    int64_t send = a->bytes[0], receive = a->bytes[1] ? a->bytes[1] : send;
    send = send ? send : receive; /* in place, or not significant */
    fprintf(x->out, "%d %s", x->rank, known[i].action);
    if (known[i].form != '0')
        fprintf(x->out, " %" PRId64, send);
    if (known[i].form == 'c')
        fputs(" 0", x->out);
    if (known[i].form == '2')
        fprintf(x->out, " %" PRId64, receive);
    if (known[i].has_root)
        fprintf(x->out, " %" PRId64, a->root);
    fputs("\n", x->out);
    return true;
}

static bool action(struct ti *x, const struct bsim_trace_event *e) {
    const struct bsim_trace *t = x->trace;
    const char *name = t->function[e->function], *roles = t->roles[e->function];
    if (e->gap_ns > 0)
        fprintf(x->out, "%d compute %.17g\n", x->rank, 1e-9 * (double)e->gap_ns * x->flops);
    bsim_trace_comms_visit(&x->comms, t, e);
    if (strcmp(name, "Start") == 0)
        return start(x, e);
    if (strncmp(name, "Wait", 4) == 0 || strncmp(name, "Test", 4) == 0)
        return complete(x, e);
    if (strcmp(name, "Cancel") == 0 || (strcmp(name, "Request_free") == 0 && e->nargs > 0 &&
                                        request_at(x, e->args[0]) && request_at(x, e->args[0])->is_active))
        return refuse(x, e, "has no action");
    if (trace_has_own_arguments(name) || strcmp(name, "Finalize") == 0 || strcmp(name, "Request_free") == 0)
        return true;
    struct arguments a = arguments_of(t, e);
    struct request *r = strchr(roles, 'R') && e->nargs > 0 ? request_at(x, e->args[e->nargs - 1]) : NULL;
    if (strstr(name, "_init") && r) {
        *r = (struct request){.init = *e};
        return true;
    }
    if (trace_is_collective(roles))
        return collective(x, e, &a);
    if (strncmp(name, "Sendrecv", 8) == 0)
        return exchange(x, e, &a);
    return message(x, e, &a, 0, strstr(name, "recv") || strcmp(name, "Recv") == 0, r);
}

static bool write_rank(const struct bsim_trace *t, const char *folder, int rank, double flops, struct bsim_error *err) {
    char path[PATH_MAX];
    struct ti x = {.trace = t, .err = err, .rank = rank, .flops = flops};
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    bool ok = true;
    snprintf(path, sizeof path, "%s/rank-%d.txt", folder, rank);
    x.out = fopen(path, "w");
    if (x.out == NULL)
        return bsim_error_set(err, path, 0, NULL, "cannot be written: %s", strerror(errno));
    fprintf(x.out, "%d init\n", rank);
    bsim_trace_comms_start(&x.comms, t, rank);
    bsim_trace_cursor_start(&c, t, rank);
    while (ok && bsim_trace_next(&c, &e))
        ok = action(&x, &e);
    bsim_trace_cursor_end(&c);
    bsim_trace_comms_end(&x.comms);
    bsim_free(x.request);
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
    bool ok = true;
    for (int r = 0; ok && r < t->nrank; r++)
        ok = write_rank(t, folder, r, flops, err);
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
