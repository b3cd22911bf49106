/* trace_import_otf2.c - traces of archives of OTF2: the regions of MPI become calls, the time between them calculation.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <otf2/OTF2_Events.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"
#include "bsim/cmd/trace_import.h"
#include "bsim/cmd/trace_otf2.h"
#include "bsim/cmd/trace_otf2_lists.h"
#include "bsim/cmd/trace_otf2_read.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

struct import {
    struct bsim_error *err;
    struct bsim_otf2 otf2;
    struct bsim_otf2_lists lists;
    struct bsim_trace_head head;
    struct bsim_trace_part part;
    /* Of the rank. */
    int rank;
    const struct bsim_otf2_event *event;
    size_t n;
    struct bsim_import_requests requests;
    struct ended { /* ends of receives and collectives, by request */
        uint64_t id;
        size_t at;
    } *ended;
    size_t nended;
    int *comm_number, *own; /* by OTF2's number: the rank's, and the rank in it; -1: not known */
    int ncomm;
    size_t *list_at;         /* by OTF2's number: collectives with lists so far */
    int64_t last_ns, gap_ns; /* the end of the last region; calculation that no call has yet */
    int64_t inside_ns;       /* of the present region, until a call has it */
    const char *region;      /* its name, without MPI_ */
    bool is_finished;
    struct bsim_import_args args;
    int64_t *done; /* requests that the region has ended */
    int ndone, done_room;
};

static bool bad(struct import *x, const char *what) {
    return bsim_error_set(x->err, x->otf2.path, 0, NULL, "MPI_%s of rank %d %s", x->region, x->rank, what);
}

static int64_t nanoseconds(const struct import *x, uint64_t time) {
    uint64_t ticks = time > x->otf2.begin ? time - x->otf2.begin : 0, rate = x->otf2.ticks_per_s;
    return (int64_t)(ticks / rate * 1000000000 + ((ticks % rate) * 1000000000 + rate / 2) / rate);
}

/* ---- calls ---- */

/* name: without MPI_; `other` if bsim does not know it. */
static void call(struct import *x, const char *name, const char *other) {
    int function = bsim_import_function(&x->head, name);
    struct bsim_trace_event e = {.function = function >= 0 ? function : bsim_import_function(&x->head, other),
                                 .nargs = x->args.n,
                                 .args = x->args.value,
                                 .gap_ns = x->gap_ns,
                                 .inside_ns = x->inside_ns};
    bsim_trace_part_call(&x->part, &e);
    x->gap_ns = x->inside_ns = 0;
}

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

/* ---- communicators ---- */

static bool use_comm(struct import *x, uint32_t comm, int64_t *number, int64_t *own) {
    const struct bsim_otf2_comm *c = comm < x->otf2.ncomm ? &x->otf2.comm[comm] : NULL;
    if (c == NULL || !c->is_known)
        return bad(x, "is in a communicator that is no group of ranks, such as an inter-communicator");
    if (x->comm_number[comm] < 0)
        return bad(x, "is in a communicator that no event before it makes");
    *number = x->comm_number[comm];
    *own = x->own[comm];
    return true;
}

/* The arguments of a constructor: the members as runs of ranks of the parent. */
static bool make_arguments(struct import *x, uint32_t made, uint32_t parent) {
    const struct bsim_otf2_comm *c = &x->otf2.comm[made], *p = &x->otf2.comm[parent];
    int64_t number = 0, own = 0;
    if (!use_comm(x, parent, &number, &own))
        return false;
    int64_t *place = bsim_alloc((size_t)x->otf2.nrank * sizeof *place);
    for (int r = 0; r < x->otf2.nrank; r++)
        place[r] = p->is_self && r == x->rank ? 0 : -1;
    for (uint32_t k = 0; k < p->n && !p->is_self; k++)
        place[p->member[k]] = k;
    x->own[made] = bsim_otf2_own(c, x->rank);
    x->comm_number[made] = x->ncomm++;
    BSIM_IMPORT_ARGS(&x->args, number, x->comm_number[made], x->own[made]);
    bool ok = x->own[made] >= 0;
    for (uint32_t k = 0, next; ok && k < c->n; k = next) {
        int64_t first = place[c->member[k]], stride = 1;
        ok = first >= 0;
        if (k + 1 < c->n)
            stride = place[c->member[k + 1]] - first;
        for (next = k + 1; next < c->n && place[c->member[next]] == first + stride * (int64_t)(next - k); next++)
            ok = ok && place[c->member[next]] >= 0;
        bsim_import_arg(&x->args, first);
        bsim_import_arg(&x->args, next - k > 1 ? stride : 1);
        bsim_import_arg(&x->args, (int64_t)(next - k));
    }
    bsim_free(place);
    return ok || bad(x, "makes a communicator whose members are not those of its parent");
}

