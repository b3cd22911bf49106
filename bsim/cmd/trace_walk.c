/* trace_walk.c - goes through the calls of a rank of a trace, and tells what they do. */
#include "bsim/cmd/trace_walk.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

enum { MOST_NUMBER = 1 << 24 };

bool bsim_trace_refuse(const struct bsim_trace_walk *w, const char *why) {
    return bsim_error_set(w->err, w->trace->folder, 0, NULL, "cannot be %s: MPI_%s of rank %d at %s %s",
                          w->visitor->purpose, w->trace->function[w->event->function], w->rank,
                          w->trace->site[w->event->site], why);
}

/* ---- requests ---- */

/* Element `number` of a list, which grows by zeros up to it. NULL: there can be none. */
static void *element(void **list, int *n, int64_t number, size_t each) {
    if (number < 0 || number > MOST_NUMBER)
        return NULL;
    if (number >= *n) {
        *list = bsim_realloc(*list, ((size_t)number + 1) * each);
        memset((char *)*list + (size_t)*n * each, 0, ((size_t)number + 1 - (size_t)*n) * each);
        *n = (int)number + 1;
    }
    return (char *)*list + (size_t)number * each;
}

static struct bsim_trace_request *request_at(struct bsim_trace_walk *w, int64_t number) {
    void *list = w->request, *at = element(&list, &w->nrequest, number, sizeof *w->request);
    w->request = list;
    return at;
}

/* Tells that an operation starts. request: its own; NULL: the call ends it. */
static bool begin(struct bsim_trace_walk *w, struct bsim_trace_operation *o, struct bsim_trace_request *request) {
    o->id = request ? ++w->nid : 0;
    o->begin_ns = w->begin_ns;
    bool ok = w->visitor->start == NULL || w->visitor->start(w, o, w->data);
    if (request) {
        request->operation = *o;
        request->is_active = true;
        request->exchanges = false;
    }
    return ok;
}

static bool end(struct bsim_trace_walk *w, struct bsim_trace_operation *o) {
    return w->visitor->complete == NULL || w->visitor->complete(w, o, w->data);
}

static bool complete(struct bsim_trace_walk *w) {
    for (int i = 0; i < w->event->nargs; i++) {
        struct bsim_trace_request *r = request_at(w, w->event->args[i]);
        if (r && r->is_persistent && !r->is_active) /* nothing to wait for */
            continue;
        if (r == NULL || !r->is_active)
            return bsim_trace_refuse(w, "waits for a request that no call before it made");
        r->is_active = false;
        if ((r->exchanges && !end(w, &r->receive)) || !end(w, &r->operation))
            return false;
    }
    return true;
}

/* MPI_Cancel and MPI_Request_free. */
static bool give_up(struct bsim_trace_walk *w, bool cancels) {
    struct bsim_trace_request *r = w->event->nargs > 0 ? request_at(w, w->event->args[0]) : NULL;
    if (r == NULL)
        return bsim_trace_refuse(w, "has no request");
    if (!r->is_active && !cancels)
        return true;
    if (w->visitor->is_strict)
        return bsim_trace_refuse(w, "has no action");
    r->operation.cancelled = r->receive.cancelled = true;
    r->is_active = r->is_active && cancels;
    return true;
}

/* ---- arguments ---- */

/* The arguments of a call by role; the second ones are those of what it receives. */
struct arguments {
    int64_t count[2], peer[2], tag[2], bytes[2], comm, root;
    const int64_t *counts[2], *types[2];
    int ncount, npeer, ntag, ntype;
    int64_t probed_at; /* of the receive of a probed message: bsim_trace_probed.at */
};

