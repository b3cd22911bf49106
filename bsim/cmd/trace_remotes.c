/* trace_remotes.c - the remote groups of the inter-communicators of a trace. */
#include "bsim/cmd/trace_remotes.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/fnv.h"
#include "bsim/cmd/trace_comms.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_stream.h"

/* A rank's call of MPI_Intercomm_create. */
struct bsim_trace_creation {
    int leader, n;    /* of its own group: the leader in MPI_COMM_WORLD, -1 if the group is not known; members */
    uint64_t hash;    /* of the members */
    int nth_of_group; /* among the rank's calls of the same group and leader */
    int nth;          /* of a leader: among its calls of the same leaders and tag */
    int *world;       /* owned: of a leader, its group; NULL: of another rank */
    int to;           /* of a leader: the other one in MPI_COMM_WORLD; -1: not known */
    int64_t tag;
    const struct bsim_trace_creation *other; /* of the leader of the remote group; NULL: not known */
};

static uint64_t hash_of(const int *world, int n) {
    uint64_t hash = BSIM_FNV_START;
    for (int i = 0; i < n; i++)
        hash = bsim_fnv_word(hash, (uint64_t)world[i]);
    return hash;
}

static bool is_creation(const struct bsim_trace *t, const struct bsim_trace_event *e) {
    return strcmp(t->function[e->function], "Intercomm_create") == 0 && e->nargs > 6;
}

static bool has_creations(const struct bsim_trace *t, int structure) {
    struct bsim_trace_event e;
    for (int i = 0; i < bsim_trace_structure_ncall(t, structure); i++) {
        bsim_trace_call(t, structure, i, &e);
        if (is_creation(t, &e))
            return true;
    }
    return false;
}

static bool is_of_group(const struct bsim_trace_creation *a, const struct bsim_trace_creation *b) {
    return a->leader >= 0 && a->leader == b->leader && a->n == b->n && a->hash == b->hash;
}

static struct bsim_trace_creation creation_of(const struct bsim_trace_comms *comms, const struct bsim_trace_event *e,
                                              int rank) {
    const struct bsim_trace_comm *own = bsim_trace_comms_find(comms, e->args[0]);
    struct bsim_trace_creation c = {.leader = -1, .to = -1, .tag = e->args[6]};
    if (own->world == NULL || e->args[3] < 0 || e->args[3] >= own->n)
        return c;
    c.leader = own->world[e->args[3]];
    c.n = own->n;
    c.hash = hash_of(own->world, own->n);
    if (c.leader != rank)
        return c;
    const struct bsim_trace_comm *peer = bsim_trace_comms_find(comms, e->args[4]);
    c.to = bsim_trace_comms_world(comms, e->args[4], e->args[5] - peer->own);
    c.world = bsim_alloc((size_t)c.n * sizeof *c.world);
    memcpy(c.world, own->world, (size_t)c.n * sizeof *c.world);
    return c;
}

/* Adds a rank's calls; `known` has what is known of the remote groups so far. */
static void add_rank(struct bsim_trace_remotes *r, const struct bsim_trace *t, int rank,
                     const struct bsim_trace_remotes *known) {
    struct bsim_trace_comms comms;
    struct bsim_trace_cursor cursor;
    struct bsim_trace_event e;
    bsim_trace_comms_start(&comms, t, rank, known);
    bsim_trace_cursor_start(&cursor, t, rank);
    while (bsim_trace_next(&cursor, &e)) {
        if (is_creation(t, &e)) {
            struct bsim_trace_creation c = creation_of(&comms, &e, rank);
            for (int i = r->first[rank]; i < r->n; i++) {
                const struct bsim_trace_creation *before = &r->creation[i];
                c.nth_of_group += is_of_group(before, &c);
                c.nth += before->world && c.world && before->to == c.to && before->tag == c.tag;
            }
            r->creation = bsim_realloc(r->creation, ((size_t)r->n + 1) * sizeof *r->creation);
            r->creation[r->n++] = c;
        }
        bsim_trace_comms_visit(&comms, t, &e);
    }
    bsim_trace_cursor_end(&cursor);
    bsim_trace_comms_end(&comms);
}

/* The leader's call that belongs to the call of a member. */
static const struct bsim_trace_creation *of_leader(const struct bsim_trace_remotes *r,
                                                   const struct bsim_trace_creation *c) {
    for (int i = c->leader < 0 ? r->n : r->first[c->leader]; i < r->n && i < r->first[c->leader + 1]; i++)
        if (is_of_group(&r->creation[i], c) && r->creation[i].nth_of_group == c->nth_of_group)
            return &r->creation[i];
    return NULL;
}

/* Puts the calls of both groups together. Returns how many are known. */
static int join(struct bsim_trace_remotes *r, int nrank) {
    int known = 0;
    for (int rank = 0; rank < nrank; rank++)
        for (int i = r->first[rank]; i < r->first[rank + 1]; i++) {
            struct bsim_trace_creation *c = &r->creation[i];
            for (int k = c->to < 0 ? r->n : r->first[c->to]; k < r->n && k < r->first[c->to + 1]; k++) {
                const struct bsim_trace_creation *o = &r->creation[k];
                if (o->world && o->to == rank && o->tag == c->tag && o->nth == c->nth)
                    c->other = o;
            }
        }
    for (int i = 0; i < r->n; i++) {
        struct bsim_trace_creation *c = &r->creation[i];
        const struct bsim_trace_creation *leader = c->world ? c : of_leader(r, c);
        c->other = leader ? leader->other : NULL;
        known += c->other != NULL;
    }
    return known;
}

void bsim_trace_remotes_start(struct bsim_trace_remotes *r, const struct bsim_trace *t) {
    bool *has = bsim_alloc(((size_t)t->nstructure + 1) * sizeof *has), any = false;
    *r = (struct bsim_trace_remotes){0};
    for (int i = 0; i < t->nstructure; i++)
        any |= has[i] = has_creations(t, i);
    /* A group may be that of a merged inter-communicator, which is known after another pass. */
    for (int known = -1; any && known < r->n;) {
        struct bsim_trace_remotes more = {.first = bsim_alloc(((size_t)t->nrank + 1) * sizeof *more.first)};
        for (int rank = 0; rank < t->nrank; rank++) {
            more.first[rank] = more.n;
            if (has[t->structure_of[rank]])
                add_rank(&more, t, rank, r);
        }
        more.first[t->nrank] = more.n;
        int now = join(&more, t->nrank);
        bsim_trace_remotes_end(r);
        *r = more;
        if (now <= known)
            break;
        known = now;
    }
    bsim_free(has);
}

struct bsim_trace_group bsim_trace_remotes_find(const struct bsim_trace_remotes *r, int rank, int nth) {
    if (r->n == 0 || nth >= r->first[rank + 1] - r->first[rank])
        return (struct bsim_trace_group){0, NULL};
    const struct bsim_trace_creation *other = r->creation[r->first[rank] + nth].other;
    return other ? (struct bsim_trace_group){other->n, other->world} : (struct bsim_trace_group){0, NULL};
}

void bsim_trace_remotes_end(struct bsim_trace_remotes *r) {
    for (int i = 0; i < r->n; i++)
        bsim_free(r->creation[i].world);
    bsim_free(r->creation);
    bsim_free(r->first);
    *r = (struct bsim_trace_remotes){0};
}
