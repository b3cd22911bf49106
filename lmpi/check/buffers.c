/* buffers.c - which bytes of memory a call reads and writes, by the roles and facts of its arguments. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"
#include "lmpi/comm/topo.h"

/* ---- what the table of calls tells ---- */

enum fact {
#define MPI_CALL(...)
#define MPI_FACT(...)
#define MPI_FACT_KIND(fact) FACT_##fact,
#include "lmpi/mpi_calls.def"
#undef MPI_FACT
};

static bool has_fact(enum check_id id, enum fact fact) {
    static const struct {
        enum check_id id;
        enum fact fact;
    } facts[] = {
#define MPI_FACT(name, fact) {CHECK_##name, FACT_##fact},
#include "lmpi/mpi_calls.def"
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].id == id && facts[i].fact == fact)
            return true;
    return false;
}

/* Whether a collective is the one of this name ("Gather"), its non-blocking or its persistent form. */
static bool is_form_of(const check_call *call, const char *name) {
    const check_function *f = check_function_of(call);
    const char *own = f->name + strlen("MPI_") + (f->family == CHECK_FAMILY_ICOLL);
    size_t n = strlen(name);
    return tolower(*own) == tolower(*name) && strncmp(own + 1, name + 1, n - 1) == 0 &&
           (own[n] == '\0' || strcmp(own + n, "_init") == 0);
}

/* The place of the first argument from `from` on that has one of two roles; -1: none. */
static int after(const char *roles, int from, char a, char b) {
    for (int i = from; roles[i]; i++)
        if (roles[i] == a || roles[i] == b)
            return i;
    return -1;
}

static const lmpi_comm *comm_of(const check_call *call) {
    int place = lmpi_check_place(call, 'c', 0);
    return place < 0 ? NULL : lmpi_comm_of((MPI_Comm)call->a[place]);
}

/* ---- roots ---- */

bool lmpi_check_is_other_than_root(const check_call *call, int world) {
    int root = lmpi_check_place(call, 'k', 0);
    const lmpi_comm *comm = comm_of(call);
    if (root < 0 || !comm)
        return false;
    return comm->all ? (int)call->a[root] != MPI_ROOT : lmpi_comm_rank(comm, world) != (int)call->a[root];
}

/* Whether the buffer counts on the root only: what Gather and Reduce receive, and what Scatter sends. */
static bool is_for_root(const check_call *call, char role) {
    if (is_form_of(call, "Gather") || is_form_of(call, "Gatherv") || is_form_of(call, "Reduce"))
        return role == 'r';
    return (is_form_of(call, "Scatter") || is_form_of(call, "Scatterv")) && role == 'b';
}

/* Whether the running rank has this buffer. Between groups a root has only the buffer for all of the other group, and
 * the others of its group have none. */
static bool has_buffer(const check_call *call, const lmpi_comm *comm, char role) {
    int root = lmpi_check_place(call, 'k', 0);
    if (root < 0)
        return true;
    if (lmpi_check_is_other_than_root(call, bsim_self->id))
        return !is_for_root(call, role) && !(comm->all && (int)call->a[root] == MPI_PROC_NULL);
    return !comm->all || role == 'x' || is_for_root(call, role);
}

/* ---- blocks of collectives ---- */

/* The blocks of a buffer: one for each member, process of the other group, or neighbour. */
struct blocks {
    int n;
    const int *peer; /* neighbours: MPI_PROC_NULL where there is none, whose block is not used; null: all are there */
    int *room;       /* owned */
};

static struct blocks blocks_of(const check_call *call, const lmpi_comm *comm, char role) {
    const char *name = check_function_of(call)->name;
    struct blocks blocks = {comm->size, NULL, NULL};
    if (strncmp(name, "MPI_Neighbor", 12) == 0 || strncmp(name, "MPI_Ineighbor", 13) == 0) {
        const int *sources = NULL, *destinations = NULL;
        int self = lmpi_comm_rank(comm, bsim_self->id), in = 0, out = 0;
        blocks.n = 0;
        if (!comm->topology)
            return blocks;
        lmpi_topology_degrees(comm->topology, self, &in, &out);
        blocks.room = bsim_alloc((size_t)(in + out + 1) * sizeof *blocks.room);
        lmpi_topology_neighbours(comm->topology, self, blocks.room, &sources, &destinations);
        blocks.n = role == 'b' ? out : in;
        blocks.peer = role == 'b' ? destinations : sources;
    } else if (comm->all && !is_form_of(call, "Reduce_scatter_block") && !is_form_of(call, "Reduce_scatter")) {
        blocks.n = comm->peers->size;
    }
    return blocks;
}

static bool is_used(const struct blocks *blocks, int i) {
    return !blocks->peer || blocks->peer[i] != MPI_PROC_NULL;
}

/* Blocks with one count and type. */
static void add_equal(const check_call *call, int buffer, int64_t count, MPI_Datatype type, const struct blocks *blocks,
                      check_spans *spans) {
    const lmpi_type *t = lmpi_type_of(type);
    if (!t)
        return;
    if (!blocks->peer) {
        lmpi_check_spans_add(spans, call->a[buffer], count * blocks->n, type);
        return;
    }
    for (int i = 0; i < blocks->n; i++)
        if (is_used(blocks, i))
            lmpi_check_spans_add(spans, call->a[buffer] + i * count * (int64_t)t->extent, count, type);
}

