/* collective_order.c - collectives of one kind and type: which of them meet follows from their order, in arms of
 * branches, in loops whose bodies differ, through helpers, callbacks and recursion. trace: ranks=1,2,3,4 */
#include <mpi.h>
#include <stdlib.h>

static int rank, size;

static void spread(int *x) {
    MPI_Bcast(x, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void barriers(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

/* The arms take the same steps by different loops: a head and a tail here, one loop there. */
static int loops(void) {
    int last = 0, value = 0;
    if (rank == 0) {
        for (int i = 0; i < 3; i++) {
            value = i + 1;
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
        last = 2;
        MPI_Bcast(&last, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        for (int i = 0; i < 4; i++)
            MPI_Bcast(&last, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return last;
}

static int descend(int depth) {
    int mine = rank == 0 ? depth % 3 : 0;
    MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int below = depth > 0 ? descend(depth - 1) : 0;
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return mine + below;
}

static int visits;

static int visit(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (visits < 2) {
        visits++;
        MPI_Bcast(&visits, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return (x > y) - (x < y);
}

static int on_root(void) {
    int n = 2;
    if (rank != 0)
        return n;
    n = 1;
    spread(&n);
    n = 3;
    return n;
}

int main(int argc, char **argv) {
    int first = 0, second = 0, list[3] = {3, 1, 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    barriers(loops());
    /* Rank 0 comes through a helper that the others leave early. */
    int n = on_root();
    if (rank != 0)
        spread(&n);
    barriers(n == 3 ? 1 : n);
    /* A switch over ranks: the second value decides, the first does not. */
    switch (rank) {
    case 0:
        first = 7;
        second = 2;
        MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(&second, 1, MPI_INT, 0, MPI_COMM_WORLD);
        break;
    case 1:
        MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
        /* fall through: the last one of rank 1 is that of the others */
    default:
        if (rank > 1)
            MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(&second, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    barriers(second);
    barriers(descend(3) % 5);
    qsort(list, 3, sizeof *list, visit);
    barriers(visits);
    for (int i = 0; i < 3; i++) {
        int a = rank == 0 ? i : 0, b = rank == 0 ? 3 - i : 0;
        MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (i % 2)
            MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(&b, 1, MPI_INT, 0, MPI_COMM_WORLD);
        barriers(b);
    }
    MPI_Finalize();
    return 0;
}
