/* neighbour.c - neighbourhood collectives: MPI_Neighbor_allgather(v), MPI_Neighbor_alltoall(v, w).
 *
 * As in MPICH each member starts a send to each destination, then a receive from each source, and waits for all of
 * them. Messages between two members match in this order. MPI_Neighbor_alltoall posts its receives in the reverse
 * order, so that in a grid two ranks wide a message to the left neighbour comes from the right one; the other functions
 * do not. */
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_program.h"
#include "lmpi/coll/coll_steps.h"
#include "lmpi/comm/topo.h"
#include "lmpi/core/checker.h"
#include "lmpi/datatype/type_class.h"

/* The neighbours of a member whose messages are asked for, in the scratch memory of an evaluation. */
struct place {
    int in, out;
    const int *sources, *destinations;
    int64_t open; /* operations: neighbours that exist */
};

struct task {
    const lmpi_coll_run *run;
    const struct place *of;
    bool reversed; /* receives */
};

static struct place *places_of(const lmpi_coll_run *run) {
    const lmpi_topology *t = run->comm->topology;
    int from = lmpi_coll_noted_from(run), to = lmpi_coll_noted_to(run);
    struct place *of = lmpi_coll_scratch((size_t)(to - from) * sizeof *of);
    bool is_grid = t->kind == MPI_CART;
    int *room = is_grid ? lmpi_coll_scratch((size_t)(to - from) * (size_t)(2 * t->n + 1) * sizeof *room) : NULL;
    for (int i = from; i < to; i++) {
        struct place *p = &of[i - from];
        lmpi_topology_degrees(t, i, &p->in, &p->out);
        lmpi_topology_neighbours(t, i, room, &p->sources, &p->destinations);
        room += is_grid ? 2 * t->n : 0;
        for (int k = 0; k < p->in; k++)
            p->open += p->sources[k] != MPI_PROC_NULL;
        for (int k = 0; k < p->out; k++)
            p->open += p->destinations[k] != MPI_PROC_NULL;
    }
    return of;
}

static const struct place *place_of(const struct task *task, int member) {
    return &task->of[member - lmpi_coll_noted_from(task->run)];
}

static bool is_reversed(const lmpi_coll_run *run);

static struct task task_of(const lmpi_coll_run *run) {
    return (struct task){run, places_of(run), is_reversed(run)};
}

/* ---- blocks ---- */

typedef struct block {
    char *at;
    int64_t count;
    MPI_Datatype type;
} block;

static int64_t extent_of(MPI_Datatype type) {
    return lmpi_type_of(type)->extent;
}

/* The block for the k-th destination, or from the k-th source. whole: one block for all. Of a call whose member has
 * gone on (lmpi_coll_keep) there are no displacements, and `at` is of no use. */
static block block_of(void *buffer, int64_t count, MPI_Datatype type, const int *counts, const int *displs,
                      const MPI_Datatype *types, const MPI_Aint *offsets, int k, bool whole) {
    if (types)
        return (block){lmpi_displaced(buffer, counts[k] && offsets ? offsets[k] : 0), counts[k], types[k]};
    if (counts)
        return (block){lmpi_displaced(buffer, counts[k] && displs ? displs[k] * extent_of(type) : 0), counts[k], type};
    return (block){lmpi_displaced(buffer, whole || !count ? 0 : k * count * extent_of(type)), count, type};
}

static bool gathers(const lmpi_coll_call *c);

static block block_for(const lmpi_coll_call *c, int k) {
    return block_of((void *)(uintptr_t)c->send, c->send_count, c->send_type, c->send_counts, c->send_displs,
                    c->send_types, c->send_offsets, k, gathers(c));
}

static block block_from(const lmpi_coll_call *c, int k) {
    return block_of(c->recv, c->recv_count, c->recv_type, c->recv_counts, c->recv_displs, c->recv_types,
                    c->recv_offsets, k, false);
}

static int64_t bytes_of(block b) {
    return b.count ? b.count * lmpi_coll_size_of(b.type) : 0;
}

/* ---- time ---- */

static int source_at(const struct task *task, int member, int64_t i) {
    const struct place *p = place_of(task, member);
    return (int)(task->reversed ? p->in - 1 - i : i);
}

