/* trace_messages.c - the messages that the ranks of a trace send: destinations as ranks of MPI_COMM_WORLD. */
#include "bsim/cmd/trace_messages.h"

#include <stdbool.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

enum { MOST_NUMBER = 1 << 24 };

/* A rank's communicators and persistent sends, by number. */
struct walk {
    const struct bsim_trace *trace;
    int rank;
    struct comm {
        int n, own; /* members; this rank's place among them */
        int *world; /* NULL: not known */
    } *comm;
    struct bsim_trace_event *init;
    int ncomm, ninit;
    void (*sent)(void *data, int from, int to, int64_t bytes);
    void *data;
    int64_t unknown;
};

static struct comm *comm_at(struct walk *w, int64_t number) {
    static struct comm none;
    if (number < 0 || number > MOST_NUMBER)
        return &none;
    if (number >= w->ncomm) {
        w->comm = bsim_realloc(w->comm, ((size_t)number + 1) * sizeof *w->comm);
        for (; w->ncomm <= number; w->ncomm++)
            w->comm[w->ncomm] = (struct comm){0};
    }
    return &w->comm[number];
}

static void set_comm(struct walk *w, int64_t number, int own, int n, int *world) {
    struct comm *c = comm_at(w, number);
    bsim_free(c->world);
    *c = (struct comm){n, own, world};
}

/* The members are runs of ranks of the parent: first one, stride, number. */
static void make_comm(struct walk *w, const struct bsim_trace_event *e) {
    if (e->nargs < 3 || e->args[1] == TRACE_NONE || e->args[1] < 0 || e->args[1] > MOST_NUMBER)
        return;
    const struct comm parent = *comm_at(w, e->args[0]);
    int n = 0, *world = parent.world ? bsim_alloc((size_t)parent.n * sizeof *world) : NULL;
    for (int i = 3; world && i + 2 < e->nargs; i += 3)
        for (int64_t k = 0; k < e->args[i + 2] && n < parent.n; k++) {
            int64_t rank = e->args[i] + k * e->args[i + 1];
            if (rank >= 0 && rank < parent.n)
                world[n++] = parent.world[rank];
        }
    set_comm(w, e->args[1], (int)e->args[2], n, world);
}

/* What a call sends: peer, bytes, communicator. False if it sends nothing. */
static bool sends(const struct bsim_trace *t, const struct bsim_trace_event *e, int64_t *peer, int64_t *bytes,
                  int64_t *comm) {
    const char *roles = t->roles[e->function];
    int64_t count = 0, size = -1;
    bool has_peer = false;
    int at = 0;
    if (strchr(roles, 'b') == NULL && roles[0] != 'x')
        return false;
    for (const char *role = roles; *role && at < e->nargs; role++) {
        if (!trace_has_number(*role, false))
            continue;
        int64_t value = e->args[at++];
        if (*role == 'n' && !has_peer)
            count = value;
        if (*role == 't' && !has_peer && value >= 0 && value < t->ntype)
            size = t->type[value].size_bytes;
        if (*role == 'p' && !has_peer) {
            *peer = value;
            has_peer = true;
        }
        if (*role == 'c')
            *comm = value;
    }
    *bytes = count * size;
    return has_peer && size >= 0 && *peer != TRACE_PROC_NULL;
}

static void send_message(struct walk *w, const struct bsim_trace_event *e) {
    int64_t peer = 0, bytes = 0, number = TRACE_NONE;
    if (!sends(w->trace, e, &peer, &bytes, &number))
        return;
    const struct comm *c = comm_at(w, number);
    int64_t to = c->own + peer;
    if (c->world && to >= 0 && to < c->n)
        w->sent(w->data, w->rank, c->world[to], bytes);
    else
        w->unknown++;
}

static void keep_init(struct walk *w, const struct bsim_trace_event *e) {
    int64_t number = e->nargs > 0 ? e->args[e->nargs - 1] : -1;
    if (number < 0 || number > MOST_NUMBER)
        return;
    if (number >= w->ninit) {
        w->init = bsim_realloc(w->init, ((size_t)number + 1) * sizeof *w->init);
        memset(w->init + w->ninit, 0, ((size_t)number + 1 - (size_t)w->ninit) * sizeof *w->init);
        w->ninit = (int)number + 1;
    }
    w->init[number] = *e;
}

static void visit(struct walk *w, const struct bsim_trace_event *e) {
    const char *name = w->trace->function[e->function], *roles = w->trace->roles[e->function];
    if (strcmp(name, "Start") == 0) {
        if (e->nargs > 0 && e->args[0] >= 0 && e->args[0] < w->ninit && w->init[e->args[0]].args)
            send_message(w, &w->init[e->args[0]]);
    } else if (strcmp(name, "Comm_free") == 0) {
        if (e->nargs > 0 && e->args[0] > 1)
            set_comm(w, e->args[0], 0, 0, NULL);
    } else if (trace_has_own_arguments(name)) {
        if (roles[0] == 'c')
            make_comm(w, e);
    } else if (!trace_is_collective(roles) && strchr(roles, 'p')) {
        if (strstr(name, "_init"))
            keep_init(w, e);
        else
            send_message(w, e);
    }
}

static void begin(struct walk *w) {
    int n = w->trace->nrank, *world = bsim_alloc((size_t)n * sizeof *world), *self = bsim_alloc(sizeof *self);
    for (int i = 0; i < n; i++)
        world[i] = i;
    *self = w->rank;
    set_comm(w, 0, w->rank, n, world);
    set_comm(w, 1, 0, 1, self);
}

int64_t bsim_trace_messages(const struct bsim_trace *t, void (*sent)(void *data, int from, int to, int64_t bytes),
                            void *data) {
    int64_t unknown = 0;
    for (int r = 0; r < t->nrank; r++) {
        struct walk w = {.trace = t, .rank = r, .sent = sent, .data = data};
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        begin(&w);
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e))
            visit(&w, &e);
        bsim_trace_cursor_end(&c);
        unknown += w.unknown;
        for (int i = 0; i < w.ncomm; i++)
            bsim_free(w.comm[i].world);
        bsim_free(w.comm);
        bsim_free(w.init);
    }
    return unknown;
}