/* Communicators for which there are no events: all their members make them first of all, in the order of their numbers.
 */
static bool make_first(struct import *x) {
    x->region = "Init";
    for (uint32_t i = 0; i < x->otf2.ncomm; i++) {
        const struct bsim_otf2_comm *c = &x->otf2.comm[i];
        x->comm_number[i] = x->own[i] = -1;
        if (!c->is_known)
            continue;
        if (i == x->otf2.world) {
            x->comm_number[i] = 0;
            x->own[i] = x->rank;
        } else if (c->is_self &&
                   (c->n == 0 || bsim_otf2_own(c, x->rank) == 0 || c->member[0] >= (uint64_t)x->otf2.nrank)) {
            x->comm_number[i] = 1;
            x->own[i] = 0;
        }
    }
    for (uint32_t i = 0; i < x->otf2.ncomm; i++) {
        const struct bsim_otf2_comm *c = &x->otf2.comm[i];
        if (!c->is_known || c->is_self || c->is_made || i == x->otf2.world || bsim_otf2_own(c, x->rank) < 0)
            continue;
        if (!make_arguments(x, i, x->otf2.world))
            return false;
        call(x, "Comm_create_group", NULL);
        bsim_trace_part_note(&x->part, "what makes communicators: they are made at the beginning");
    }
    return true;
}

/* ---- messages ---- */

static bool message(struct import *x, const struct bsim_otf2_event *e, int64_t out[5]) {
    int64_t number = 0, own = 0;
    if (!use_comm(x, e->comm, &number, &own))
        return false;
    if (e->bytes[0] > INT32_MAX)
        return bad(x, "has a message of more than 2 GiB, which is not supported");
    if (x->otf2.comm[e->comm].n > 0 && e->peer >= x->otf2.comm[e->comm].n)
        return bad(x, "names a rank that its communicator does not have");
    const int64_t values[] = {(int64_t)e->bytes[0], 0, (int64_t)e->peer - own, e->tag, number};
    memcpy(out, values, sizeof values);
    return true;
}

static bool blocking(struct import *x, const struct bsim_otf2_event *send, const struct bsim_otf2_event *receive) {
    static const char *const sends[] = {"Send", "Ssend", "Bsend", "Rsend", NULL};
    int64_t s[5] = {0}, r[5] = {0};
    if ((send && !message(x, send, s)) || (receive && !message(x, receive, r)))
        return false;
    if (send && receive && s[4] == r[4]) {
        BSIM_IMPORT_ARGS(&x->args, s[0], s[1], s[2], s[3], r[0], r[1], r[2], r[3], s[4]);
        call(x, "Sendrecv", NULL);
        return true;
    }
    if (send) {
        bsim_import_args(&x->args, 5, s);
        call(x, is_one_of(x->region, sends) ? x->region : "Send", NULL);
    }
    if (receive) {
        bsim_import_args(&x->args, 5, r);
        call(x, "Recv", NULL);
    }
    return true;
}

/* The end of the request, behind this event. */
static const struct bsim_otf2_event *end_of(const struct import *x, const struct bsim_otf2_event *e) {
    size_t low = 0, high = x->nended, here = (size_t)(e - x->event);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (x->ended[middle].id < e->id || (x->ended[middle].id == e->id && x->ended[middle].at < here))
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->nended && x->ended[low].id == e->id ? &x->event[x->ended[low].at] : NULL;
}

