#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

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
    { BSIM_Loop(0, "a.c:19"); for (int k = 0; k < 3; k++) { if (BSIM_Enough(0)) break;
        BSIM_Block_begin(0, n);
        sum += work(x, n);
        BSIM_Block_end(0);
        MPI_Barrier(MPI_COMM_WORLD);
    } }
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
    BSIM_Block_begin(1);
    x = fresh(POINTS);
    BSIM_Block_end(1);
    for (int i = 0; i < 3; i++) { /* allocates what is used behind it */
        BSIM_Block_begin(2);
        level[i] = fresh(POINTS);
        BSIM_Block_end(2);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    { BSIM_Loop(1, "a.c:63"); for (int i = 0; i < rounds; i++) { if (BSIM_Enough(1)) break;
        ran++;
        BSIM_Block_begin(3);
        sum += work(x, POINTS);
        BSIM_Block_end(3);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    } }
    printf("%d\n", ran);
    for (int i = 0; i < 3; i++) { /* the message tells how often the next loop runs */
        BSIM_Block_begin(4);
        sum += work(x, POINTS);
        BSIM_Block_end(4);
        MPI_Bcast(&next, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < next + 3; i++) /* no braces */
        sum += inner(level[i], POINTS);
    { BSIM_Loop(2, "a.c:75"); do { if (BSIM_Enough(2)) break;
        if (ran % 2 == 1) /* an exit of its own */
            break;
        sum += inner(x, POINTS);
    } while (ran++ < rounds); }
    for (int i = 0; i < rounds; i++) { /* no block */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < 3; i++) { /* a jump leads into it */
        if (i == 5)
again:
            sum += 1;
        BSIM_Block_begin(5);
        sum += work(x, POINTS);
        BSIM_Block_end(5);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    { BSIM_Loop(3, "a.c:90"); for (int i = 0; i < 3; i++) { if (BSIM_Enough(3)) break; /* the tag differs, but nothing else */
        int other = rank ^ 1;
        BSIM_Block_begin(6);
        sum += work(x, POINTS);
        BSIM_Block_end(6);
        shift(x, twice(4), other < size ? other : MPI_PROC_NULL, i);
    } }
    for (int i = 0; i < size; i++) { /* the peers differ */
        BSIM_Block_begin(7);
        sum += work(x, POINTS);
        BSIM_Block_end(7);
        shift(x, 8, i == rank ? MPI_PROC_NULL : i, 1);
    }
    for (int i = 0; i < 3; i++) { /* the counts differ */
        BSIM_Block_begin(8);
        sum += work(x, POINTS);
        BSIM_Block_end(8);
        shift(x, twice(i + 1), MPI_PROC_NULL, 1);
    }
    for (int i = 0; i < 3; i++) { /* the requests end behind it */
        BSIM_Block_begin(9);
        sum += work(x, POINTS);
        BSIM_Block_end(9);
        MPI_Isend(x, 8, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request[i]);
    }
    MPI_Waitall(3, request, status);
    { BSIM_Loop(4, "a.c:108"); for (int i = 0; i < 3; i++) { if (BSIM_Enough(4)) break; /* the request ends in it */
        BSIM_Block_begin(10);
        sum += work(x, POINTS);
        BSIM_Block_end(10);
        MPI_Isend(x, 8, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    } }
    if (rounds == 1) {
        rounds++;
        goto again;
    }
    if (rank == 0)
        fprintf(stderr, "%g\n", sum);
    MPI_Finalize();
    return 0;
}
