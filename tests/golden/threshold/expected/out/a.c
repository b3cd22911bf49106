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

static double *fresh(int n)
{
    double *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = 1 + i % 7;
    return x;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 2000, rank, next = 0, ran = 0;
    double sum = 0, *x, *level[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_Block_begin(1);
    x = fresh(POINTS);
    BSIM_Block_end(1);
    for (int i = 0; i < 3; i++) { /* allocates what is used behind it */
        BSIM_Block_begin(2);
        level[i] = fresh(POINTS);
        BSIM_Block_end(2);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    { BSIM_Loop(1, "a.c:46"); for (int i = 0; i < rounds; i++) { if (BSIM_Enough(1)) break;
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
    { BSIM_Loop(2, "a.c:58"); do { if (BSIM_Enough(2)) break;
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
    if (rounds == 1) {
        rounds++;
        goto again;
    }
    if (rank == 0)
        fprintf(stderr, "%g\n", sum);
    MPI_Finalize();
    return 0;
}
