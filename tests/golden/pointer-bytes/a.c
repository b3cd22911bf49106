/* Pointers that are copied as bytes: each message has a count that is stored behind one of them. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static double buf[4000];

struct shared {
    int kind;
    union {
        double x[5];
        struct {
            int n;
            int *at;
            int z[5];
        } y;
    } u;
};

struct part {
    int n;
    int *at, *more;
};

static void send(int n) {
    MPI_Bcast(buf, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* The layout of the union on the stack is that of its array. */
static void unions(int argc) {
    int n = 0;
    struct shared from = {0}, *to = calloc(2, sizeof *to);
    from.u.y.at = &n;
    to[1] = from;
    *to[1].u.y.at = 5 * argc;
    send(n);
}

static void put(int argc) {
    int n = 0;
    struct part from = {0}, *to = calloc(1, sizeof *to);
    MPI_Win win;
    from.more = &n;
    MPI_Win_create(to, sizeof *to, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&from, sizeof from, MPI_BYTE, 0, 0, sizeof from, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    *to->more = 6 * argc;
    send(n);
}

static void get(int argc) {
    int n = 0;
    struct part to = {0}, *from;
    MPI_Win win;
    MPI_Win_allocate(sizeof *from, 1, MPI_INFO_NULL, MPI_COMM_SELF, &from, &win);
    from->at = &n;
    MPI_Win_fence(0, win);
    MPI_Get(&to, sizeof to, MPI_BYTE, 0, 0, sizeof to, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    *to.at = 7 * argc;
    MPI_Win_free(&win);
    send(n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    unions(argc);
    put(argc);
    get(argc);
    return MPI_Finalize();
}
