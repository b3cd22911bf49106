#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

#define FAILED 0
#define DONE 1

/* Hands the code on. */
static int send_all(int n, int to)
{
    MPI_Send(&n, 1, MPI_INT, to, 1,
                        MPI_COMM_WORLD);
        LMPI_Send(NULL, n, MPI_DOUBLE, to, 2, MPI_COMM_WORLD);
    return DONE;
}

static int receive_all(int from)
{
    int n = 0;

    MPI_Recv(&n, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if ((n > 0))
        LMPI_Recv(NULL, n, MPI_DOUBLE, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (n > 2)
        MPI_Barrier(MPI_COMM_SELF);
    return (DONE);
}

static double smooth(int n)
{
    MPI_Barrier(MPI_COMM_SELF);

    BSIM_Add_time(BSIM_cost(0, n)); /* smooth.1: a.c:46-47 */
    MPI_Barrier(MPI_COMM_SELF);
    BSIM_Add_time(BSIM_cost(1, n)); /* smooth.2: a.c:54-59 */
    return 0;
}

/* Two constants: not known. */
static int either(int n)
{
    if (n > 3)
        return 0;
    return 1;
}

/* Written through a pointer. */
static void count(int *n)
{
    *n += 5;
}

int main(int argc, char **argv)
{
    int rank, size, code = 0, steps = 0, seen = 0, rest = 0, ok;

    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        for (int to = 1; to < size; to++)
            code = send_all(3 + to, to);
    else
        code = receive_all(0);
    if (code == FAILED)
        MPI_Barrier(MPI_COMM_WORLD);
    count(&seen);
    smooth(seen);
    if (seen == 0)
        goto end;
    BSIM_Add_time(BSIM_cost(2)); /* main.1: a.c:97-98 */
    while (steps < 3)
        steps++;
    if (steps == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    ok = either(size);
    if (ok == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rest)
    again:
        LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (seen < 20) {
        seen *= 2;
        goto again;
    }
    LMPI_Bcast(NULL, seen % 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
end:
    MPI_Finalize();
    return 0;
}
