/* coll_alltoall.c - MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw: Bruck, scattered, linear, pairwise, ring; with
 * MPI_IN_PLACE MPI_Sendrecv_replace between all pairs. */
#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_tuning.h"
#include "lmpi/datatype/type_class.h"

/* ---- time ---- */

/* In the step of distance d = 2^b, member i sends to i + d all blocks whose number has bit b. */
void lmpi_alltoall_bruck(lmpi_coll_run *run, const lmpi_task *task) {
    for (int distance = 1; distance < run->n; distance *= 2) {
        int64_t blocks = 0;
        for (int i = 0; i < run->n; i++)
            blocks += (i & distance) != 0;
        lmpi_coll_shift(run, distance, NULL, blocks * task->bytes);
    }
}

/* In step s member i sends to i + s and receives from i - s. */
void lmpi_alltoall_ring(lmpi_coll_run *run, const lmpi_task *task) {
    for (int step = 1; step < run->n; step++)
        lmpi_coll_shift(run, step, NULL, task->bytes);
}

/* As a ring; if n is a power of two, in step s members i and i xor s exchange. */
void lmpi_alltoall_pairwise(lmpi_coll_run *run, const lmpi_task *task) {
    if (!lmpi_is_pof2(run->n)) {
        lmpi_alltoall_ring(run, task);
        return;
    }
    for (int step = 1; step < run->n; step++)
        for (int i = 0; i < run->n; i++)
            if (i < (i ^ step))
                lmpi_coll_exchange(run, i, i ^ step, task->bytes, task->bytes);
}

/* The bytes that one member sends to another, as it says itself; with one member's steps, as that one says. In the v
 * and w forms an empty block is no message: -1. */
static int64_t pair_bytes(const lmpi_coll_run *run, int src, int dst) {
    const lmpi_coll_call *c = run->call[src];
    bool received = c->send == MPI_IN_PLACE || (run->of_one && src != run->one);
    const int *counts = received ? c->recv_counts : c->send_counts;
    const MPI_Datatype *types = received ? c->recv_types : c->send_types;
    int other = run->of_one && src != run->one ? src : dst;
    if (!counts)
        return c->bytes;
    int64_t bytes = counts[other] ? counts[other] * lmpi_coll_size_of(types      ? types[other]
                                                                      : received ? c->recv_type
                                                                                 : c->send_type)
                                  : 0;
    return bytes ? bytes : -1;
}

static int64_t pair_bytes_or_zero(const lmpi_coll_run *run, int src, int dst) {
    int64_t bytes = pair_bytes(run, src, dst);
    return bytes < 0 ? 0 : bytes;
}

static void in_windows(lmpi_coll_run *run, int window) {
    for (int first = 0; first < run->n; first += window)
        lmpi_coll_scattered(run, first, run->n - first < window ? run->n - first : window, pair_bytes);
}

void lmpi_alltoall_scattered(lmpi_coll_run *run, const lmpi_task *task) {
    in_windows(run, task->window ? task->window : ALLTOALL_THROTTLE);
}

/* All receives and sends at once. */
void lmpi_alltoall_linear(lmpi_coll_run *run, const lmpi_task *task) {
    (void)task;
    in_windows(run, run->n);
}

/* The ring of the forms with counts: an empty block is an empty message. */
void lmpi_alltoallv_ring(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    (void)task;
    for (int step = 1; step < run->n; step++) {
        for (int i = 0; !run->of_one && i < run->n; i++)
            size[i] = pair_bytes_or_zero(run, i, (i + step) % run->n);
        if (run->of_one) {
            int from = (run->one - step + run->n) % run->n;
            size[run->one] = pair_bytes_or_zero(run, run->one, (run->one + step) % run->n);
            size[from] = pair_bytes_or_zero(run, from, run->one);
        }
        lmpi_coll_shift(run, step, size, 0);
    }
}

static void replacing(lmpi_coll_run *run) {
    for (int i = 0; run->of_one && i < run->n; i++) /* in the order of the pairs below */
        if (i != run->one)
            lmpi_coll_exchange(run, run->one, i, pair_bytes_or_zero(run, run->one, i),
                               pair_bytes_or_zero(run, i, run->one));
    for (int i = 0; !run->of_one && i < run->n; i++)
        for (int j = i + 1; j < run->n; j++)
            lmpi_coll_exchange(run, i, j, pair_bytes_or_zero(run, i, j), pair_bytes_or_zero(run, j, i));
}

void lmpi_mpich_alltoall(lmpi_coll_run *run, const lmpi_task *task) {
    if (task->bytes <= ALLTOALL_SHORT_BYTES && run->n >= ALLTOALL_MIN_PROCS)
        lmpi_alltoall_bruck(run, task);
    else if (task->bytes <= ALLTOALL_MEDIUM_BYTES)
        lmpi_alltoall_scattered(run, task);
    else
        lmpi_alltoall_pairwise(run, task);
}

void lmpi_mpich_alltoallv(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_alltoall_scattered(run, task);
}

