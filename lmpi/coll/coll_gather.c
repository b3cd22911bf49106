/* coll_gather.c - MPI_Gather, MPI_Scatter, MPI_Gatherv and MPI_Scatterv: binomial trees, linear. */
#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_program.h"
#include "lmpi/coll/coll_tuning.h"

static int member_of(const lmpi_coll_run *run, const lmpi_task *task, int64_t relative) {
    return (int)((relative + task->root) % run->n);
}

/* The number of members in the subtree of a relative rank, including itself. */
static int64_t subtree(int64_t relative, int n) {
    int64_t size = relative & -relative;
    return relative + size <= n ? size : n - relative;
}

void lmpi_gather_binomial(lmpi_coll_run *run, const lmpi_task *task) {
    for (int64_t mask = 1; mask < run->n; mask *= 2)
        for (int64_t r = mask; r < run->n; r += 2 * mask)
            lmpi_coll_message(run, member_of(run, task, r), member_of(run, task, r - mask),
                              task->bytes * subtree(r, run->n));
}

void lmpi_scatter_binomial(lmpi_coll_run *run, const lmpi_task *task) {
    for (int64_t r = 0; r < run->n; r++)
        for (int64_t mask = r ? (r & -r) / 2 : lmpi_pof2_below(run->n - 1); mask; mask /= 2)
            if (r + mask < run->n)
                lmpi_coll_message(run, member_of(run, task, r), member_of(run, task, r + mask),
                                  task->bytes * subtree(r + mask, run->n));
}

/* The bytes of each member; -1 (no message) for members without data. */
static int64_t *sizes(const lmpi_coll_run *run, const lmpi_task *task) {
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    for (int i = 0; i < run->n; i++) {
        int64_t bytes = lmpi_offset(task, i + 1) - lmpi_offset(task, i);
        size[i] = bytes ? bytes : -1;
    }
    return size;
}

/* The root receives the blocks one after the other, in the order of the ranks. */
void lmpi_gather_linear(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *size = sizes(run, task);
    for (int i = 0; i < run->n; i++)
        if (i != task->root && size[i] > 0)
            lmpi_coll_message(run, i, task->root, size[i]);
}

void lmpi_gather_nonblocking(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_coll_fan_in(run, task->root, sizes(run, task), false);
}

void lmpi_scatter_linear(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *size = sizes(run, task);
    for (int i = 0; i < run->n; i++)
        if (i != task->root && size[i] > 0)
            lmpi_coll_message(run, task->root, i, size[i]);
}

void lmpi_scatter_nonblocking(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_coll_fan_out(run, task->root, sizes(run, task));
}

/* The root asks each member in turn for its block: it posts the receive of a first part, sends an empty message, waits
 * for both, and posts the receive of the rest; at the end it waits for all rests. A block that is not longer than the
 * first part has an empty rest. */
typedef struct asking {
    int n, root;
    int64_t bytes, first;
} asking;

static lmpi_step asking_step(const void *what, int member, int64_t i) {
    const asking *a = what;
    if (member != a->root)
        switch (i) {
        case 0:
            return (lmpi_step){LMPI_STEP_RECEIVE, a->root, 0};
        case 1:
            return (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, 1};
        case 2:
        case 4:
            return (lmpi_step){LMPI_STEP_SEND, a->root, i == 2 ? a->first : a->bytes - a->first};
        case 3:
        case 5:
            return (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, 1};
        default:
            return (lmpi_step){.kind = LMPI_STEP_END};
        }
    int64_t turn = i / 4, peer = turn < a->root ? turn : turn + 1;
    if (turn >= a->n - 1)
        return i == 4 * (int64_t)(a->n - 1) ? (lmpi_step){LMPI_STEP_WAIT_OLDEST, 0, a->n - 1}
                                            : (lmpi_step){.kind = LMPI_STEP_END};
    switch (i % 4) {
    case 1:
        return (lmpi_step){LMPI_STEP_SEND, (int)peer, 0};
    case 2:
        return (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, 2};
    default:
        return (lmpi_step){LMPI_STEP_RECEIVE, (int)peer, 0};
    }
}

void lmpi_gather_linear_sync(lmpi_coll_run *run, const lmpi_task *task) {
    asking a = {run->n, task->root, task->bytes, lmpi_segment(task, 0)};
    lmpi_coll_perform(run, asking_step, &a);
}

void lmpi_mpich_gather(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_gather_binomial(run, task);
}

void lmpi_mpich_scatter(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_scatter_binomial(run, task);
}

void lmpi_mpich_gatherv(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_coll_fan_in(run, task->root, sizes(run, task), run->n >= GATHERV_SSEND_MIN_PROCS);
}

void lmpi_mpich_scatterv(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_scatter_nonblocking(run, task);
}

static void choose_equal(lmpi_coll_run *run, enum bsim_collective collective) {
    const lmpi_coll_call *c = run->call[0];
    if (c->bytes)
        lmpi_coll_choose(run, collective, &(lmpi_task){.root = c->root, .bytes = c->bytes});
}