static lmpi_step step(const void *what, int member, int64_t i) {
    const struct task *task = what;
    const struct place *p = place_of(task, member);
    int peer;
    if (i < p->out) {
        peer = p->destinations[i];
        if (peer == MPI_PROC_NULL)
            return (lmpi_step){LMPI_STEP_NONE, 0, 0};
        return (lmpi_step){LMPI_STEP_SEND, peer, bytes_of(block_for(task->run->call[member], (int)i))};
    }
    i -= p->out;
    if (i < p->in) {
        peer = p->sources[source_at(task, member, i)];
        return (lmpi_step){peer == MPI_PROC_NULL ? LMPI_STEP_NONE : LMPI_STEP_RECEIVE, peer, 0};
    }
    if (i == p->in && p->open)
        return (lmpi_step){LMPI_STEP_WAIT_OLDEST, 0, p->open};
    return (lmpi_step){LMPI_STEP_END, 0, 0};
}

static bool always(void) {
    return true;
}

static void neighbour_time(lmpi_coll_run *run) {
    struct task task = task_of(run);
    lmpi_coll_perform(run, step, &task);
}

/* ---- the messages of two members ---- */

/* The place in the source's list of destinations of the message that the i-th receive of a member takes; -1: none. */
static int sent_as(const struct task *task, int member, int i) {
    const struct place *p = &task->of[member];
    int source = p->sources[source_at(task, member, i)], before = 0;
    for (int k = 0; k < i; k++)
        before += p->sources[source_at(task, member, k)] == source;
    const struct place *from = &task->of[source];
    for (int k = 0; k < from->out; k++)
        if (from->destinations[k] == member && before-- == 0)
            return k;
    return -1;
}

/* Each message has a receive for as many bytes of the same type. */
static void check_messages(void *argument) {
    lmpi_coll_run *run = argument;
    struct task task = task_of(run);
    int64_t open = 0;
    for (int i = 0; i < run->n; i++)
        for (int k = 0; k < task.of[i].out; k++)
            open += task.of[i].destinations[k] != MPI_PROC_NULL;
    for (int i = 0; i < run->n; i++)
        for (int k = 0; k < task.of[i].in; k++) {
            int at = source_at(&task, i, k), source = task.of[i].sources[at];
            if (source == MPI_PROC_NULL)
                continue;
            const lmpi_coll_call *to = run->call[i], *from = run->call[source];
            int sent = sent_as(&task, i, k);
            if (sent < 0)
                lmpi_coll_mismatch(run->comm, from, to,
                                   "the topology has an edge from the one to the other only for the other");
            block b = block_for(from, sent), c = block_from(to, at);
            if (LMPI_CHECKED)
                lmpi_checker->pair(from, (lmpi_coll_data){b.at, b.count, b.type}, to,
                                   (lmpi_coll_data){c.at, c.count, c.type});
            if (bytes_of(b) != bytes_of(c))
                lmpi_coll_mismatch(run->comm, from, to, "the one sends %lld bytes, the other expects %lld of it",
                                   (long long)bytes_of(b), (long long)bytes_of(c));
            if (bytes_of(b) && b.type != c.type && !lmpi_types_agree(b.type, c.type, false))
                lmpi_coll_mismatch(run->comm, from, to, "the one sends %s, the other expects %s of it",
                                   lmpi_type_label(b.type), lmpi_type_label(c.type));
            open--;
        }
    if (open)
        bsim_fatal_of(run->call[0]->world, run->call[0]->entry_s, BSIM_EXIT_MISUSE,
                      "%s on %s (%s): the topology has an edge that only its source knows", run->call[0]->kind->name,
                      lmpi_comm_label(run->comm), bsim_site_name(run->call[0]->site->address));
    lmpi_coll_scratch_free(NULL);
}

static void neighbour_check(lmpi_coll_run *run) {
    bsim_on_host_stack(check_messages, run);
}

static void neighbour_data(lmpi_coll_run *run) {
    struct task task = task_of(run);
    for (int i = 0; i < run->n; i++)
        for (int k = 0; k < task.of[i].in; k++) {
            int at = source_at(&task, i, k), source = task.of[i].sources[at];
            if (source == MPI_PROC_NULL)
                continue;
            block from = block_for(run->call[source], sent_as(&task, i, k)), to = block_from(run->call[i], at);
            if (from.count)
                lmpi_type_copy(from.at, from.count, from.type, to.at, to.count, to.type);
        }
}