static bool non_blocking(struct import *x, const struct bsim_otf2_event *e) {
    static const char *const sends[] = {"Isend", "Issend", "Ibsend", "Irsend", NULL};
    const struct bsim_otf2_event *tells = e->kind == BSIM_OTF2_ISEND ? e : end_of(x, e);
    const int64_t key[] = {(int64_t)e->id, 0, 0};
    int64_t m[5];
    if (tells == NULL) /* it was cancelled, or has never ended: nobody sent it anything */
        return true;
    if (!message(x, tells, m))
        return false;
    bsim_import_args(&x->args, 5, m);
    bsim_import_arg(&x->args, bsim_import_begin(&x->requests, key));
    call(x, e->kind == BSIM_OTF2_IRECEIVE ? "Irecv" : is_one_of(x->region, sends) ? x->region : "Isend", NULL);
    return true;
}

/* ---- collectives ---- */

/* One member's part of the bytes that an event has, which counts each of `parts` members. Data in place is counted for
 * the others only. */
static bool part_of(struct import *x, uint64_t bytes, uint64_t parts, uint64_t others, int64_t *part) {
    uint64_t divisor = parts > 0 && bytes % parts == 0 ? parts : others;
    if (bytes == 0)
        divisor = 1;
    if (!x->otf2.is_own && divisor > 2 && divisor == parts && others > 1 && bytes % others == 0 && bytes > 0)
        bsim_trace_part_note(&x->part,
                             "whether data are in place: sizes of collectives may be (N - 1) / N of what they are");
    if (divisor == 0 || bytes % divisor != 0)
        return bad(x, "has an amount of bytes that is no multiple of the ranks of its communicator");
    *part = (int64_t)(bytes / divisor);
    return *part <= INT32_MAX || bad(x, "has more than 2 GiB for a rank, which is not supported");
}

static bool collective_sizes(struct import *x, const struct bsim_otf2_event *e, char form, int64_t own,
                             int64_t size[2]) {
    uint64_t n = x->otf2.comm[e->comm].n ? x->otf2.comm[e->comm].n : 1, me = (uint64_t)own;
    bool is_root = e->peer == me;
    size[0] = size[1] = 0;
    switch (form) {
    case 'r':
        return (!is_root || part_of(x, e->bytes[0], n, n - 1, &size[0])) && part_of(x, e->bytes[1], 1, 1, &size[1]);
    case 'R':
        return part_of(x, e->bytes[0], 1, 1, &size[0]) && (!is_root || part_of(x, e->bytes[1], n, n - 1, &size[1]));
    case 'a':
        return part_of(x, e->bytes[0], n, n - 1, &size[0]) && part_of(x, e->bytes[1], n, n - 1, &size[1]);
    case 's':
        return part_of(x, e->bytes[0], n - me, n - me - 1, &size[0]) && part_of(x, e->bytes[1], me + 1, me, &size[1]);
    case 'x':
        return part_of(x, e->bytes[0], n - me - 1, 0, &size[0]) && part_of(x, e->bytes[1], me, 0, &size[1]);
    default:
        return true;
    }
}

/* The arguments of a collective, by the roles of its function. */
static void collective_arguments(struct import *x, const char *roles, const struct bsim_otf2_event *e, char form,
                                 int64_t own, int64_t number, int64_t request, const int64_t size[2],
                                 const int64_t *count) {
    bool is_root = e->peer == (uint32_t)own, both = strstr(roles, "ntr") || strstr(roles, "vdtr");
    int64_t larger = size[0] > size[1] ? size[0] : size[1];
    int side = 0;
    x->args.n = 0;
    for (const char *role = roles; *role; role++) {
        /* of operations with a root the side of the root alone */
        bool is_given = !both || is_root || (form != 'r' && form != 'R') || side != (form == 'r' ? 0 : 1);
        switch (*role) {
        case 'b':
        case 'r':
        case 'x':
            bsim_import_arg(&x->args, 0);
            break;
        case 'n':
            bsim_import_arg(&x->args, !is_given ? TRACE_NONE : both ? size[side] : larger);
            break;
        case 'v':
            bsim_import_arg(&x->args, is_given ? x->otf2.comm[e->comm].n : 0);
            for (uint32_t k = 0; is_given && k < x->otf2.comm[e->comm].n; k++)
                bsim_import_arg(&x->args, count[k]);
            break;
        case 't':
            bsim_import_arg(&x->args, is_given ? 0 : TRACE_NONE);
            side = 1;
            break;
        case 'o':
            bsim_import_arg(&x->args, BSIM_IMPORT_BOR);
            break;
        case 'k':
            bsim_import_arg(&x->args, e->peer);
            break;
        case 'c':
            bsim_import_arg(&x->args, number);
            break;
        case 'R':
            bsim_import_arg(&x->args, request);
            break;
        default:
            break;
        }
    }
}

