/* Rounds until convergence on parts of a plane: they depend on the whole, not on the part. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
    int rows, columns; /* of this rank */
    int spare;         /* never set */
    int all;           /* of the whole */
};

static double relax(double *x, int n) {
    double change = 0;
    for (int i = 1; i < n - 1; i++) {
        double new = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
        change += (new - x[i]) * (new - x[i]);
        x[i] = new;
    }
    return change;
}

/* The whole stands in the same structure as the parts. */
static int solve(const struct part *p, double *x) {
    int steps = 0, scratch;
    double all = 1;
    while (all > 1e-9) {
        double mine = relax(x, p->rows * p->columns);
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        steps++;
        scratch = steps;
    }
    return steps + scratch;
}

/* It is a parameter of the function, which the loop does not use. */
static int again(double *x, int mine, int whole) {
    int steps = 0;
    double all = 1;
    while (all > 1e-10) {
        double here = relax(x, mine);
        MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        steps++;
    }
    return steps > whole;
}

int main(int argc, char **argv) {
    struct part p;
    int rank, size, n = 64;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0 && argc > 1)
        n = atoi(argv[1]);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    p.all = n;
    p.columns = n;
    p.rows = n / size;
    if (rank < n % size)
        p.rows++;
    double *x = calloc((size_t)(p.rows * p.columns), sizeof *x);
    x[0] = 1;
    int steps = solve(&p, x);
    int more = again(x, p.rows * p.columns, n);
    if (rank == 0)
        printf("%d %d\n", steps, more);
    free(x);
    MPI_Finalize();
    return 0;
}