/* Blocks with lists of counts, and of types if there are several. Displacements are in elements, or with several types
 * in bytes; those of neighbours are then addresses. */
static void add_vector(const check_call *call, int buffer, int counts, int types, const struct blocks *blocks,
                       check_spans *spans) {
    const char *roles = check_function_of(call)->roles;
    const int *count = (const int *)call->a[counts];
    int displs = roles[counts + 1] == 'd' ? counts + 1 : -1;
    bool are_addresses = roles[types] == 'w' && blocks->room;
    int64_t at = 0;
    for (int i = 0; count && i < blocks->n; i++) {
        MPI_Datatype type =
            roles[types] == 'w' ? ((const MPI_Datatype *)call->a[types])[i] : (MPI_Datatype)call->a[types];
        const lmpi_type *t = lmpi_type_of(type);
        int64_t scale = roles[types] == 'w' ? 1 : t ? t->extent : 0, displacement = at;
        if (displs >= 0 && call->a[displs])
            displacement = are_addresses ? ((const MPI_Aint *)call->a[displs])[i] : ((const int *)call->a[displs])[i];
        if (t && is_used(blocks, i))
            lmpi_check_spans_add(spans, call->a[buffer] + displacement * scale, count[i], type);
        at += count[i];
    }
}

/* MPI_Reduce_scatter: all of the elements are given, and the rank's own come back. */
static void add_scattered(const check_call *call, const lmpi_comm *comm, int buffer, int counts, MPI_Datatype type,
                          check_spans *spans) {
    const int *count = (const int *)call->a[counts];
    int self = lmpi_comm_rank(comm, bsim_self->id);
    int64_t n = 0;
    for (int i = 0; count && i < comm->size; i++)
        n += check_function_of(call)->roles[buffer] == 'b' || i == self ? count[i] : 0;
    lmpi_check_spans_add(spans, call->a[buffer], n, type);
}

static void add_collective(const check_call *call, const lmpi_comm *comm, int buffer, int counts, int types,
                           check_spans *spans) {
    char role = check_function_of(call)->roles[buffer];
    MPI_Datatype type = (MPI_Datatype)call->a[types]; /* of a list: not used */
    bool is_list = check_function_of(call)->roles[counts] == 'v';
    if (is_list && is_form_of(call, "Reduce_scatter")) {
        add_scattered(call, comm, buffer, counts, type, spans);
        return;
    }
    struct blocks blocks = blocks_of(call, comm, role);
    if (is_list)
        add_vector(call, buffer, counts, types, &blocks, spans);
    else if (has_fact(call->id, role == 'b' ? FACT_SendsToEach : FACT_ReceivesFromEach) &&
             !(role == 'r' && is_form_of(call, "Reduce_scatter_block")))
        add_equal(call, buffer, call->a[counts], type, &blocks, spans);
    else
        lmpi_check_spans_add(spans, call->a[buffer], call->a[counts], type);
    bsim_free(blocks.room);
}

/* ---- calls ---- */

static bool is_collective(enum check_family family) {
    return family == CHECK_FAMILY_COLL || family == CHECK_FAMILY_ICOLL || family == CHECK_FAMILY_COLL_INIT;
}

static void add_buffer(const check_call *call, int buffer, check_spans *spans) {
    const char *roles = check_function_of(call)->roles;
    int counts = after(roles, buffer + 1, 'n', 'v'), types = after(roles, buffer + 1, 't', 'w');
    enum check_family family = check_function_of(call)->family;
    const lmpi_comm *comm = comm_of(call);
    if (counts < 0 && types >= 0 && family == CHECK_FAMILY_RMA_DATA) {
        lmpi_check_spans_add(spans, call->a[buffer], 1, (MPI_Datatype)call->a[types]);
        return;
    }
    if (counts < 0 || types < 0 || (const void *)call->a[buffer] == MPI_IN_PLACE)
        return;
    if (!is_collective(family)) /* of partitions, the count is that of one */
        lmpi_check_spans_add(spans, call->a[buffer],
                             call->a[counts] * (family == CHECK_FAMILY_PART_INIT ? (int)call->a[buffer + 1] : 1),
                             (MPI_Datatype)call->a[types]);
    else if (comm && has_buffer(call, comm, roles[buffer]))
        add_collective(call, comm, buffer, counts, types, spans);
}

void lmpi_check_spans_of_call(const check_call *call, bool writes, check_spans *spans) {
    const char *roles = check_function_of(call)->roles;
    int peer = lmpi_check_place(call, 'p', 0);
    enum check_family family = check_function_of(call)->family;
    *spans = (check_spans){0};
    for (int i = 0; roles[i]; i++) {
        bool is_input = roles[i] == 'b' || roles[i] == 'x', is_output = roles[i] == 'r' || roles[i] == 'x';
        if (roles[i] == 'x' && is_collective(family) && is_form_of(call, "Bcast")) {
            is_input = !lmpi_check_is_other_than_root(call, bsim_self->id);
            is_output = !is_input;
        }
        if (!(writes ? is_output : is_input))
            continue;
        if (family == CHECK_FAMILY_P2P_SENDRECV || family == CHECK_FAMILY_P2P_ISENDRECV)
            peer = after(roles, i, 'p', 'p');
        if (peer >= 0 && call->a[peer] == MPI_PROC_NULL)
            continue;
        add_buffer(call, i, spans);
    }
    lmpi_check_spans_sort(spans);
}