/* Counts for each rank, and the rank's own one. */
static bool list_sizes(struct import *x, const struct bsim_otf2_event *e, bool is_non_blocking, int64_t own,
                       int64_t size[2], int64_t *count) {
    if (is_non_blocking || !bsim_otf2_lists_counts(&x->lists, &x->otf2, e, x->list_at[e->comm], count))
        return bad(x, "has counts for each rank, which OTF2 does not tell");
    x->list_at[e->comm]++;
    size[0] = size[1] = count[own];
    return true;
}

/* begin: that of a non-blocking one; NULL: the call blocks. */
static bool collective(struct import *x, const struct bsim_otf2_event *e, const struct bsim_otf2_event *begin) {
    const struct bsim_otf2_collective *c = bsim_otf2_collective_of(e->operation);
    char name[64];
    int64_t number = 0, own = 0, size[2] = {0, 0};
    if (c == NULL) {
        bsim_trace_part_note(&x->part, "collectives that are none of MPI's own operations");
        return true;
    }
    if (!use_comm(x, e->comm, &number, &own))
        return false;
    if ((c->form == 'r' || c->form == 'R') && e->peer > 0 && e->peer >= x->otf2.comm[e->comm].n)
        return bad(x, "has a root that is no rank of its communicator");
    snprintf(name, sizeof name, "%s%s", begin ? "I" : "", c->name);
    if (begin)
        name[1] = (char)(name[1] - 'A' + 'a');
    int64_t *count = bsim_alloc(((size_t)x->otf2.comm[e->comm].n + 1) * sizeof *count);
    bool ok =
        c->is_list ? list_sizes(x, e, begin != NULL, own, size, count) : collective_sizes(x, e, c->form, own, size);
    if (ok) {
        int64_t request = begin ? bsim_import_begin(&x->requests, (const int64_t[]){(int64_t)begin->id, 0, 0}) : 0;
        const char *roles = x->head.roles[bsim_import_function(&x->head, name)];
        collective_arguments(x, roles, e, c->form, own, number, request, size, count);
        call(x, name, NULL);
    }
    bsim_free(count);
    return ok;
}

/* ---- regions ---- */

/* What bsim does not have: told once. */
static void tell_left_out(struct import *x) {
    static const char *const begins[] = {"Probe",          "Mprobe",    "Win_",       "File_",       "Put",
                                         "Rput",           "Rget",      "Accumulate", "Raccumulate", "Fetch_and",
                                         "Compare_and",    "Neighbor_", "Ineighbor_", "Intercomm_",  "Comm_spawn",
                                         "Get_accumulate", NULL};
    for (const char *const *begin = begins; *begin; begin++)
        if (bsim_begins(x->region, *begin) || strcmp(x->region, "Get") == 0) {
            char text[128];
            snprintf(text, sizeof text, "MPI_%s is not imported", x->region);
            bsim_trace_part_note(&x->part, text);
            return;
        }
}

static bool is_constructor(const char *name) {
    return trace_has_own_arguments(name) && !trace_is_of_object(name) && strcmp(name, "Comm_free") != 0 &&
           (name[0] == 'C' || name[0] == 'G' || name[0] == 'D') && strcmp(name, "Cancel") != 0;
}

/* A constructor of communicators: of the parent's members some get none. */
static bool construct(struct import *x, const struct bsim_otf2_event *made, uint32_t parent) {
    int64_t number = 0, own = 0;
    if (parent >= x->otf2.ncomm || !x->otf2.comm[parent].is_known)
        return bad(x, "has no known parent communicator");
    if (made) {
        if (made->comm >= x->otf2.ncomm || !x->otf2.comm[made->comm].is_known)
            return bad(x, "makes a communicator that is no group of ranks, such as an inter-communicator");
        if (!make_arguments(x, made->comm, parent))
            return false;
    } else {
        if (!use_comm(x, parent, &number, &own))
            return false;
        BSIM_IMPORT_ARGS(&x->args, number, TRACE_NONE, 0);
    }
    call(x, is_constructor(x->region) ? x->region : "Comm_create_group", "Comm_create_group");
    return true;
}

