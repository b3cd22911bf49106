/* coll_allgather.c - MPI_Allgather and MPI_Allgatherv: recursive doubling, Bruck, ring (in pieces, if wanted), neighbor
 * exchange, a gather and a broadcast. */
#include <string.h>

#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_tuning.h"

/* ---- time ---- */

/* The offsets of the members' blocks in bytes, for two rounds: block i mod n has start[i + 1] - start[i] bytes. */
static int64_t *starts(const lmpi_coll_run *run, const lmpi_task *task) {
    int64_t *start = lmpi_coll_scratch((2 * (size_t)run->n + 1) * sizeof *start);
    for (int i = 0; i < 2 * run->n; i++)
        start[i + 1] = start[i] + (lmpi_offset(task, i % run->n + 1) - lmpi_offset(task, i % run->n));
    return start;
}

void lmpi_allgather_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *start = starts(run, task);
    for (int mask = 1; mask < run->n; mask *= 2)
        for (int r = 0; r < run->n; r += 2 * mask)
            for (int i = r; i < r + mask; i++)
                lmpi_coll_exchange(run, i, i + mask, start[r + mask] - start[r], start[r + 2 * mask] - start[r + mask]);
}

/* In the step of distance d, member i holds the blocks i .. i + d - 1 and sends them to i - d. */
void lmpi_allgather_bruck(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *start = starts(run, task);
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    for (int distance = 1; distance < run->n; distance *= 2) {
        int blocks = distance <= run->n / 2 ? distance : run->n - distance;
        bool equal = true;
        for (int i = 0; i < run->n; i++) {
            size[i] = start[i + blocks] - start[i];
            equal &= size[i] == size[0];
        }
        lmpi_coll_shift(run, -distance, equal ? NULL : size, size[0]);
    }
}

/* Each block travels round the ring. Blocks longer than a piece go in several messages. */
static void ring(lmpi_coll_run *run, const int64_t *start, int64_t piece) {
    int n = run->n;
    int64_t *size = lmpi_coll_scratch((size_t)n * sizeof *size), longest = 0;
    bool equal = true;
    for (int i = 0; i < n; i++) {
        int64_t bytes = start[i + 1] - start[i];
        longest = bytes > longest ? bytes : longest;
        equal &= bytes == start[1];
    }
    for (int step = 0; step < n - 1; step++)
        for (int64_t sent = 0; sent < longest; sent += piece) {
            int64_t uniform = longest - sent < piece ? longest - sent : piece;
            for (int i = 0; !equal && i < n; i++) {
                int block = (i - step + n) % n;
                int64_t left = start[block + 1] - start[block] - sent;
                size[i] = left <= 0 ? -1 : left < piece ? left : piece;
            }
            lmpi_coll_shift(run, 1, equal ? NULL : size, uniform);
        }
}

void lmpi_allgather_ring(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *start = starts(run, task);
    ring(run, start, task->segment > 0 ? task->segment : start[run->n]);
}

/* Neighbor exchange (Chen et al., 2005): members 2i and 2i + 1 exchange their blocks. Then in each step all exchange
 * with their other neighbor and theirs in turn the two blocks that they have got last. */
void lmpi_allgather_neighbor(lmpi_coll_run *run, const lmpi_task *task) {
    const int64_t *start = starts(run, task);
    int n = run->n, *last = lmpi_coll_scratch((size_t)n * sizeof *last),
        *next = lmpi_coll_scratch((size_t)n * sizeof *next);
    for (int i = 0; i < n; i += 2)
        lmpi_coll_exchange(run, i, i + 1, start[i + 1] - start[i], start[i + 2] - start[i + 1]);
    for (int i = 0; i < n; i++)
        last[i] = i & ~1; /* the first of the two blocks */
    for (int step = 1; step < n / 2; step++) {
        for (int j = step % 2; j < n; j += 2) {
            int a = j, b = (j + 1) % n;
            lmpi_coll_exchange(run, a, b, start[last[a] + 2] - start[last[a]], start[last[b] + 2] - start[last[b]]);
            next[a] = last[b];
            next[b] = last[a];
        }
        memcpy(last, next, (size_t)n * sizeof *last);
    }
}