void lmpi_mpich_alltoallw(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_alltoall_scattered(run, task);
}

/* In place there is one algorithm, whatever the platform says. */
static void alltoall_time(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    if (c->bytes == 0)
        return;
    if (c->send == MPI_IN_PLACE)
        replacing(run);
    else
        lmpi_coll_choose(run, BSIM_COLLECTIVE_alltoall, &(lmpi_task){.bytes = c->bytes});
}

/* The mean block of all pairs decides. */
static void choose_counted(lmpi_coll_run *run, enum bsim_collective collective) {
    int64_t mean = 0, n = run->n;
    for (int i = 0; i < run->n; i++)
        mean += run->call[i]->bytes / n;
    if (run->call[0]->send == MPI_IN_PLACE)
        replacing(run);
    else
        lmpi_coll_choose(run, collective, &(lmpi_task){.bytes = mean / n});
}

static void alltoallv_time(lmpi_coll_run *run) {
    choose_counted(run, BSIM_COLLECTIVE_alltoallv);
}

static void alltoallw_time(lmpi_coll_run *run) {
    choose_counted(run, BSIM_COLLECTIVE_alltoallw);
}

static bool alltoallv_by_own(void) {
    return lmpi_coll_ignores_bytes(BSIM_COLLECTIVE_alltoallv);
}

static bool alltoallw_by_own(void) {
    return lmpi_coll_ignores_bytes(BSIM_COLLECTIVE_alltoallw);
}

/* ---- data ---- */

typedef struct block {
    char *at;
    int64_t count;
    MPI_Datatype type;
} block;

/* The block for, or from, another member. In the w form displacements are in bytes. */
static block block_of(void *buffer, int64_t count, MPI_Datatype type, const int *counts, const int *displs,
                      const MPI_Datatype *types, int member) {
    if (types)
        return (block){lmpi_displaced(buffer, displs[member]), counts[member], types[member]};
    int64_t extent = lmpi_type_of(type)->extent;
    if (counts)
        return (block){lmpi_displaced(buffer, displs[member] * extent), counts[member], type};
    return (block){lmpi_displaced(buffer, member * count * extent), count, type};
}

static block send_block(const lmpi_coll_call *c, int member) {
    if (c->send == MPI_IN_PLACE)
        return block_of(c->recv, c->recv_count, c->recv_type, c->recv_counts, c->recv_displs, c->recv_types, member);
    return block_of((void *)(uintptr_t)c->send, c->send_count, c->send_type, c->send_counts, c->send_displs,
                    c->send_types, member);
}

static block recv_block(const lmpi_coll_call *c, int member) {
    return block_of(c->recv, c->recv_count, c->recv_type, c->recv_counts, c->recv_displs, c->recv_types, member);
}

/* Exchanges two blocks (MPI_IN_PLACE). */
static void swap(const block *a, const block *b, char *scratch) {
    if (!a->count)
        return;
    lmpi_type_pack(a->at, a->count, a->type, scratch);
    lmpi_type_copy(b->at, b->count, b->type, a->at, a->count, a->type);
    lmpi_type_unpack(scratch, a->count * lmpi_coll_size_of(a->type), b->at, b->count, b->type);
}

static void alltoall_data(lmpi_coll_run *run) {
    if (run->call[0]->send == MPI_IN_PLACE) {
        int64_t longest = 0;
        for (int i = 0; i < run->n; i++)
            for (int j = 0; j < run->n; j++) {
                int64_t bytes = pair_bytes_or_zero(run, i, j);
                longest = bytes > longest ? bytes : longest;
            }
        char *scratch = lmpi_coll_scratch((size_t)longest);
        for (int i = 0; i < run->n; i++)
            for (int j = i + 1; j < run->n; j++) {
                block a = recv_block(run->call[i], j), b = recv_block(run->call[j], i);
                swap(&a, &b, scratch);
            }
        return;
    }
    for (int i = 0; i < run->n; i++)
        for (int j = 0; j < run->n; j++) {
            block from = send_block(run->call[i], j), to = recv_block(run->call[j], i);
            if (from.count)
                lmpi_type_copy(from.at, from.count, from.type, to.at, to.count, to.type);
        }
}

/* Types of the blocks for, and from, another member. */
static MPI_Datatype type_from(const lmpi_coll_call *c, int member) {
    return c->recv_types ? c->recv_types[member] : c->recv_type;
}
static MPI_Datatype type_for(const lmpi_coll_call *c, int member) {
    if (c->send == MPI_IN_PLACE)
        return type_from(c, member);
    return c->send_types ? c->send_types[member] : c->send_type;
}

