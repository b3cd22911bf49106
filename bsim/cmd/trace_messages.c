/* trace_messages.c - the messages that the ranks of a trace send: destinations as ranks of MPI_COMM_WORLD. */
#include "bsim/cmd/trace_messages.h"

#include <stdbool.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cmd/trace_comms.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

enum { MOST_NUMBER = 1 << 24 };

/* A rank's communicators, and by number the calls that made persistent requests. */
struct walk {
    const struct bsim_trace *trace;
    int rank;
    struct bsim_trace_comms comms;
    struct bsim_trace_event *init;
    int ninit;
    void (*sent)(void *data, int from, int to, int64_t bytes);
    void *data;
    int64_t unknown;
};

/* What a call sends: peer, bytes, communicator. False if it sends nothing. */
static bool sends(const struct bsim_trace *t, const struct bsim_trace_event *e, int64_t *peer, int64_t *bytes,
                  int64_t *comm) {
    const char *roles = t->roles[e->function], *name = t->function[e->function];
    if (trace_is_partitioned(name)) {
        if (strcmp(name, "Psend_init") != 0 || e->nargs < 5)
            return false;
        *comm = e->args[0];
        *peer = e->args[1];
        *bytes = e->args[3] * e->args[4];
        return *peer != TRACE_PROC_NULL;
    }
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
    int to = bsim_trace_comms_world(&w->comms, number, peer);
    if (to >= 0)
        w->sent(w->data, w->rank, to, bytes);
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
    if (strstr(name, "_init")) {
        keep_init(w, e);
    } else if (strcmp(name, "Start") == 0) {
        if (e->nargs > 0 && e->args[0] >= 0 && e->args[0] < w->ninit && w->init[e->args[0]].args)
            send_message(w, &w->init[e->args[0]]);
    } else if (trace_has_own_arguments(name)) {
        bsim_trace_comms_visit(&w->comms, w->trace, e);
    } else if (!trace_is_collective(roles) && strchr(roles, 'p')) {
        send_message(w, e);
    }
}

int64_t bsim_trace_messages(const struct bsim_trace *t, void (*sent)(void *data, int from, int to, int64_t bytes),
                            void *data) {
    int64_t unknown = 0;
    struct bsim_trace_remotes remotes;
    bsim_trace_remotes_start(&remotes, t);
    for (int r = 0; r < t->nrank; r++) {
        struct walk w = {.trace = t, .rank = r, .sent = sent, .data = data};
        struct bsim_trace_cursor c;
        struct bsim_trace_event e;
        bsim_trace_comms_start(&w.comms, t, r, &remotes);
        bsim_trace_cursor_start(&c, t, r);
        while (bsim_trace_next(&c, &e))
            visit(&w, &e);
        bsim_trace_cursor_end(&c);
        unknown += w.unknown;
        bsim_trace_comms_end(&w.comms);
        bsim_free(w.init);
    }
    bsim_trace_remotes_end(&remotes);
    return unknown;
}