/* What a region has done up to an event. */
struct progress {
    const struct bsim_otf2_event *send, *receive; /* blocking ones that have no call yet */
    const struct bsim_otf2_event *made;           /* a communicator */
};

static bool end_request(struct import *x, const struct bsim_otf2_event *e) {
    int request = bsim_import_end(&x->requests, (const int64_t[]){(int64_t)e->id, 0, 0});
    if (request < 0)
        return bad(x, "ends a request that no event before it begins");
    if (x->ndone == x->done_room) {
        x->done_room = x->done_room ? 2 * x->done_room : 16;
        x->done = bsim_realloc(x->done, (size_t)x->done_room * sizeof *x->done);
    }
    x->done[x->ndone++] = request;
    return true;
}

static void free_comm(struct import *x, uint32_t comm) {
    if (comm >= x->otf2.ncomm || !x->otf2.comm[comm].is_made || x->comm_number[comm] < 2)
        return;
    BSIM_IMPORT_ARGS(&x->args, x->comm_number[comm]);
    call(x, "Comm_free", NULL);
    x->comm_number[comm] = -1;
}

static bool visit(struct import *x, const struct bsim_otf2_event *e, struct progress *p) {
    const struct bsim_otf2_event *before;
    switch (e->kind) {
    case BSIM_OTF2_SEND:
        before = p->send;
        p->send = e;
        return before == NULL || blocking(x, before, NULL);
    case BSIM_OTF2_RECEIVE:
        before = p->receive;
        p->receive = e;
        return before == NULL || blocking(x, NULL, before);
    case BSIM_OTF2_ISEND:
    case BSIM_OTF2_IRECEIVE:
        return non_blocking(x, e);
    case BSIM_OTF2_ICOLLECTIVE:
        return end_of(x, e) ? collective(x, end_of(x, e), e)
                            : bad(x, "is a non-blocking collective whose end is not recorded");
    case BSIM_OTF2_SENT:
    case BSIM_OTF2_RECEIVED:
    case BSIM_OTF2_COLLECTIVE_ENDED:
        return end_request(x, e);
    case BSIM_OTF2_CANCELLED:
        bsim_trace_part_note(&x->part, "the cancelling of requests");
        return true;
    case BSIM_OTF2_COMM_CREATED:
        p->made = e;
        return true;
    case BSIM_OTF2_COMM_DESTROYED:
        free_comm(x, e->comm);
        return true;
    case BSIM_OTF2_COLLECTIVE:
        before = p->made;
        p->made = NULL;
        if (e->operation == OTF2_COLLECTIVE_OP_CREATE_HANDLE)
            return construct(x, before, e->comm);
        return e->operation == OTF2_COLLECTIVE_OP_DESTROY_HANDLE || collective(x, e, NULL);
    default:
        return true;
    }
}

/* The calls of a region, whose events are those from `first` to `last`. */
static bool region(struct import *x, size_t first, size_t last) {
    struct progress p = {NULL, NULL, NULL};
    bool completes = (strncmp(x->region, "Wait", 4) == 0 || strncmp(x->region, "Test", 4) == 0) &&
                     strcmp(x->region, "Test_cancelled") != 0;
    if (strcmp(x->region, "Init") == 0 || strcmp(x->region, "Init_thread") == 0) {
        x->gap_ns = 0;
        return true;
    }
    x->ndone = 0;
    for (size_t i = first; i < last; i++)
        if (!visit(x, &x->event[i], &p))
            return false;
    if ((p.send || p.receive) && !blocking(x, p.send, p.receive))
        return false;
    if (x->ndone > 0 || completes) {
        bsim_import_args(&x->args, x->ndone, x->done);
        call(x, completes ? x->region : "Waitall", "Waitall");
    }
    if (strcmp(x->region, "Finalize") == 0) {
        x->args.n = 0;
        call(x, "Finalize", NULL);
        x->is_finished = true;
    }
    tell_left_out(x);
    return true;
}

