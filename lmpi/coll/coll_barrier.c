/* coll_barrier.c - MPI_Barrier: dissemination. */
#include "lmpi/coll/coll_time.h"
#include "lmpi/coll/coll_entry.h"

/* In step j every member i sends to i + 2^j and receives from i - 2^j (mod n). */
static void barrier_time(lmpi_coll_run *run) {
    for (int64_t distance = 1; distance < run->n; distance *= 2)
        lmpi_coll_shift(run, (int)distance, NULL, 0);
}

static const lmpi_coll_kind barrier = {.name = "MPI_Barrier", .time = barrier_time};

int lmpi_coll_Barrier(const lmpi_coll_place *place, MPI_Comm comm) {
    lmpi_coll_call call = {0};
    lmpi_comm *object;
    int code = lmpi_coll_prepare(&call, place, &barrier, comm, &object);
    return code == MPI_SUCCESS ? lmpi_coll_join(object, &call) : code;
}
