/* Which ranks come to a call, as tests of the own number tell, and where that may go wrong: what is received decides
 * how many messages follow. trace: ranks=1,2,3,4 */
#include <mpi.h>
#include <stddef.h>

static int zero_first, all_are_first;
static int rank, size;

static int compute(int x) {
    int s = 0;
    for (int i = 0; i < 10 + x; i++)
        s += i % 3;
    return s % 5 + 1;
}

static void tell(int value, int peer, int tag) {
    MPI_Send(&value, 1, MPI_INT, peer, tag, MPI_COMM_WORLD);
    for (int i = 0; i < value; i++)
        MPI_Recv(NULL, 0, MPI_INT, peer, 100 + tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int hear(int peer, int tag) {
    int value;
    MPI_Recv(&value, 1, MPI_INT, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < value; i++)
        MPI_Send(NULL, 0, MPI_INT, peer, 100 + tag, MPI_COMM_WORLD);
    return value;
}

/* Both sides receive in one function, one of them through a pointer. */
static int (*volatile how)(int, int) = hear;
static void pointers(void) {
    if (rank == 0) {
        int value = compute(3);
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        how(1, 8);
    } else if (rank == 1) {
        int value;
        MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        tell(compute(value), 0, 8);
    }
}

/* The number in another communicator. */
static void reversed(void) {
    MPI_Comm backwards;
    int number, value;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
    MPI_Comm_rank(backwards, &number);
    if (number == 0 && size > 1) {
        value = compute(2);
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    if (rank == 0 && size > 1) {
        MPI_Recv(&value, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < value; i++)
            MPI_Barrier(MPI_COMM_SELF);
    }
    MPI_Comm_free(&backwards);
}

/* A test before the number is there: all ranks are the first. */
static void early(void) {
    if (all_are_first && rank == 0 && size > 1)
        tell(compute(7), 1, 3);
    if (all_are_first && rank == 1)
        hear(0, 3);
}

/* A number that changes. */
static void changes(void) {
    int me;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    me = size - 1 - me;
    if (me == 0 && size > 1)
        tell(compute(4), 0, 5);
    if (me == size - 1 && size > 1)
        hear(size - 1, 5);
}

/* To itself. */
static void self(void) {
    if (rank == 0) {
        int value = compute(1), got;
        MPI_Request request;
        MPI_Irecv(&got, 1, MPI_INT, 0, 10, MPI_COMM_WORLD, &request);
        MPI_Send(&value, 1, MPI_INT, 0, 10, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int to = 1; to < size; to++)
            tell(got, to, 11);
    } else {
        hear(0, 11);
    }
}

/* Two tests lead to one block. */
static void either(int all) {
    int value = 0;
    if ((rank == 0 || all) && rank != 0)
        value = hear(rank - 1, 13);
    if (rank + 1 < size)
        tell(compute(value), rank + 1, 13);
}

/* A function that calls itself with another number. */
static void down(int number, int depth) {
    if (depth == 0)
        return;
    if (number == 0 && rank == 1)
        tell(compute(5), 0, 15);
    if (number != 0 && rank == 0 && size > 1)
        hear(1, 15);
    down(number == 0 ? 1 : 0, depth - 1);
}

/* Cases that fall through, and some that are one. */
static void choice(void) {
    switch (rank) {
    case 0:
        if (size > 1)
            tell(compute(6), 1, 17);
        if (size > 3)
            tell(compute(8), 3, 17);
        break;
    case 2:
        break;
    case 1:
    case 3:
    default:
        if (rank == 1 || rank == 3)
            hear(0, 17);
    }
}

int main(int argc, char **argv) {
    all_are_first = zero_first == 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_rank(MPI_COMM_WORLD, &zero_first);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1)
        pointers();
    reversed();
    early();
    changes();
    self();
    either(1);
    down(zero_first == 1, 2);
    choice();
    MPI_Finalize();
    return 0;
}