/* The bytes of a member's block. Of one member's view: a block that it does not know has no message with it. */
static int64_t block_bytes(const lmpi_coll_run *run, int member) {
    const lmpi_coll_call *c = run->call[member];
    if (!run->of_one || member == run->one)
        return c->bytes;
    if (run->one != c->root)
        return 0;
    return c->recv_counts ? c->recv_counts[member] * lmpi_coll_size_of(c->recv_type)
                          : c->send_counts[member] * lmpi_coll_size_of(c->send_type);
}

static void choose_counted(lmpi_coll_run *run, enum bsim_collective collective) {
    int64_t *start = lmpi_coll_scratch(((size_t)run->n + 1) * sizeof *start);
    for (int i = 0; i < run->n; i++)
        start[i + 1] = start[i] + block_bytes(run, i);
    lmpi_task task = {.root = run->call[0]->root, .bytes = start[run->n] / run->n, .start = start};
    if (start[run->n])
        lmpi_coll_choose(run, collective, &task);
}

static void gather_time(lmpi_coll_run *run) {
    choose_equal(run, BSIM_COLLECTIVE_gather);
}

static void scatter_time(lmpi_coll_run *run) {
    choose_equal(run, BSIM_COLLECTIVE_scatter);
}

static void gatherv_time(lmpi_coll_run *run) {
    choose_counted(run, BSIM_COLLECTIVE_gatherv);
}

static void scatterv_time(lmpi_coll_run *run) {
    choose_counted(run, BSIM_COLLECTIVE_scatterv);
}

static bool gatherv_by_own(void) {
    return lmpi_coll_ignores_bytes(BSIM_COLLECTIVE_gatherv);
}

static bool scatterv_by_own(void) {
    return lmpi_coll_ignores_bytes(BSIM_COLLECTIVE_scatterv);
}

static char *place(const void *buffer, MPI_Datatype type, const int *displs, int64_t count, int member) {
    return lmpi_displaced(buffer, (displs ? displs[member] : member * count) * lmpi_type_of(type)->extent);
}

static void gather_data(lmpi_coll_run *run) {
    const lmpi_coll_call *root = run->call[run->call[0]->root];
    for (int i = 0; i < run->n; i++) {
        const lmpi_coll_call *c = run->call[i];
        if (c->bytes && c->send != MPI_IN_PLACE)
            lmpi_type_copy(c->send, c->send_count, c->send_type,
                           place(root->recv, root->recv_type, root->recv_displs, root->recv_count, i),
                           root->recv_counts ? root->recv_counts[i] : root->recv_count, root->recv_type);
    }
}

static bool gather_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    (void)run;
    return call->local != call->root && lmpi_coll_keep_data(kept, &kept->send, call->send_count, call->send_type);
}

/* From the root to a member. */
static void scatter_to(const lmpi_coll_call *root, const lmpi_coll_call *c) {
    if (c->bytes && c->recv != MPI_IN_PLACE)
        lmpi_type_copy(place(root->send, root->send_type, root->send_displs, root->send_count, c->local),
                       root->send_counts ? root->send_counts[c->local] : root->send_count, root->send_type, c->recv,
                       c->recv_count, c->recv_type);
}

static void scatter_data(lmpi_coll_run *run) {
    for (int i = 0; i < run->n; i++)
        scatter_to(run->call[run->call[0]->root], run->call[i]);
}

static bool scatter_leave(const lmpi_coll_run *run, const lmpi_coll_call *call, lmpi_coll_call *kept) {
    const lmpi_coll_call *root = run->call[call->root];
    bool is_kept = true;
    if (call == root && call->send_counts)
        is_kept = lmpi_coll_keep_blocks(kept);
    else if (call == root)
        is_kept = lmpi_coll_keep_data(kept, &kept->send, run->n * call->send_count, call->send_type);
    if (!is_kept || (call->bytes && !root))
        return false;
    if (call->bytes)
        scatter_to(root, call);
    if (kept->recv != MPI_IN_PLACE) {
        kept->recv = NULL;
        kept->recv_type = MPI_BYTE;
    }
    return true;
}

/* Checks that the root's counts agree with what each member sends or receives. */
static void check_counts(lmpi_coll_run *run, const int *counts, MPI_Datatype type) {
    const lmpi_coll_call *root = run->call[run->call[0]->root];
    int64_t size = lmpi_coll_size_of(type);
    for (int i = 0; i < run->n; i++)
        if (counts[i] * size != run->call[i]->bytes)
            lmpi_coll_mismatch(run->comm, root, run->call[i], "the root gives %lld bytes for it, it gives %lld itself",
                               (long long)(counts[i] * size), (long long)run->call[i]->bytes);
}

static void gatherv_check(lmpi_coll_run *run) {
    const lmpi_coll_call *root = run->call[run->call[0]->root];
    check_counts(run, root->recv_counts, root->recv_type);
}

static void scatterv_check(lmpi_coll_run *run) {
    const lmpi_coll_call *root = run->call[run->call[0]->root];
    check_counts(run, root->send_counts, root->send_type);
}

