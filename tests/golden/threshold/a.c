#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 20000 };

static double work(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] / (1 + sum * sum);
    return sum;
}

/* Also called in a loop that may end early: then this one runs to its end. */
static double inner(const double *x, int n)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        sum += work(x, n);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return sum;
}

/* The same peer and count in each round of a loop that calls it; a peer of the caller's. */
static void shift(double *x, int n, int to, int tag)
{
    for (int side = 0; side < 2; side++) {
        int peer = side ? to : MPI_PROC_NULL;
        MPI_Sendrecv_replace(x, n, MPI_DOUBLE, peer, tag, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static int twice(int n)
{
    return 2 * n;
}

static double *fresh(int n)
{
    double *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = 1 + i % 7;
    return x;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 2000, rank, next = 0, ran = 0, size;
    double sum = 0, *x, *level[3];
    MPI_Request request[3];
    MPI_Status status[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x = fresh(POINTS);
    for (int i = 0; i < 3; i++) { /* allocates what is used behind it */
        level[i] = fresh(POINTS);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < rounds; i++) {
        ran++;
        sum += work(x, POINTS);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    printf("%d\n", ran);
    for (int i = 0; i < 3; i++) { /* the message tells how often the next loop runs */
        sum += work(x, POINTS);
        MPI_Bcast(&next, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < next + 3; i++) /* no braces */
        sum += inner(level[i], POINTS);
    do {
        if (ran % 2 == 1) /* an exit of its own */
            break;
        sum += inner(x, POINTS);
    } while (ran++ < rounds);
    for (int i = 0; i < rounds; i++) { /* no block */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < 3; i++) { /* a jump leads into it */
        if (i == 5)
again:
            sum += 1;
        sum += work(x, POINTS);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < 3; i++) { /* the tag differs, but nothing else */
        int other = rank ^ 1;
        sum += work(x, POINTS);
        shift(x, twice(4), other < size ? other : MPI_PROC_NULL, i);
    }
    for (int i = 0; i < size; i++) { /* the peers differ */
        sum += work(x, POINTS);
        shift(x, 8, i == rank ? MPI_PROC_NULL : i, 1);
    }
    for (int i = 0; i < 3; i++) { /* the counts differ */
        sum += work(x, POINTS);
        shift(x, twice(i + 1), MPI_PROC_NULL, 1);
    }
    for (int i = 0; i < 3; i++) { /* the requests end behind it */
        sum += work(x, POINTS);
        MPI_Isend(x, 8, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request[i]);
    }
    MPI_Waitall(3, request, status);
    for (int i = 0; i < 3; i++) { /* the request ends in it */
        sum += work(x, POINTS);
        MPI_Isend(x, 8, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
    if (rounds == 1) {
        rounds++;
        goto again;
    }
    if (rank == 0)
        fprintf(stderr, "%g\n", sum);
    MPI_Finalize();
    return 0;
}