static bool read_rank(struct import *x) {
    size_t first = 0;
    int depth = 0;
    int64_t begin_ns = 0;
    for (size_t i = 0; i < x->n && !x->is_finished; i++) {
        const struct bsim_otf2_event *e = &x->event[i];
        int64_t now_ns = nanoseconds(x, e->time);
        bool alone = depth == 0 && e->kind != BSIM_OTF2_ENTER && e->kind != BSIM_OTF2_LEAVE;
        if (alone)
            return bsim_error_set(x->err, x->otf2.path, 0, NULL,
                                  "rank %d has an event of MPI outside of any region of MPI, %" PRId64
                                  " ns from the beginning",
                                  x->rank, now_ns);
        if (e->kind == BSIM_OTF2_ENTER && depth++ == 0) {
            begin_ns = now_ns;
            first = i + 1;
            x->region = x->otf2.region[e->region] + 4;
        }
        if (e->kind == BSIM_OTF2_LEAVE && depth > 0 && --depth == 0) {
            x->gap_ns += begin_ns > x->last_ns ? begin_ns - x->last_ns : 0;
            x->inside_ns = now_ns - begin_ns;
            x->last_ns = now_ns;
            if (!region(x, first, i))
                return false;
        }
    }
    return true;
}

static int by_id(const void *a, const void *b) {
    const struct ended *x = a, *y = b;
    return x->id != y->id ? (x->id < y->id ? -1 : 1) : x->at < y->at ? -1 : x->at > y->at;
}

static void find_ends(struct import *x) {
    x->ended = bsim_realloc(x->ended, (x->n + 1) * sizeof *x->ended);
    x->nended = 0;
    for (size_t i = 0; i < x->n; i++)
        if (x->event[i].kind == BSIM_OTF2_RECEIVED || x->event[i].kind == BSIM_OTF2_COLLECTIVE_ENDED)
            x->ended[x->nended++] = (struct ended){x->event[i].id, i};
    qsort(x->ended, x->nended, sizeof *x->ended, by_id);
}

/* bsim_trace_source.part */
static bool make_part(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    static const struct bsim_trace_type byte = {BSIM_IMPORT_BYTE, 1, 1, true};
    struct import *x = data;
    (void)err; /* x->err */
    x->rank = rank;
    x->event = x->otf2.rank[rank].event;
    x->n = x->otf2.rank[rank].n;
    x->requests.n = x->requests.nactive = 0;
    x->ncomm = 2;
    x->last_ns = x->gap_ns = x->inside_ns = 0;
    x->is_finished = false;
    find_ends(x);
    memset(x->list_at, 0, (size_t)x->otf2.ncomm * sizeof *x->list_at);
    bsim_trace_part_start(&x->part, &x->head, rank);
    bsim_trace_part_type(&x->part, &byte);
    if (!make_first(x) || !read_rank(x))
        return false;
    if (x->is_finished)
        bsim_trace_part_complete(&x->part);
    *bytes = x->part.bytes.data;
    *n = x->part.bytes.n;
    return true;
}

bool bsim_import_otf2(const char *input, const char *folder, char *const *argv, struct bsim_error *err) {
    const char *slash = strrchr(input, '/');
    struct import x = {.err = err, .head.program = slash ? slash + 1 : input};
    const struct bsim_trace_about about = {.argv = argv, .clock = "wall"};
    bsim_import_functions(&x.head);
    bool ok = bsim_otf2_read(&x.otf2, input, err);
    if (ok) {
        x.head.nrank = x.otf2.nrank;
        x.comm_number = bsim_alloc(((size_t)x.otf2.ncomm + 1) * sizeof *x.comm_number);
        x.own = bsim_alloc(((size_t)x.otf2.ncomm + 1) * sizeof *x.own);
        x.list_at = bsim_alloc(((size_t)x.otf2.ncomm + 1) * sizeof *x.list_at);
        bsim_otf2_lists_find(&x.lists, &x.otf2);
        ok = bsim_trace_merge_source(&(struct bsim_trace_source){input, make_part, &x}, folder, &about, err);
    }
    bsim_free(x.comm_number);
    bsim_free(x.own);
    bsim_free(x.list_at);
    bsim_otf2_lists_end(&x.lists);
    bsim_free(x.ended);
    bsim_free(x.args.value);
    bsim_free(x.done);
    bsim_free(x.requests.request);
    bsim_trace_part_end(&x.part);
    bsim_otf2_end(&x.otf2);
    return ok;
}