static const lmpi_coll_kind gather = {.name = "MPI_Gather",
                                      .copies = LMPI_COLL_COPIES_OWN_PART_IF_ROOT,
                                      .receives = LMPI_COLL_RECEIVES_PARTS_IF_ROOT,
                                      .one_type = true,
                                      .rooted = true,
                                      .same_bytes = true,
                                      .parts = true,
                                      .by_one = true,
                                      .time = gather_time,
                                      .data = gather_data,
                                      .leave = gather_leave};
static const lmpi_coll_kind gatherv = {.name = "MPI_Gatherv",
                                       .copies = LMPI_COLL_COPIES_OWN_PART_IF_ROOT,
                                       .receives = LMPI_COLL_RECEIVES_PARTS_IF_ROOT,
                                       .one_type = true,
                                       .rooted = true,
                                       .by_own = gatherv_by_own,
                                       .check = gatherv_check,
                                       .time = gatherv_time,
                                       .data = gather_data,
                                       .leave = gather_leave};
static const lmpi_coll_kind scatter = {.name = "MPI_Scatter",
                                       .copies = LMPI_COLL_COPIES_SCATTERED_PART,
                                       .receives = LMPI_COLL_RECEIVES,
                                       .one_type = true,
                                       .rooted = true,
                                       .same_bytes = true,
                                       .parts = true,
                                       .by_one = true,
                                       .time = scatter_time,
                                       .data = scatter_data,
                                       .leave = scatter_leave};
static const lmpi_coll_kind scatterv = {.name = "MPI_Scatterv",
                                        .copies = LMPI_COLL_COPIES_SCATTERED_PART,
                                        .receives = LMPI_COLL_RECEIVES,
                                        .one_type = true,
                                        .rooted = true,
                                        .by_own = scatterv_by_own,
                                        .check = scatterv_check,
                                        .time = scatterv_time,
                                        .data = scatter_data,
                                        .leave = scatter_leave};

/* Checks that the root sends itself as many bytes as it receives. */
static int check_own(const lmpi_coll_call *call, MPI_Comm comm, int64_t sent, int64_t received) {
    if (sent == received)
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_TRUNCATE, "the root sends itself %lld bytes and receives %lld",
                           (long long)sent, (long long)received);
}

int lmpi_coll_Gather(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                     void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    lmpi_coll_call call = {.root = root,
                           .send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_count = recvcount,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Gather(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &gather, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_root(&call, comm, object, root));
    if (sendbuf != MPI_IN_PLACE || call.local != root) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, sendcount, sendtype));
        call.bytes = sendcount * lmpi_coll_size_of(sendtype);
    }
    if (call.local == root) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, recvbuf, recvcount, recvtype));
        int64_t received = recvcount * lmpi_coll_size_of(recvtype);
        if (sendbuf == MPI_IN_PLACE)
            call.bytes = received;
        LMPI_COLL_TRY(check_own(&call, comm, call.bytes, received));
    }
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Gatherv(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                      MPI_Comm comm) {
    lmpi_coll_call call = {.root = root,
                           .send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_counts = recvcounts,
                           .recv_displs = displs,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Gatherv(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &gatherv, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_root(&call, comm, object, root));
    if (sendbuf != MPI_IN_PLACE || call.local != root) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, sendcount, sendtype));
        call.bytes = sendcount * lmpi_coll_size_of(sendtype);
    }
    if (call.local == root) {
        for (int i = 0; i < object->size; i++)
            LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, recvbuf, recvcounts[i], recvtype));
        if (sendbuf == MPI_IN_PLACE)
            call.bytes = recvcounts[root] * lmpi_coll_size_of(recvtype);
    }
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Scatter(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                      void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    lmpi_coll_call call = {.root = root,
                           .send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_count = recvcount,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Scatter(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &scatter, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_root(&call, comm, object, root));
    if (recvbuf != MPI_IN_PLACE || call.local != root) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, recvbuf, recvcount, recvtype));
        call.bytes = recvcount * lmpi_coll_size_of(recvtype);
    }
    if (call.local == root) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, sendcount, sendtype));
        int64_t sent = sendcount * lmpi_coll_size_of(sendtype);
        if (recvbuf == MPI_IN_PLACE)
            call.bytes = sent;
        LMPI_COLL_TRY(check_own(&call, comm, sent, call.bytes));
    }
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Scatterv(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[], const int displs[],
                       MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm) {
    lmpi_coll_call call = {.root = root,
                           .send = sendbuf,
                           .send_counts = sendcounts,
                           .send_displs = displs,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_count = recvcount,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Scatterv(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &scatterv, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_root(&call, comm, object, root));
    if (recvbuf != MPI_IN_PLACE || call.local != root) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, recvbuf, recvcount, recvtype));
        call.bytes = recvcount * lmpi_coll_size_of(recvtype);
    }
    if (call.local == root) {
        for (int i = 0; i < object->size; i++)
            LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, sendcounts[i], sendtype));
        if (recvbuf == MPI_IN_PLACE)
            call.bytes = sendcounts[root] * lmpi_coll_size_of(sendtype);
    }
    return lmpi_coll_join(object, &call);
}
