/* packed_collectives.c - packed data that collectives move: what they were goes with them, as with messages (packed.c).
 */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/packed.h"
#include "lmpi/coll/coll.h"

/* What a member gets of another one, until all is taken: in place what a member gives is overwritten. */
struct gift {
    const lmpi_coll_call *from, *to;
    lmpi_coll_data sent, received;
    check_packed packed; /* owned */
};
static struct gifts {
    struct gift *at; /* owned */
    int count, room;
} gifts;

static int64_t bytes_of(lmpi_coll_data p) {
    return p.count * lmpi_type_size(p.type);
}

static bool has_packed(int world) {
    return lmpi_check_ranks[world].packed && lmpi_check_ranks[world].packed->count;
}

/* Whether something is to be done: a member gives packed data, or has some where others come, or gets any as packed. */
static bool matters(const lmpi_coll_call *from, const lmpi_coll_call *to, MPI_Datatype received) {
    return received == MPI_PACKED || has_packed(from->world) || has_packed(to->world);
}

static void take(const lmpi_coll_call *from, lmpi_coll_data sent, const lmpi_coll_call *to, lmpi_coll_data received) {
    struct gift g = {from, to, sent, received, {0}};
    if (!matters(from, to, received.type) || !sent.at || !received.at || sent.count <= 0 || received.count <= 0)
        return;
    if (lmpi_check_may_be_packed(sent.type))
        g.packed = lmpi_check_packed_taken(from->world, sent.at, bytes_of(sent));
    if (gifts.count == gifts.room) {
        gifts.room = gifts.room ? 2 * gifts.room : 16;
        gifts.at = bsim_realloc(gifts.at, (size_t)gifts.room * sizeof *gifts.at);
    }
    gifts.at[gifts.count++] = g;
}

/* Other data than packed ones are received as packed: they are what they are. */
static void give_as_packed(const struct gift *g, int64_t bytes) {
    check_signature signature = {0};
    char *copy = bsim_alloc((size_t)bytes);
    lmpi_type_pack(g->sent.at, g->sent.count, g->sent.type, copy);
    lmpi_check_signature(&signature, g->sent.count, g->sent.type);
    lmpi_check_packed_given_types(g->to->world, g->received.at, copy, bytes, &signature, lmpi_check_member(g->from));
    lmpi_check_signature_free(&signature);
    bsim_free(copy);
}

static void give(struct gift *g) {
    int64_t bytes = bytes_of(g->sent) < bytes_of(g->received) ? bytes_of(g->sent) : bytes_of(g->received);
    check_spans spans;
    lmpi_check_spans_of_data(&spans, (intptr_t)g->received.at, g->received.count, g->received.type);
    for (int i = 0; i < spans.count; i++)
        lmpi_check_packed_forget(g->to->world, spans.at[i].begin, spans.at[i].end);
    lmpi_check_spans_free(&spans);
    if (g->packed.count && lmpi_check_may_be_packed(g->received.type)) {
        lmpi_check_packed_given(g->to->world, g->received.at, bytes, &g->packed);
    } else if (g->packed.count && g->sent.type == MPI_PACKED) {
        check_signature wanted = {0};
        lmpi_check_signature(&wanted, g->received.count, g->received.type);
        lmpi_check_packed_received(&g->packed, &wanted, lmpi_check_member(g->to));
        lmpi_check_signature_free(&wanted);
    } else if (g->received.type == MPI_PACKED && !lmpi_check_may_be_packed(g->sent.type)) {
        give_as_packed(g, bytes);
    }
    lmpi_check_packed_free(&g->packed);
}

static void give_all(void) {
    for (int i = 0; i < gifts.count; i++)
        give(&gifts.at[i]);
    gifts.count = 0;
}

void lmpi_check_packed_pair(const lmpi_coll_call *from, lmpi_coll_data sent, const lmpi_coll_call *to,
                            lmpi_coll_data received) {
    take(from, sent, to, received);
    give_all();
}

/* ---- the parts of each collective ---- */

/* The part of a buffer for or from a member, or all of it (member < 0). Of a call whose member has gone on there are no
 * displacements: then nothing is known. */
static lmpi_coll_data part_of(const lmpi_coll_call *c, bool receives, int member) {
    const void *buffer = receives ? c->recv : c->send;
    const int *counts = receives ? c->recv_counts : c->send_counts,
              *displs = receives ? c->recv_displs : c->send_displs;
    const MPI_Datatype *types = receives ? c->recv_types : c->send_types;
    lmpi_coll_data p = {buffer, receives ? c->recv_count : c->send_count, receives ? c->recv_type : c->send_type};
    if (member < 0 || lmpi_is_null(buffer))
        return p;
    if (counts && !displs)
        return (lmpi_coll_data){NULL, 0, MPI_BYTE};
    if (types)
        return (lmpi_coll_data){(const char *)buffer + displs[member], counts[member], types[member]};
    const lmpi_type *t = lmpi_type_of(p.type);
    if (counts)
        p.count = counts[member];
    p.at = (const char *)buffer + (counts ? displs[member] : member * p.count) * (t ? (int64_t)t->extent : 0);
    return p;
}

static bool in_place(const void *buffer) {
    return buffer == MPI_IN_PLACE;
}

static void with_root(const lmpi_coll_run *run, const char *name) {
    const lmpi_coll_call *root = run->call[run->call[0]->root];
    bool gathers = strncmp(name, "Gather", 6) == 0, scatters = strncmp(name, "Scatter", 7) == 0;
    for (int i = 0; i < run->n; i++) {
        const lmpi_coll_call *c = run->call[i];
        if (c == root && (in_place(c->send) || in_place(c->recv) || !(gathers || scatters)))
            continue;
        if (gathers)
            take(c, part_of(c, false, -1), root, part_of(root, true, i));
        else
            take(root, part_of(root, !scatters, scatters ? i : -1), c, part_of(c, true, -1));
    }
}

static void with_all(const lmpi_coll_run *run, bool gathers) {
    for (int i = 0; i < run->n; i++) {
        const lmpi_coll_call *from = run->call[i];
        bool stays = in_place(from->send);
        for (int k = 0; k < run->n; k++)
            if (!stays || i != k)
                take(from,
                     part_of(from, stays,
                             stays && gathers ? i
                             : gathers        ? -1
                                              : k),
                     run->call[k], part_of(run->call[k], true, i));
    }
}

/* Whether any member has or gets packed data. */
static bool concerns(const lmpi_coll_run *run) {
    for (int i = 0; i < run->n; i++)
        if (has_packed(run->call[i]->world) || run->call[i]->recv_types || run->call[i]->recv_type == MPI_PACKED)
            return true;
    return false;
}

void lmpi_check_packed_collective(const lmpi_coll_run *run) {
    const char *name = run->call[0]->kind->name + 4; /* without MPI_ */
    bool scatters = strcmp(name, "Scatter") == 0 || strcmp(name, "Scatterv") == 0;
    if (!concerns(run))
        return;
    if (scatters || strncmp(name, "Gather", 6) == 0 || strcmp(name, "Bcast") == 0)
        with_root(run, name);
    else if (strncmp(name, "Allgather", 9) == 0 || strncmp(name, "Alltoall", 8) == 0)
        with_all(run, name[3] == 'g');
    give_all();
}
