/* cg-learned - conjugate gradients whose residual decides how long they run, with the matrix and vectors of apps/cg. */
#include "config.h"
#include "matrix.h"
#include "solve.h"

#include <stdio.h>

int main(int argc, char *argv[]) {
    cg_config config;
    layout where;
    csr *a;
    vector b, x;
    double begin, seconds;
    int steps = 0;

    MPI_Init(&argc, &argv);
    if (config_get(&config, argc, argv, MPI_COMM_WORLD) != 0) {
        MPI_Finalize();
        return 2;
    }
    layout_create(&where, &config, MPI_COMM_WORLD);
    a = matrix_create(&where, &config);
    vector_create(&b, &where);
    vector_create(&x, &where);
    vector_fill(&b, 1.0);

    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    for (int k = 0; k < config.repeat; k++)
        steps = cg_solve(&config, a, &where, &b, &x);
    seconds = MPI_Wtime() - begin;

    if (where.rank == 0) {
        printf("cg: %d x %d points, %d processes\n", config.nx, config.ny, where.size);
        printf("%d iterations, %.6f s\n", steps, seconds);
    }
    vector_destroy(&b);
    vector_destroy(&x);
    matrix_destroy(a);
    MPI_Finalize();
    return 0;
}
