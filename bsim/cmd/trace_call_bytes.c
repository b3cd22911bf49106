/* trace_call_bytes.c - the bytes of the buffer that a call of a trace gives, counted as in communication traces
 * (docs/reference/comm-trace.md). */
#include <ctype.h>
#include <string.h>

#include "bsim/cmd/trace.h"
#include "bsim/cmd/trace_comms.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

/* How often a collective's count counts: without a line here it does once. name: without the I of a non-blocking one
 * and the _init of a persistent one. */
static const struct {
    const char *name;
    enum { PEERS, MEMBERS, DESTINATIONS } times; /* PEERS: of an inter-communicator its remote group */
    bool at_root_only;
} blocks[] = {
    {"Alltoall", PEERS, false},
    {"Scatter", PEERS, true},
    {"Reduce_scatter_block", MEMBERS, false},
    {"Neighbor_alltoall", DESTINATIONS, false},
};

/* The arguments of a call, by side: what it sends, and what it receives. */
struct sides {
    int64_t count[2], size[2];           /* size: in bytes; -1: of an insignificant side */
    const int64_t *counts[2], *types[2]; /* lists; NULL: none */
    int64_t ncounts[2];
    int n; /* sides */
    int64_t comm, ndestination;
    bool in_place; /* the data to send are where those that are received go */
};

static int64_t size_of(const struct bsim_trace *t, int64_t type) {
    return type >= 0 && type < t->ntype ? t->type[type].size_bytes : -1;
}

/* A list of a call's arguments, from its length at `at`. Returns its elements, and the place behind it. */
static const int64_t *list_at(const struct bsim_trace_event *e, int *at, int64_t *n) {
    int begin = *at + 1;
    *at = trace_behind_list(begin, e->args[*at], e->nargs);
    *n = *at - begin;
    return e->args + begin;
}

static struct sides sides_of(const struct bsim_trace *t, const struct bsim_trace_event *e) {
    const char *roles = t->roles[e->function];
    bool is_coll = trace_is_collective(roles);
    struct sides s = {.size = {-1, -1}, .comm = TRACE_NONE};
    int at = 0, ncount = 0;
    for (const char *role = roles; *role && at < e->nargs; role++) {
        if (!trace_has_number(*role, is_coll) || *role == 'R')
            continue;
        int64_t value = e->args[at], n;
        if (*role == 'v') {
            const int64_t *list = list_at(e, &at, &n);
            if (ncount < 2)
                s.counts[ncount] = list, s.ncounts[ncount++] = n;
            continue;
        }
        if (*role == 'w') {
            const int64_t *list = list_at(e, &at, &n);
            if (s.n < 2)
                s.types[s.n++] = list;
            continue;
        }
        at++;
        if (*role == 'n' && ncount < 2)
            s.count[ncount++] = value == TRACE_NONE ? 0 : value;
        if (*role == 't' && s.n < 2)
            s.size[s.n++] = size_of(t, value);
        if (*role == 'b' && value == TRACE_IN_PLACE)
            s.in_place = true;
        if (*role == 'c')
            s.comm = value;
    }
    if (trace_is_of_neighbours(t->function[e->function]) && at < e->nargs) {
        list_at(e, &at, &s.ndestination);
        s.ndestination = at < e->nargs ? e->args[at] : 0;
    }
    return s;
}

/* The name without what tells that a collective does not block, or is persistent. */
static const char *plain_name(const char *name, char *room, size_t size) {
    size_t n = strlen(name);
    bool starts = name[0] == 'I' && islower((unsigned char)name[1]);
    if (n > 5 && strcmp(name + n - 5, "_init") == 0)
        n -= 5;
    n -= starts;
    n = n < size ? n : size - 1;
    memcpy(room, name + starts, n);
    room[n] = '\0';
    room[0] = (char)toupper((unsigned char)room[0]);
    return room;
}

/* The sum of a side's list of counts, each with its datatype. In place a rank gives its own block of what all give. */
static int64_t listed_bytes(const struct bsim_trace *t, const struct sides *s, int side, int64_t own) {
    int64_t sum = 0;
    for (int64_t i = own < 0 ? 0 : own; i < (own < 0 ? s->ncounts[side] : own + 1) && i < s->ncounts[side]; i++) {
        int64_t size = s->types[side] ? size_of(t, s->types[side][i]) : s->size[side];
        sum = bsim_trace_sum(sum, size > 0 ? bsim_trace_product(s->counts[side][i], size) : 0);
    }
    return sum;
}

static int64_t collective_bytes(const struct bsim_trace *t, const struct bsim_trace_event *e,
                                const struct bsim_trace_comms *comms) {
    struct sides s = sides_of(t, e);
    char room[64];
    const char *name = plain_name(t->function[e->function], room, sizeof room);
    const struct bsim_trace_comm *comm = bsim_trace_comms_find(comms, s.comm);
    bool is_second = s.n > 1 && (s.in_place || (s.types[0] == NULL && s.size[0] < 0));
    bool gathers = strcmp(name, "Gatherv") == 0 || strcmp(name, "Allgatherv") == 0;
    if (s.counts[is_second] && gathers && comm->n == 0)
        return -1;
    if (s.counts[is_second])
        return listed_bytes(t, &s, is_second, gathers ? comm->own : -1);
    int64_t bytes = s.size[is_second] > 0 ? bsim_trace_product(s.count[is_second], s.size[is_second]) : 0;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        if (strcmp(name, blocks[i].name) != 0 || (blocks[i].at_root_only && is_second))
            continue;
        int peers = comm->is_inter ? comm->remote.n : comm->n;
        int64_t times = blocks[i].times == PEERS ? peers : blocks[i].times == MEMBERS ? comm->n : s.ndestination;
        return blocks[i].times != DESTINATIONS && times == 0 && bytes > 0 ? -1 : bsim_trace_product(bytes, times);
    }
    return bytes;
}

int64_t bsim_trace_bytes(const struct bsim_trace *t, const struct bsim_trace_event *e,
                         const struct bsim_trace_comms *comms) {
    const char *roles = t->roles[e->function], *name = t->function[e->function];
    if (trace_is_of_object(name) && strchr(roles, 't') && strncmp(name, "Win_", 4) != 0 &&
        strcmp(name, "File_set_view") != 0)
        return e->nargs > 2 && strncmp(name, "File_", 5) != 0 ? e->args[2] : e->nargs > 1 ? e->args[1] : 0;
    if ((strcmp(name, "Psend_init") == 0 || strcmp(name, "Precv_init") == 0) && e->nargs > 4)
        return bsim_trace_product(e->args[3], e->args[4]);
    if (trace_has_own_arguments(name))
        return (strstr(name, "mrecv") || strcmp(name, "Mrecv") == 0) && e->nargs > 0 ? e->args[0] : 0;
    if (trace_is_collective(roles))
        return collective_bytes(t, e, comms);
    struct sides s = sides_of(t, e);
    return s.size[0] > 0 ? bsim_trace_product(s.count[0], s.size[0]) : 0;
}
