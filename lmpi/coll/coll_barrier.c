/* coll_barrier.c - MPI_Barrier: dissemination, recursive doubling, linear, ring, tree. */
#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_inter.h"
#include "lmpi/coll/coll_tree.h"

/* In step j every member i sends to i + 2^j and receives from i - 2^j (mod n). */
void lmpi_barrier_dissemination(lmpi_coll_run *run, const lmpi_task *task) {
    (void)task;
    for (int64_t distance = 1; distance < run->n; distance *= 2)
        lmpi_coll_shift(run, (int)distance, NULL, 0);
}

/* The members above the largest power of two report to others first, and hear from them last. */
void lmpi_barrier_doubling(lmpi_coll_run *run, const lmpi_task *task) {
    int pof2 = lmpi_pof2_below(run->n);
    (void)task;
    for (int i = pof2; i < run->n; i++)
        lmpi_coll_message(run, i, i - pof2, 0);
    for (int mask = 1; mask < pof2; mask *= 2)
        for (int i = 0; i < pof2; i++)
            if (!(i & mask))
                lmpi_coll_exchange(run, i, i | mask, 0, 0);
    for (int i = pof2; i < run->n; i++)
        lmpi_coll_message(run, i - pof2, i, 0);
}

void lmpi_barrier_linear(lmpi_coll_run *run, const lmpi_task *task) {
    int64_t *size = lmpi_coll_scratch((size_t)run->n * sizeof *size);
    (void)task;
    lmpi_coll_fan_in(run, 0, size, false);
    lmpi_coll_fan_out(run, 0, size);
}

/* A message goes round twice. */
void lmpi_barrier_double_ring(lmpi_coll_run *run, const lmpi_task *task) {
    (void)task;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < run->n; i++)
            lmpi_coll_message(run, i, (i + 1) % run->n, 0);
}

void lmpi_barrier_tree(lmpi_coll_run *run, const lmpi_task *task) {
    (void)task;
    for (int64_t mask = 1; mask < run->n; mask *= 2)
        for (int64_t i = mask; i < run->n; i += 2 * mask)
            lmpi_coll_message(run, (int)i, (int)(i - mask), 0);
    lmpi_bcast_binomial(run, &(lmpi_task){.segment = -1});
}

void lmpi_mpich_barrier(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_barrier_dissemination(run, task);
}

static void barrier_time(lmpi_coll_run *run) {
    lmpi_coll_choose(run, BSIM_COLLECTIVE_barrier, &(lmpi_task){.segment = -1});
}

static const lmpi_coll_kind barrier = {.name = "MPI_Barrier", .by_one = true, .time = barrier_time};

int lmpi_coll_Barrier(const lmpi_coll_place *place, MPI_Comm comm) {
    if (lmpi_comm_is_inter(comm))
        return lmpi_inter_Barrier(place, comm);
    lmpi_coll_call call = {0};
    lmpi_comm *object;
    int code = lmpi_coll_prepare(&call, place, &barrier, comm, &object);
    return code == MPI_SUCCESS ? lmpi_coll_join(object, &call) : code;
}
