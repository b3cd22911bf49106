#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(code) ((code) == MPI_SUCCESS)
#define FAILED 0
#define DONE 1

/* Hands the code on. */
static int send_all(double *v, int n, int to)
{
    int ierr = MPI_SUCCESS;

    if (ierr == MPI_SUCCESS)
        ierr = MPI_Send(&n, 1, MPI_INT, to, 1,
                        MPI_COMM_WORLD);
    if (ierr == MPI_SUCCESS) {
        ierr = MPI_Send(v, n, MPI_DOUBLE, to, 2, MPI_COMM_WORLD);
    } else {
        fprintf(stderr, "not sent\n");
        n = 0;
    }
    return ierr == MPI_SUCCESS ? DONE : FAILED;
}

static int receive_all(double *v, int from)
{
    int ierr, n = 0;

    ierr = MPI_Recv(&n, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (ierr != MPI_SUCCESS)
        return FAILED;
    if ((n > 0) && (ierr == MPI_SUCCESS))
        ierr = MPI_Recv(v, n, MPI_DOUBLE, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (CHECK(ierr) && n > 2)
        ierr = MPI_Barrier(MPI_COMM_SELF);
    return (ierr == MPI_SUCCESS ? DONE : FAILED);
}

static double smooth(double *v, int n)
{
    int ierr = MPI_Barrier(MPI_COMM_SELF);
    double s = 0;

    if (ierr == MPI_SUCCESS)
        for (int i = 0; i < n; i++)
            s += v[i] * 0.5;
    else
        s = -1;
    MPI_Barrier(MPI_COMM_SELF);
    if (ierr != MPI_SUCCESS)
        s = -2;
    else
        for (int i = 0; i < n; i++)
            s += v[i];
    if (ierr != MPI_SUCCESS)
        for (int i = 0; i < n; i++)
            s -= v[i];
    s = s * s;
    return s;
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
    double v[8] = {0};

    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        for (int to = 1; to < size; to++)
            code = send_all(v, 3 + to, to);
    else
        code = receive_all(v, 0);
    if (code == FAILED)
        MPI_Barrier(MPI_COMM_WORLD);
    count(&seen);
    v[0] = smooth(v, seen);
    if (seen == 0)
        goto end;
    while (steps < 3)
        steps++;
    if (steps == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    ok = either(size);
    if (ok == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rest)
    again:
        MPI_Bcast(v, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (seen < 20) {
        seen *= 2;
        goto again;
    }
    MPI_Bcast(v, seen % 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
end:
    MPI_Finalize();
    return 0;
}