static double most_messages(const lmpi_comm *comm) {
    double most = 0;
    for (int i = 0, in, out; i < comm->size; i++) {
        lmpi_topology_degrees(comm->topology, i, &in, &out);
        most += out;
    }
    return most;
}

#define KIND(function)                                                                                                 \
    {.name = "MPI_Neighbor_" #function,                                                                                \
     .by_own = always,                                                                                                 \
     .most_messages = most_messages,                                                                                   \
     .check = neighbour_check,                                                                                         \
     .time = neighbour_time,                                                                                           \
     .data = neighbour_data}
static const lmpi_coll_kind allgather = KIND(allgather), allgatherv = KIND(allgatherv), alltoall = KIND(alltoall),
                            alltoallv = KIND(alltoallv), alltoallw = KIND(alltoallw);

static bool gathers(const lmpi_coll_call *c) {
    return c->kind == &allgather || c->kind == &allgatherv;
}

static bool is_reversed(const lmpi_coll_run *run) {
    return run->call[0]->kind == &alltoall;
}

/* ---- calls ---- */

static int check_side(lmpi_coll_call *call, MPI_Comm comm, const void *buffer, int n, int64_t count, MPI_Datatype type,
                      const int *counts, const MPI_Datatype *types, int64_t *bytes) {
    *bytes = 0;
    if (!counts) {
        LMPI_COLL_TRY(lmpi_coll_check_data(call, comm, n ? buffer : bytes /* any memory */, count, type));
        *bytes = n * count * lmpi_coll_size_of(type);
    }
    for (int i = 0; counts && i < n; i++) {
        MPI_Datatype own = types ? types[i] : type;
        if (counts[i] == 0)
            continue;
        LMPI_COLL_TRY(lmpi_coll_check_data(call, comm, buffer, counts[i], own));
        *bytes += counts[i] * lmpi_coll_size_of(own);
    }
    return MPI_SUCCESS;
}

static int join(const lmpi_coll_place *place, const lmpi_coll_kind *kind, lmpi_coll_call *call, MPI_Comm comm) {
    lmpi_comm *object;
    int64_t received;
    LMPI_COLL_TRY(lmpi_coll_prepare(call, place, kind, comm, &object));
    if (!object->topology)
        return lmpi_coll_error(call, comm, MPI_ERR_TOPOLOGY, "the communicator has no topology");
    if (call->send == MPI_IN_PLACE || call->recv == MPI_IN_PLACE)
        return lmpi_coll_error(call, comm, MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed");
    lmpi_topology_degrees(object->topology, call->local, &call->recv_parts, &call->send_parts);
    LMPI_COLL_TRY(check_side(call, comm, call->recv, call->recv_parts, call->recv_count, call->recv_type,
                             call->recv_counts, call->recv_types, &received));
    LMPI_COLL_TRY(check_side(call, comm, call->send, call->send_parts, call->send_count, call->send_type,
                             call->send_counts, call->send_types, &call->bytes));
    return lmpi_coll_join(object, call);
}

int lmpi_coll_Neighbor_allgather(const lmpi_coll_place *place, const void *sendbuf, int sendcount,
                                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                 MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_count = recvcount,
                           .recv_type = recvtype};
    return join(place, &allgather, &call, comm);
}

int lmpi_coll_Neighbor_allgatherv(const lmpi_coll_place *place, const void *sendbuf, int sendcount,
                                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                                  MPI_Datatype recvtype, MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_counts = recvcounts,
                           .recv_displs = displs,
                           .recv_type = recvtype};
    return join(place, &allgatherv, &call, comm);
}

int lmpi_coll_Neighbor_alltoall(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_count = recvcount,
                           .recv_type = recvtype};
    return join(place, &alltoall, &call, comm);
}

int lmpi_coll_Neighbor_alltoallv(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[],
                                 const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                 const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_counts = sendcounts,
                           .send_displs = sdispls,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_counts = recvcounts,
                           .recv_displs = rdispls,
                           .recv_type = recvtype};
    return join(place, &alltoallv, &call, comm);
}

int lmpi_coll_Neighbor_alltoallw(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[],
                                 const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                                 const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                 MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_counts = sendcounts,
                           .send_offsets = sdispls,
                           .send_types = sendtypes,
                           .recv = recvbuf,
                           .recv_counts = recvcounts,
                           .recv_offsets = rdispls,
                           .recv_types = recvtypes};
    return join(place, &alltoallw, &call, comm);
}
