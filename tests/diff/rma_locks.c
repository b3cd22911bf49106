/* One-sided operations with locks: passive targets, requests, flushes, counters and dynamic memory.
 * diff: ranks=1,2,4 record=run, since it makes as many calls as it takes to get a lock. */
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

/* Each rank adds to a counter of rank 0 and takes tickets; the sum of the tickets is known. */
static void counters(int rank, int size) {
    int *w, one = 1, ticket, sum = 0, all;
    MPI_Win win = make(&w, 0);
    for (int i = 0; i < 5; i++) {
        MPI_Win_lock(i % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_unlock(0, win);
        sum += ticket;
    }
    /* Read and write back under an exclusive lock. */
    for (int i = 0; i < 3; i++) {
        int value;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, size - 1, 0, win);
        MPI_Get(&value, 1, MPI_INT, size - 1, 1, 1, MPI_INT, win);
        MPI_Win_flush(size - 1, win);
        value += rank + 1;
        MPI_Put(&value, 1, MPI_INT, size - 1, 1, 1, MPI_INT, win);
        MPI_Win_unlock(size - 1, win);
    }
    MPI_Reduce(&sum, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    if (rank == 0)
        out("counter %d, tickets %d", w[0], all);
    if (rank == size - 1)
        out("under locks %d", w[1]);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

/* A lock of the program's own, by MPI_Compare_and_swap. */
static void spin(int rank, int size) {
    int *w;
    MPI_Win win = make(&w, -1);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; i++) {
        int free = -1, old, value;
        do {
            MPI_Compare_and_swap(&rank, &free, &old, MPI_INT, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (old != free);
        MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush_local(0, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        MPI_Accumulate(&free, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        out("spun %d", w[1] == 3 * size - 1);
    MPI_Win_free(&win);
}

static void requests(int rank, int size) {
    int *w, next = (rank + 1) % size, got[2] = {0, 0}, old[2] = {0, 0};
    MPI_Win win = make(&w, 5);
    MPI_Request r[4];
    MPI_Win_lock_all(0, win);
    int v[2] = {rank, rank + 1};
    MPI_Rput(v, 2, MPI_INT, next, 0, 2, MPI_INT, win, &r[0]);
    MPI_Raccumulate(v, 2, MPI_INT, next, 4, 2, MPI_INT, MPI_SUM, win, &r[1]);
    MPI_Rget(got, 2, MPI_INT, next, 10, 2, MPI_INT, win, &r[2]);
    MPI_Rget_accumulate(v, 2, MPI_INT, old, 2, MPI_INT, next, 20, 2, MPI_INT, MPI_PROD, win, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    out("requests %d %d %d %d", got[0], got[1], old[0], old[1]);
    MPI_Rput(v, 2, MPI_INT, MPI_PROC_NULL, 0, 2, MPI_INT, win, &r[0]);
    int flag = 0;
    while (!flag)
        MPI_Test(&r[0], &flag, MPI_STATUS_IGNORE);
    MPI_Win_flush_local_all(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    out("memory %d %d %d %d %d %d", w[0], w[1], w[4], w[5], w[20], w[21]);
    MPI_Win_free(&win);
}

static void dynamic(int rank, int size) {
    int a[8], b[4], got = 0;
    MPI_Win win;
    MPI_Aint mine[2], theirs[2];
    for (int i = 0; i < 8; i++)
        a[i] = 10 * rank + i;
    memset(b, 0, sizeof b);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, a, sizeof a);
    MPI_Win_attach(win, b, sizeof b);
    MPI_Get_address(&a[3], &mine[0]);
    MPI_Get_address(b, &mine[1]);
    MPI_Sendrecv(mine, 2, MPI_AINT, (rank + size - 1) % size, 0, theirs, 2, MPI_AINT, (rank + 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int next = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    MPI_Get(&got, 1, MPI_INT, next, theirs[0], 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, next, MPI_Aint_add(theirs[1], sizeof(int)), 1, MPI_INT, win);
    MPI_Win_unlock(next, win);
    MPI_Barrier(MPI_COMM_WORLD);
    out("dynamic %d %d %d", got, b[0], b[1]);
    MPI_Win_detach(win, a);
    MPI_Win_detach(win, b);
    MPI_Win_free(&win);
}

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* Assertions that are not for the call. */
static void asserts(void) {
    int *w;
    MPI_Win win;
    MPI_Group group;
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_SELF, &w, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_group(win, &group);
    out("asserts %d %d %d %d %d", class_of(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOPRECEDE, win)),
        class_of(MPI_Win_lock_all(MPI_MODE_NOSTORE, win)), class_of(MPI_Win_fence(MPI_MODE_NOCHECK, win)),
        class_of(MPI_Win_post(group, MPI_MODE_NOSUCCEED, win)), class_of(MPI_Win_start(group, MPI_MODE_NOPUT, win)));
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    counters(rank, size);
    spin(rank, size);
    requests(rank, size);
    dynamic(rank, size);
    asserts();
    MPI_Finalize();
    return 0;
}