/* Checks that member i sends what member j expects, and that all or none of them give MPI_IN_PLACE. */
static void alltoallv_check(lmpi_coll_run *run) {
    bool in_place = run->call[0]->send == MPI_IN_PLACE;
    for (int i = 0; i < run->n; i++)
        if ((run->call[i]->send == MPI_IN_PLACE) != in_place)
            lmpi_coll_mismatch(run->comm, run->call[0], run->call[i], "only one of them gives MPI_IN_PLACE");
    for (int i = 0; i < run->n; i++)
        for (int j = 0; run->call[i]->recv_counts && j < run->n; j++) {
            const lmpi_coll_call *c = run->call[j];
            int64_t expected =
                c->recv_counts[i]
                    ? c->recv_counts[i] * lmpi_coll_size_of(c->recv_types ? c->recv_types[i] : c->recv_type)
                    : 0;
            int64_t sent = pair_bytes_or_zero(run, i, j);
            MPI_Datatype given = sent ? type_for(run->call[i], j) : 0, taken = sent ? type_from(c, i) : 0;
            if (given != taken && sent == expected && !lmpi_types_agree(given, taken, false))
                lmpi_coll_mismatch(run->comm, run->call[i], c, "the one sends %s, the other expects %s of it",
                                   lmpi_type_label(given), lmpi_type_label(taken));
            if (sent != expected)
                lmpi_coll_mismatch(run->comm, run->call[i], c, "the one sends %lld bytes, the other expects %lld of it",
                                   (long long)sent, (long long)expected);
        }
}

static const lmpi_coll_kind alltoall = {.name = "MPI_Alltoall",
                                        .copies = LMPI_COLL_COPIES_OWN_PART,
                                        .receives = LMPI_COLL_RECEIVES_PARTS,
                                        .one_type = true,
                                        .same_bytes = true,
                                        .parts = true,
                                        .by_one = true,
                                        .check = alltoallv_check,
                                        .time = alltoall_time,
                                        .data = alltoall_data};
static const lmpi_coll_kind alltoallv = {.name = "MPI_Alltoallv",
                                         .copies = LMPI_COLL_COPIES_OWN_PART,
                                         .receives = LMPI_COLL_RECEIVES_PARTS,
                                         .by_own = alltoallv_by_own,
                                         .most_messages = lmpi_coll_all_pairs,
                                         .check = alltoallv_check,
                                         .time = alltoallv_time,
                                         .data = alltoall_data};
static const lmpi_coll_kind alltoallw = {.name = "MPI_Alltoallw",
                                         .copies = LMPI_COLL_COPIES_OWN_PART,
                                         .by_own = alltoallw_by_own,
                                         .most_messages = lmpi_coll_all_pairs,
                                         .check = alltoallv_check,
                                         .time = alltoallw_time,
                                         .data = alltoall_data};

int lmpi_coll_Alltoall(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                       void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_count = recvcount,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Alltoall(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &alltoall, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, recvbuf, recvcount, recvtype));
    call.bytes = recvcount * lmpi_coll_size_of(recvtype);
    if (sendbuf != MPI_IN_PLACE) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, sendcount, sendtype));
        int64_t sent = sendcount * lmpi_coll_size_of(sendtype);
        if (sent != call.bytes)
            return lmpi_coll_error(&call, comm, MPI_ERR_TRUNCATE, "sends %lld bytes to each and receives %lld",
                                   (long long)sent, (long long)call.bytes);
    }
    return lmpi_coll_join(object, &call);
}

/* Checks counts and types of the v form (types null) or w form. *bytes: the sum of bytes. */
static int check_counts(lmpi_coll_call *call, MPI_Comm comm, const void *buffer, int n, const int *counts,
                        MPI_Datatype type, const MPI_Datatype *types, int64_t *bytes) {
    *bytes = 0;
    for (int i = 0; i < n; i++) {
        if (counts[i] == 0)
            continue;
        LMPI_COLL_TRY(lmpi_coll_check_data(call, comm, buffer, counts[i], types ? types[i] : type));
        *bytes += counts[i] * lmpi_coll_size_of(types ? types[i] : type);
    }
    return MPI_SUCCESS;
}

static int join_counted(lmpi_coll_call *call, MPI_Comm comm, lmpi_comm *object) {
    int64_t received;
    LMPI_COLL_TRY(check_counts(call, comm, call->recv, object->size, call->recv_counts, call->recv_type,
                               call->recv_types, &received));
    call->bytes = received;
    if (call->send != MPI_IN_PLACE)
        LMPI_COLL_TRY(check_counts(call, comm, call->send, object->size, call->send_counts, call->send_type,
                                   call->send_types, &call->bytes));
    return lmpi_coll_join(object, call);
}

int lmpi_coll_Alltoallv(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[], const int sdispls[],
                        MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                        MPI_Datatype recvtype, MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_counts = sendcounts,
                           .send_displs = sdispls,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_counts = recvcounts,
                           .recv_displs = rdispls,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Alltoallv(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &alltoallv, comm, &object));
    return join_counted(&call, comm, object);
}

int lmpi_coll_Alltoallw(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
                        const MPI_Datatype recvtypes[], MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_counts = sendcounts,
                           .send_displs = sdispls,
                           .send_types = sendtypes,
                           .recv = recvbuf,
                           .recv_counts = recvcounts,
                           .recv_displs = rdispls,
                           .recv_types = recvtypes};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Alltoallw(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &alltoallw, comm, &object));
    return join_counted(&call, comm, object);
}