static struct arguments arguments_of(const struct bsim_trace *t, const struct bsim_trace_event *e) {
    const char *roles = t->roles[e->function];
    bool is_coll = trace_is_collective(roles);
    struct arguments a = {.comm = TRACE_NONE, .root = -1, .bytes = {-1, -1}};
    int at = 0;
    for (const char *role = roles; *role && at < e->nargs; role++) {
        if (!trace_has_number(*role, is_coll))
            continue;
        int64_t value = e->args[at++];
        if (*role == 'v' && a.ncount < 2) {
            a.counts[a.ncount] = value > 0 ? e->args + at : NULL;
            a.count[a.ncount++] = value > 0;
        }
        if (*role == 'w' && a.ntype < 2)
            a.types[a.ntype++] = value > 0 ? e->args + at : NULL;
        if (*role == 'v' || *role == 'w')
            at = trace_behind_list(at, value, e->nargs);
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

int64_t bsim_trace_block(const struct bsim_trace *t, const struct bsim_trace_operation *o, int side, int member) {
    int64_t count = o->counts[side] ? o->counts[side][member] : 1, size = o->bytes[side];
    if (o->types[side]) {
        int64_t type = o->types[side][member];
        size = type >= 0 && type < t->ntype ? t->type[type].size_bytes : 0;
    }
    return size < 0 ? 0 : count * size;
}

/* ---- communicators ---- */

static uint32_t hash_of(const int *world, int n) {
    uint32_t hash = 2166136261u;
    for (int i = 0; i < n; i++)
        hash = (hash ^ (uint32_t)world[i]) * 16777619u;
    return hash;
}

static int add_context(struct bsim_trace_contexts *c, struct bsim_trace_context context) {
    c->context = bsim_realloc(c->context, ((size_t)c->n + 1) * sizeof *c->context);
    c->context[c->n] = context;
    return c->n++;
}

/* The first communicator of these members. */
static int find_members(struct bsim_trace_contexts *c, const int *world, int n) {
    uint32_t hash = hash_of(world, n);
    int *at = &c->bucket[hash % (uint32_t)c->nbucket];
    for (int i = *at; i >= 0; i = c->context[i].next_of_hash)
        if (c->context[i].hash == hash && c->context[i].n == n &&
            memcmp(c->context[i].world, world, (size_t)n * sizeof *world) == 0)
            return i;
    int *copy = bsim_alloc(((size_t)n + 1) * sizeof *copy);
    memcpy(copy, world, (size_t)n * sizeof *copy);
    return *at = add_context(
               c, (struct bsim_trace_context){.n = n, .world = copy, .next = -1, .hash = hash, .next_of_hash = *at});
}

/* The communicator of the rank's number that is made now. */
static int use_context(struct bsim_trace_walk *w, int64_t number) {
    const struct bsim_trace_comm *comm = bsim_trace_comms_find(&w->comms, number);
    if (comm->world == NULL)
        return -1;
    int first = find_members(w->contexts, comm->world, comm->n), at = first;
    if (first >= w->nmade) {
        int n = w->contexts->n;
        w->made = bsim_realloc(w->made, (size_t)n * sizeof *w->made);
        memset(w->made + w->nmade, 0, (size_t)(n - w->nmade) * sizeof *w->made);
        w->nmade = n;
    }
    for (int i = 0; i < w->made[first]; i++) {
        if (w->contexts->context[at].next < 0) {
            struct bsim_trace_context more = w->contexts->context[at];
            more.same++;
            int made = add_context(w->contexts, more);
            w->contexts->context[at].next = made;
        }
        at = w->contexts->context[at].next;
    }
    w->made[first]++;
    if (number >= w->ncontext) {
        w->context_of = bsim_realloc(w->context_of, ((size_t)number + 1) * sizeof *w->context_of);
        for (; w->ncontext <= number; w->ncontext++)
            w->context_of[w->ncontext] = -1;
    }
    return w->context_of[number] = at;
}

static int context_of(const struct bsim_trace_walk *w, int64_t number) {
    return number >= 0 && number < w->ncontext && bsim_trace_comms_find(&w->comms, number)->world
               ? w->context_of[number]
               : -1;
}

void bsim_trace_contexts_start(struct bsim_trace_contexts *c, const struct bsim_trace *t) {
    *c = (struct bsim_trace_contexts){.nbucket = 2 * t->nrank + 64};
    c->bucket = bsim_alloc((size_t)c->nbucket * sizeof *c->bucket);
    for (int i = 0; i < c->nbucket; i++)
        c->bucket[i] = -1;
    int *world = bsim_alloc((size_t)t->nrank * sizeof *world);
    for (int i = 0; i < t->nrank; i++)
        world[i] = i;
    find_members(c, world, t->nrank);
    bsim_free(world);
}

void bsim_trace_contexts_end(struct bsim_trace_contexts *c) {
    for (int i = 0; i < c->n; i++)
        if (c->context[i].same == 0)
            bsim_free(c->context[i].world);
    bsim_free(c->context);
    bsim_free(c->bucket);
    bsim_trace_channels_end(&c->channels);
    bsim_trace_channels_end(&c->files);
    bsim_trace_channels_end(&c->windows);
}

bool bsim_trace_is_world(const struct bsim_trace_contexts *c, int context) {
    return context >= 0 && c->context[context].world == c->context[0].world;
}

static bool make(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    const char *name = w->trace->function[e->function];
    if (strncmp(name, "Intercomm_", 10) == 0 || strncmp(name, "Comm_idup", 9) == 0)
        return bsim_trace_refuse(w, "has no action that bsim can write");
    int parent = e->nargs > 0 ? context_of(w, e->args[0]) : -1, made = -1;
    bsim_trace_comms_visit(&w->comms, w->trace, e);
    if (e->nargs > 2 && e->args[1] != TRACE_NONE)
        made = use_context(w, e->args[1]);
    return w->visitor->make == NULL || w->visitor->make(w, parent, made, w->data);
}

static bool free_comm(struct bsim_trace_walk *w) {
    int context = w->event->nargs > 0 ? context_of(w, w->event->args[0]) : -1;
    bsim_trace_comms_visit(&w->comms, w->trace, w->event);
    return w->visitor->free_comm == NULL || w->visitor->free_comm(w, context, w->data);
}

/* ---- calls ---- */

/* Whether a receive takes a message while an earlier one of the same sender, tag and communicator, which a probe took,
 * still waits for its receive: messages go to receives in the order of these. at: of the probe of its own message. */
static bool overtakes(const struct bsim_trace_walk *w, int64_t comm, int64_t peer, int64_t tag, int64_t at) {
    for (int i = 0; i < w->nprobed; i++) {
        const struct bsim_trace_probed *p = &w->probed[i];
        if (p->at > 0 && p->at < at && p->comm == comm && p->peer == peer && p->tag == tag)
            return true;
    }
    return false;
}

/* A send or receive. request: its own; NULL: the call blocks. */
static bool message(struct bsim_trace_walk *w, const struct arguments *a, int side, bool receives,
                    struct bsim_trace_request *request, struct bsim_trace_operation *o) {
    *o = (struct bsim_trace_operation){.kind = receives ? BSIM_TRACE_RECEIVE : BSIM_TRACE_SEND,
                                       .peer = -1,
                                       .tag = a->tag[side],
                                       .bytes = {a->bytes[a->ntype > side ? side : 0], -1}};
    o->context = context_of(w, a->comm);
    if (a->peer[side] == TRACE_PROC_NULL)
        return begin(w, o, request);
    if (a->peer[side] == TRACE_ANY || a->tag[side] == TRACE_ANY)
        return w->visitor->is_strict ? bsim_trace_refuse(w, "has no known source or tag, since it was never completed")
                                     : begin(w, o, request);
    o->peer = bsim_trace_comms_world(&w->comms, a->comm, a->peer[side]);
    if (o->peer < 0 || o->context < 0)
        return bsim_trace_refuse(w, "is in a communicator whose members the trace does not know");
    o->peer_in_comm = bsim_trace_comms_find(&w->comms, a->comm)->own + (int)a->peer[side];
    if (receives && overtakes(w, a->comm, a->peer[side], a->tag[side], a->probed_at > 0 ? a->probed_at : w->nprobe + 1))
        return bsim_trace_refuse(w, "overtakes a message that a matched probe took before, which bsim cannot write");
    return begin(w, o, request);
}

/* Sendrecv receives, sends, and ends the receive. */
static bool exchange(struct bsim_trace_walk *w, const struct arguments *a) {
    struct bsim_trace_request r = {0};
    struct bsim_trace_operation o;
    if (!message(w, a, 1, true, &r, &o) || !message(w, a, 0, false, NULL, &o) || !end(w, &o))
        return false;
    return end(w, &r.operation);
}

/* Isendrecv: a receive and a send, which one request ends. */
static bool start_exchange(struct bsim_trace_walk *w, const struct arguments *a, struct bsim_trace_request *request) {
    struct bsim_trace_request half = {0};
    struct bsim_trace_operation o;
    if (w->visitor->is_plain || request == NULL)
        return bsim_trace_refuse(w, "has no action that bsim can write");
    if (!message(w, a, 1, true, &half, &o) || !message(w, a, 0, false, request, &o))
        return false;
    request->receive = half.operation;
    request->exchanges = true;
    return true;
}

/* ---- matched probes ---- */

static struct bsim_trace_probed *probed_at(struct bsim_trace_walk *w, int64_t number) {
    void *list = w->probed, *at = element(&list, &w->nprobed, number, sizeof *w->probed);
    w->probed = list;
    return at;
}

static bool probe(struct bsim_trace_walk *w) {
    const int64_t *arg = w->event->args;
    if (w->event->nargs < 5 || !arg[0] || arg[4] == TRACE_NONE)
        return true;
    struct bsim_trace_probed *p = probed_at(w, arg[4]);
    if (p == NULL || w->visitor->is_plain)
        return bsim_trace_refuse(w, "has no action that bsim can write");
    *p = (struct bsim_trace_probed){.comm = arg[3], .peer = arg[1], .tag = arg[2], .at = ++w->nprobe};
    return true;
}

/* The receive of a message that a probe took. */
static bool receive_probed(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    bool has_request = e->nargs > 2, is_of_nobody = e->nargs > 1 && e->args[1] == TRACE_NONE;
    struct bsim_trace_probed *p = e->nargs > 1 && !is_of_nobody ? probed_at(w, e->args[1]) : NULL;
    struct bsim_trace_request *r = has_request ? request_at(w, e->args[2]) : NULL;
    struct bsim_trace_operation o;
    if (w->visitor->is_plain || (has_request && r == NULL))
        return bsim_trace_refuse(w, "has no action that bsim can write");
    if (!is_of_nobody && (p == NULL || p->at == 0))
        return bsim_trace_refuse(w, "receives a message that no probe before it took");
    struct arguments a = {.bytes = {e->args[0], -1}, .ntype = 1, .comm = TRACE_NONE, .peer = {TRACE_PROC_NULL}};
    if (p) {
        a.comm = p->comm, a.peer[0] = p->peer, a.tag[0] = p->tag;
        a.probed_at = p->at;
        p->at = 0;
    }
    return message(w, &a, 0, true, r, &o) && (r || end(w, &o));
}

/* The neighbours stand behind the other arguments: in front of the request, of which persistent ones have one, too. */
static bool set_neighbours(const struct bsim_trace_walk *w, const struct bsim_trace_event *e,
                           struct bsim_trace_operation *o) {
    const char *roles = w->trace->roles[e->function];
    int at = 0;
    for (const char *role = roles; *role && at < e->nargs; role++) {
        if (!trace_has_number(*role, true) || *role == 'R')
            continue;
        at = trace_behind_list(at + 1, *role == 'v' || *role == 'w' ? e->args[at] : 0, e->nargs);
    }
    for (int side = 1; side >= 0; side--) {
        if (at >= e->nargs || e->args[at] < 0 || e->args[at] >= e->nargs - at)
            return false;
        o->nnear[side] = (int)e->args[at];
        o->near[side] = e->args + at + 1;
        at += 1 + o->nnear[side];
    }
    return true;
}

/* e: the call, or the one that made the persistent request. */
static bool collective(struct bsim_trace_walk *w, const struct arguments *a, const struct bsim_trace_event *e,
                       struct bsim_trace_request *request) {
    const char *name = w->trace->function[e->function];
    const struct bsim_trace_comm *comm = bsim_trace_comms_find(&w->comms, a->comm);
    struct bsim_trace_operation o = {.kind = BSIM_TRACE_COLLECTIVE,
                                     .context = context_of(w, a->comm),
                                     .peer = -1,
                                     .root = (int)a->root,
                                     .own = comm->own,
                                     .nmember = comm->n};
    const char *end_of_name = strstr(name, "_init");
    bool is_non_blocking = request != NULL && end_of_name == NULL;
    if (trace_is_of_neighbours(name) && (!w->visitor->has_neighbours || !set_neighbours(w, e, &o)))
        return bsim_trace_refuse(w, "has no action that bsim can write");
    if (o.context < 0)
        return bsim_trace_refuse(w, "is in a communicator whose members the trace does not know");
    snprintf(o.name, sizeof o.name, "%.*s", end_of_name ? (int)(end_of_name - name) : (int)sizeof o.name,
             name + is_non_blocking);
    if (is_non_blocking && o.name[0] >= 'a' && o.name[0] <= 'z')
        o.name[0] = (char)(o.name[0] - 'a' + 'A');
    for (int side = 0; side < 2; side++) {
        o.bytes[side] = a->bytes[side];
        o.counts[side] = a->counts[side];
        o.types[side] = a->types[side];
    }
    if (strcmp(o.name, "Reduce_scatter") == 0) { /* its counts stand behind both buffers */
        o.counts[1] = o.counts[0];
        o.bytes[1] = o.bytes[0];
    }
    return begin(w, &o, request) && (request || end(w, &o));
}

/* ---- partitions ---- */

/* MPI_Psend_init and MPI_Precv_init: messages of both sides belong together in the order in which they are made. */
static bool make_partitions(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    struct bsim_trace_request *r = e->nargs > 5 ? request_at(w, e->args[5]) : NULL;
    if (r == NULL || w->visitor->is_plain)
        return bsim_trace_refuse(w, "has no action that bsim can write");
    if (e->args[3] < 0 || e->args[4] < 0 || (e->args[3] > 0 && e->args[4] > INT64_MAX / e->args[3]))
        return bsim_trace_refuse(w, "has no number of bytes");
    bool receives = strcmp(w->trace->function[e->function], "Precv_init") == 0;
    int64_t context = context_of(w, e->args[0]);
    int64_t made = ++*bsim_trace_channel(&w->inits, context, e->args[1], e->args[2], receives);
    int64_t *number = bsim_trace_channel(&w->contexts->channels, context, e->args[2], made, 0);
    if (*number == 0)
        *number = (int64_t)w->contexts->channels.n;
    *r = (struct bsim_trace_request){
        .is_persistent = true, .init = *e, .channel = BSIM_TRACE_CHANNEL_TAGS + *number - 1};
    return true;
}

static bool start_message(struct bsim_trace_walk *w, struct bsim_trace_request *r, bool receives) {
    const int64_t *arg = r->init.args;
    const struct arguments a = {
        .peer = {arg[1]}, .tag = {r->channel}, .bytes = {arg[3] * arg[4], -1}, .ntype = 1, .comm = arg[0]};
    struct bsim_trace_operation o;
    return message(w, &a, 0, receives, r, &o);
}

/* MPI_Start. What is sent starts when the last partition is ready. */
static bool start_partitions(struct bsim_trace_walk *w, struct bsim_trace_request *r) {
    bool receives = strcmp(w->trace->function[r->init.function], "Precv_init") == 0;
    r->ready = 0;
    return (!receives && r->init.args[3] > 0) || start_message(w, r, receives);
}

static bool make_ready(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    const char *name = w->trace->function[e->function];
    struct bsim_trace_request *r = e->nargs > 1 ? request_at(w, e->args[0]) : NULL;
    if (strcmp(name, "Parrived") == 0 || (strcmp(name, "Pready_list") == 0 && e->nargs == 1))
        return true;
    if (r == NULL || r->init.nargs < 6)
        return bsim_trace_refuse(w, "has a request that no call before it made");
    bool is_range = strcmp(name, "Pready_range") == 0 && e->nargs > 2;
    if (is_range && (e->args[1] < 0 || e->args[2] < e->args[1] || e->args[2] >= r->init.args[3]))
        return bsim_trace_refuse(w, "has partitions that its request does not have");
    r->ready += is_range ? e->args[2] - e->args[1] + 1 : e->nargs - 1;
    return r->ready != r->init.args[3] || start_message(w, r, false);
}

static bool start_persistent(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    struct bsim_trace_request *r = e->nargs > 2 ? request_at(w, e->args[0]) : NULL;
    struct bsim_trace_operation o;
    if (r == NULL || !r->is_persistent)
        return bsim_trace_refuse(w, "starts a request that no call before it made");
    if (trace_is_partitioned(w->trace->function[r->init.function]))
        return start_partitions(w, r);
    struct arguments a = arguments_of(w->trace, &r->init);
    if (e->args[1] != TRACE_NONE)
        a.peer[0] = e->args[1];
    if (e->args[2] != TRACE_NONE)
        a.tag[0] = e->args[2];
    const char *made = w->trace->function[r->init.function];
    if (trace_is_collective(w->trace->roles[r->init.function]))
        return collective(w, &a, &r->init, r);
    return message(w, &a, 0, strncmp(made, "Recv", 4) == 0, r, &o);
}

/* ---- files and windows ---- */

static struct bsim_trace_object *object_at(struct bsim_trace_walk *w, bool is_file, int64_t number) {
    void *list = is_file ? w->file : w->window;
    int *n = is_file ? &w->nfile : &w->nwindow;
    struct bsim_trace_object *at = element(&list, n, number, sizeof *at);
    if (is_file)
        w->file = list;
    else
        w->window = list;
    return at;
}

/* A call that makes one: all ranks of the communicator do so, in the same order. */
static bool make_object(struct bsim_trace_walk *w, bool is_file, struct bsim_trace_object **made) {
    const struct bsim_trace_event *e = w->event;
    int context = e->nargs > 1 ? context_of(w, e->args[0]) : -1;
    if (context < 0)
        return bsim_trace_refuse(w, "is in a communicator whose members the trace does not know");
    struct bsim_trace_channels *all = is_file ? &w->contexts->files : &w->contexts->windows;
    int64_t among = ++*bsim_trace_channel(&w->inits, context, is_file, 0, 2);
    int64_t *number = bsim_trace_channel(all, context, among, 0, 0);
    if (*number == 0)
        *number = (int64_t)all->n;
    int64_t value = *number - 1;
    *made = e->args[1] == TRACE_NONE ? NULL : object_at(w, is_file, e->args[1]);
    if (*made)
        **made =
            (struct bsim_trace_object){true, (int)value, context, bsim_trace_comms_find(&w->comms, e->args[0])->own};
    return true;
}

int bsim_trace_target(const struct bsim_trace_walk *w, int64_t target) {
    int64_t number = w->event->nargs > 0 ? w->event->args[0] : -1;
    if (target == TRACE_PROC_NULL || number < 0 || number >= w->nwindow || !w->window[number].is_made)
        return -1;
    int64_t own = w->window[number].own, n = w->contexts->context[w->window[number].context].n;
    return target >= -own && target < n - own ? (int)(own + target) : -1;
}

static bool use_object(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    const char *name = w->trace->function[e->function], *roles = w->trace->roles[e->function];
    bool is_file = strncmp(name, "File_", 5) == 0;
    bool has_target = !is_file && (strncmp(name, "Win_", 4) != 0 || strchr(roles, 'p'));
    struct bsim_trace_object *of = NULL;
    struct bsim_trace_operation o = {.kind = BSIM_TRACE_OBJECT, .peer = -1, .object = -1, .bytes = {-1, -1}};
    if (w->visitor->object == NULL)
        return bsim_trace_refuse(w, "has no action that bsim can write");
    if (strchr(roles, 'c') && !make_object(w, is_file, &of))
        return false;
    if (!strchr(roles, 'c') && e->nargs > 0)
        of = object_at(w, is_file, e->args[0]);
    if (of && of->is_made) {
        o.object = of->number;
        o.context = of->context;
    }
    if (has_target && e->nargs > 1) {
        o.peer_in_comm = bsim_trace_target(w, e->args[1]);
        o.peer = o.peer_in_comm < 0 ? -1 : w->contexts->context[o.context].world[o.peer_in_comm];
    }
    snprintf(o.name, sizeof o.name, "%s", name);
    int at_bytes = has_target ? 2 : 1;
    bool has_bytes = strpbrk(roles, "nt") && strcmp(name, "File_set_view") != 0;
    o.bytes[0] = has_bytes && e->nargs > at_bytes ? e->args[at_bytes] : -1;
    bool has_request = strchr(roles, 'R') && e->nargs > 0;
    struct bsim_trace_request *r = has_request ? request_at(w, e->args[e->nargs - 1]) : NULL;
    o.id = r ? ++w->nid : 0;
    if (!w->visitor->object(w, &o, w->data))
        return false;
    if (r)
        *r = (struct bsim_trace_request){.operation = o, .is_active = true};
    return true;
}

static bool communicate(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    const char *name = w->trace->function[e->function], *roles = w->trace->roles[e->function];
    struct arguments a = arguments_of(w->trace, e);
    struct bsim_trace_request *r = strchr(roles, 'R') && e->nargs > 0 ? request_at(w, e->args[e->nargs - 1]) : NULL;
    struct bsim_trace_operation o;
    if (strstr(name, "_init") && r) {
        *r = (struct bsim_trace_request){.is_persistent = true, .init = *e};
        return true;
    }
    if (trace_is_collective(roles))
        return collective(w, &a, e, r);
    if (strncmp(name, "Sendrecv", 8) == 0)
        return exchange(w, &a);
    if (strncmp(name, "Isendrecv", 9) == 0)
        return start_exchange(w, &a, r);
    if (strchr(roles, 'p') == NULL)
        return bsim_trace_refuse(w, "has no action that bsim can write");
    return message(w, &a, 0, strstr(name, "recv") || strcmp(name, "Recv") == 0, r, &o) && (r || end(w, &o));
}

static bool visit(struct bsim_trace_walk *w) {
    const struct bsim_trace_event *e = w->event;
    const char *name = w->trace->function[e->function], *roles = w->trace->roles[e->function];
    if (strcmp(name, "Start") == 0)
        return start_persistent(w);
    if (strncmp(name, "Wait", 4) == 0 || strncmp(name, "Test", 4) == 0)
        return complete(w);
    if (strcmp(name, "Cancel") == 0 || strcmp(name, "Request_free") == 0)
        return give_up(w, name[0] == 'C');
    if (trace_is_partitioned(name))
        return strstr(name, "_init") ? make_partitions(w) : make_ready(w);
    if (trace_is_of_object(name))
        return use_object(w);
    if (trace_makes_comm(name, roles))
        return make(w);
    if (strcmp(name, "Comm_free") == 0)
        return free_comm(w);
    if (strcmp(name, "Mprobe") == 0 || strcmp(name, "Improbe") == 0)
        return probe(w);
    if (trace_is_matched(name))
        return receive_probed(w);
    if (trace_has_own_arguments(name))
        return true;
    return strcmp(name, "Finalize") == 0 || communicate(w);
}

bool bsim_trace_walk(const struct bsim_trace *t, int rank, struct bsim_trace_contexts *contexts,
                     const struct bsim_trace_visitor *visitor, void *data, struct bsim_error *err) {
    struct bsim_trace_walk w = {
        .trace = t, .rank = rank, .contexts = contexts, .visitor = visitor, .data = data, .err = err};
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    bool ok = true;
    w.event = &e;
    bsim_trace_comms_start(&w.comms, t, rank, NULL);
    use_context(&w, 0);
    use_context(&w, 1);
    bsim_trace_cursor_start(&c, t, rank);
    while (ok && bsim_trace_next(&c, &e)) {
        w.begin_ns = w.end_ns + e.gap_ns;
        w.end_ns = w.begin_ns + e.inside_ns;
        ok = (visitor->enter == NULL || visitor->enter(&w, data)) && visit(&w) &&
             (visitor->leave == NULL || visitor->leave(&w, data));
    }
    bsim_trace_cursor_end(&c);
    bsim_trace_comms_end(&w.comms);
    bsim_free(w.request);
    bsim_free(w.probed);
    bsim_free(w.file);
    bsim_free(w.window);
    bsim_trace_channels_end(&w.inits);
    bsim_free(w.context_of);
    bsim_free(w.made);
    return ok;
}