/* A gather to member 0 and a broadcast, each as the platform chooses. */
void lmpi_allgather_gather_bcast(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_task part = *task;
    part.root = 0;
    lmpi_coll_choose(run, task->start ? BSIM_COLLECTIVE_gatherv : BSIM_COLLECTIVE_gather, &part);
    part.bytes = lmpi_offset(task, run->n);
    part.start = NULL;
    lmpi_coll_choose(run, BSIM_COLLECTIVE_bcast, &part);
}

void lmpi_mpich_allgather(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t total = lmpi_offset(task, run->n);
    if (total < ALLGATHER_LONG_BYTES && lmpi_is_pof2(run->n))
        lmpi_allgather_doubling(run, task);
    else if (total < ALLGATHER_SHORT_BYTES)
        lmpi_allgather_bruck(run, task);
    else
        lmpi_allgather_ring(run, task);
}

void lmpi_mpich_allgatherv(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t total = lmpi_offset(task, run->n), shortest = total;
    if ((total < ALLGATHER_LONG_BYTES && lmpi_is_pof2(run->n)) || total < ALLGATHER_SHORT_BYTES) {
        lmpi_mpich_allgather(run, task);
        return;
    }
    for (int i = 0; i < run->n; i++) {
        int64_t bytes = lmpi_offset(task, i + 1) - lmpi_offset(task, i);
        shortest = bytes < shortest ? bytes : shortest;
    }
    bool by_shortest = lmpi_coll_is_started(run) && shortest > ALLGATHERV_PIPELINE_BYTES;
    ring(run, starts(run, task), by_shortest ? shortest : ALLGATHERV_PIPELINE_BYTES);
}

static void allgather_time(lmpi_coll_run *run) {
    if (run->call[0]->bytes)
        lmpi_coll_choose(run, BSIM_COLLECTIVE_allgather, &(lmpi_task){.bytes = run->call[0]->bytes});
}

void lmpi_coll_allgather_equal(lmpi_coll_run *run, int64_t each) {
    lmpi_task task = {.bytes = each};
    if (lmpi_is_pof2(run->n))
        lmpi_allgather_doubling(run, &task);
    else
        lmpi_allgather_bruck(run, &task);
}

static void allgatherv_time(lmpi_coll_run *run) {
    const lmpi_coll_call *c = run->call[0];
    int64_t *start = lmpi_coll_scratch(((size_t)run->n + 1) * sizeof *start), each = lmpi_coll_size_of(c->recv_type);
    for (int i = 0; i < run->n; i++)
        start[i + 1] = start[i] + c->recv_counts[i] * each;
    if (start[run->n])
        lmpi_coll_choose(run, BSIM_COLLECTIVE_allgatherv,
                         &(lmpi_task){.bytes = start[run->n] / run->n, .start = start});
}

/* ---- data ---- */

static char *block_in(const lmpi_coll_call *c, int member) {
    int64_t extent = lmpi_type_of(c->recv_type)->extent;
    int64_t place = c->recv_counts ? c->recv_displs[member] : member * c->recv_count;
    return lmpi_displaced(c->recv, place * extent);
}

static int64_t count_in(const lmpi_coll_call *c, int member) {
    return c->recv_counts ? c->recv_counts[member] : c->recv_count;
}

