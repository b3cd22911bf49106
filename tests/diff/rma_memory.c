/* Memory of windows that ranks share, or poll: a recording does not have what a poll waits for.
 * diff: ranks=1,2,4 replay=no record=run diff: links=no, since it asks which ranks are on its node. */
#include "diff.h"

enum { N = 64 };

static MPI_Win make(int **w, int value) {
    MPI_Win win;
    MPI_Win_allocate(N * sizeof **w, sizeof **w, MPI_INFO_NULL, MPI_COMM_WORLD, w, &win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < N; i++)
        (*w)[i] = value;
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

/* A rank waits for a flag in its own memory. */
static void flags(int rank, int size) {
    int *w;
    MPI_Win win = make(&w, 0);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        for (int to = 1; to < size; to++) {
            int v[2] = {to * 11, 1};
            MPI_Put(&v[0], 1, MPI_INT, to, 1, 1, MPI_INT, win);
            MPI_Win_flush(to, win);
            MPI_Put(&v[1], 1, MPI_INT, to, 0, 1, MPI_INT, win);
            MPI_Win_flush(to, win);
        }
    else
        while (((volatile int *)w)[0] == 0) {
            int any;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE); /* lets MPICH go on */
            MPI_Win_sync(win);
        }
    MPI_Win_unlock_all(win);
    out("flag %d", rank ? w[1] : 0);
    MPI_Win_free(&win);
}

static void shared(int rank, int size) {
    int *w, *first, unit;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Win_allocate_shared((rank + 1) * (MPI_Aint)sizeof *w, sizeof *w, MPI_INFO_NULL, MPI_COMM_WORLD, &w, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i <= rank; i++)
        w[i] = 100 * rank + i;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &first);
    out("shared of %ld by %d: %d %d", (long)bytes, unit, first[0], (int)(w - first));
    for (int r = 0; r < size; r++) {
        int *theirs;
        MPI_Win_shared_query(win, r, &bytes, &unit, &theirs);
        out("rank %d: %ld bytes, %d", r, (long)bytes, theirs[r]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int v = -rank;
    MPI_Put(&v, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    out("put %d", w[0]);
    MPI_Win_free(&win);
}

static void with_large_counts(void) {
    void *base, *theirs;
    MPI_Aint size, unit;
    MPI_Win win;
    MPI_Win_allocate_shared_c(64, 4, MPI_INFO_NULL, MPI_COMM_SELF, &base, &win);
    MPI_Win_shared_query_c(win, 0, &size, &unit, &theirs);
    out("shared: %d %d %d", (int)size, (int)unit, base == theirs);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    flags(rank, size);
    shared(rank, size);
    with_large_counts();
    MPI_Finalize();
    return 0;
}
