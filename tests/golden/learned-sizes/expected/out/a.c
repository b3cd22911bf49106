/* Rounds until convergence on parts of a plane: they depend on the whole, not on the part. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct part {
    int rows, columns; /* of this rank */
    int all;           /* of the whole */
};

/* The whole stands in the same structure as the parts. */
static int solve(const struct part *p) {
    { long bsim_trips0 = BSIM_learned_int(0, BSIM_NO_KEY, p->columns, p->all);
    while (bsim_trips0-- > 0) {
        BSIM_Add_time(BSIM_cost(0, p->rows, p->columns)); /* solve.1: a.c:27 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    }
    return 0;
}

/* It is a parameter of the function, which the loop does not use. */
static int again(int mine, int whole) {
    { long bsim_trips1 = BSIM_learned_int(1, BSIM_NO_KEY, whole);
    while (bsim_trips1-- > 0) {
        BSIM_Add_time(BSIM_cost(1, mine)); /* again.1: a.c:40 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    }
    return 0;
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
    BSIM_Add_time(BSIM_cost(2, p.rows, p.columns)); /* main.1: a.c:61 */
    solve(&p);
    again(p.rows * p.columns, n);
    MPI_Finalize();
    return 0;
}