static void allgather_data(lmpi_coll_run *run) {
    int64_t total = 0;
    for (int i = 0; i < run->n; i++)
        total += run->call[i]->bytes;
    char *all = lmpi_coll_scratch((size_t)total), *to = all;
    for (int i = 0; i < run->n; i++) {
        const lmpi_coll_call *c = run->call[i];
        if (c->send == MPI_IN_PLACE)
            lmpi_type_pack(block_in(c, i), count_in(c, i), c->recv_type, to);
        else
            lmpi_type_pack(c->send, c->send_count, c->send_type, to);
        to += c->bytes;
    }
    for (int j = 0; j < run->n; j++) {
        const lmpi_coll_call *c = run->call[j];
        int64_t offset;
        if (!lmpi_type_has_memory(c->recv, c->recv_type))
            continue;
        if (!c->recv_counts && lmpi_type_is_flat(c->recv_type, run->n * c->recv_count, &offset)) {
            memcpy((char *)c->recv + offset, all, (size_t)total);
            continue;
        }
        const char *from = all;
        for (int i = 0; i < run->n; i++) {
            if (i != j || c->send != MPI_IN_PLACE)
                lmpi_type_unpack(from, run->call[i]->bytes, block_in(c, i), count_in(c, i), c->recv_type);
            from += run->call[i]->bytes;
        }
    }
}

/* Checks that the counts of every member agree with what the others send. */
static void allgatherv_check(lmpi_coll_run *run) {
    for (int j = 0; j < run->n; j++) {
        const lmpi_coll_call *c = run->call[j];
        int64_t size = lmpi_coll_size_of(c->recv_type);
        if (j && c->recv_counts == run->call[j - 1]->recv_counts &&
            size == lmpi_coll_size_of(run->call[j - 1]->recv_type))
            continue;
        for (int i = 0; i < run->n; i++)
            if (c->recv_counts[i] * size != run->call[i]->bytes)
                lmpi_coll_mismatch(run->comm, run->call[i], c, "the one sends %lld bytes, the other expects %lld of it",
                                   (long long)run->call[i]->bytes, (long long)(c->recv_counts[i] * size));
    }
}

static const lmpi_coll_kind allgather = {.name = "MPI_Allgather",
                                         .copies = LMPI_COLL_COPIES_OWN_PART,
                                         .receives = LMPI_COLL_RECEIVES_PARTS,
                                         .one_type = true,
                                         .same_bytes = true,
                                         .parts = true,
                                         .by_one = true,
                                         .time = allgather_time,
                                         .data = allgather_data};
static const lmpi_coll_kind allgatherv = {.name = "MPI_Allgatherv",
                                          .copies = LMPI_COLL_COPIES_OWN_PART,
                                          .receives = LMPI_COLL_RECEIVES_PARTS,
                                          .one_type = true,
                                          .by_one = true,
                                          .check = allgatherv_check,
                                          .time = allgatherv_time,
                                          .data = allgather_data};

int lmpi_coll_Allgather(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                        void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_count = recvcount,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Allgather(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &allgather, comm, &object));
    LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, recvbuf, recvcount, recvtype));
    call.bytes = recvcount * lmpi_coll_size_of(recvtype);
    if (sendbuf != MPI_IN_PLACE) {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, sendcount, sendtype));
        int64_t sent = sendcount * lmpi_coll_size_of(sendtype);
        if (sent != call.bytes)
            return lmpi_coll_error(&call, comm, MPI_ERR_TRUNCATE, "sends %lld bytes and receives %lld from each",
                                   (long long)sent, (long long)call.bytes);
    }
    return lmpi_coll_join(object, &call);
}

int lmpi_coll_Allgatherv(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                         void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm) {
    lmpi_coll_call call = {.send = sendbuf,
                           .send_count = sendcount,
                           .send_type = sendtype,
                           .recv = recvbuf,
                           .recv_counts = recvcounts,
                           .recv_displs = displs,
                           .recv_type = recvtype};
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Allgatherv(place, &call, comm);
    lmpi_comm *object;
    LMPI_COLL_TRY(lmpi_coll_prepare(&call, place, &allgatherv, comm, &object));
    for (int i = 0; i < object->size; i++)
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, recvbuf, recvcounts[i], recvtype));
    if (sendbuf == MPI_IN_PLACE) {
        call.bytes = recvcounts[call.local] * lmpi_coll_size_of(recvtype);
    } else {
        LMPI_COLL_TRY(lmpi_coll_check_data(&call, comm, sendbuf, sendcount, sendtype));
        call.bytes = sendcount * lmpi_coll_size_of(sendtype);
    }
    return lmpi_coll_join(object, &call);
}
