#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void *get(size_t size)
{
    void *p = malloc(size);

    if (p == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

/* Behind an assignment, what the declaration says does not count. */
static int exchange(int n, int to)
{
    double *in = NULL, *out = NULL;
    int failed, *flag = 0;

    in = (double *)calloc(n, sizeof(double));
    out = realloc(NULL, n * sizeof(double));
    if (!(flag = get(sizeof(int)))) {
        fprintf(stderr, "no flag\n");
        return 1;
    }
    failed = (in == NULL);
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failed)
        return 2;
    if ((in != NULL) && out) {
        *flag = MPI_Sendrecv(out, n, MPI_DOUBLE, to, 0, in, n, MPI_DOUBLE, to, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    } else {
        fprintf(stderr, "no memory\n");
    }
    if (in)
        free(in);
    if (out)
        free(out);
    free(flag);
    return 0;
}

/* Another call's failure: not known. */
static FILE *find(const char *name)
{
    FILE *f = fopen(name, "r");

    if (f == NULL)
        MPI_Barrier(MPI_COMM_SELF);
    return f;
}

int main(int argc, char **argv)
{
    int rank, n = 4;
    int *steps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    steps = get(n * sizeof(int));
    steps[rank] = rank;
    if (steps && exchange(n + steps[rank] / 4, rank ^ 1) == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    find(argv[0]);
    MPI_Finalize();
    free(steps);
    return 0;
}
