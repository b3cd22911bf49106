/* cg - conjugate gradients on a sparse matrix that is distributed by blocks of rows. */
#include "config.h"
#include "matrix.h"
#include "solve.h"

#include <stdio.h>

int main(int argc, char *argv[]) {
    cg_config config;
    layout where;
    csr *a;
    vector b, x;
    double residual = 0.0, begin, seconds;
    long long nonzeros = 0, mine;

    MPI_Init(&argc, &argv);
    if (config_get(&config, argc, argv, MPI_COMM_WORLD) != 0) {
        MPI_Finalize();
        return 2;
    }
    layout_create(&where, &config, MPI_COMM_WORLD);
    a = matrix_create(&where, &config);
    mine = a->nnz;
    MPI_Reduce(&mine, &nonzeros, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    vector_create(&b, &where);
    vector_create(&x, &where);
    vector_fill(&b, 1.0);

    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    for (int k = 0; k < config.repeat; k++)
        residual = cg_solve(a, &where, &b, &x, config.iterations);
    seconds = MPI_Wtime() - begin;

    if (where.rank == 0) {
        printf("cg: %d rows, %lld non-zeros, %d processes\n", config.nx * config.ny, nonzeros, where.size);
        printf("residual after %d iterations %.6e\n", config.iterations, residual);
        printf("time of the solves %.6f s\n", seconds);
    }
    vector_destroy(&b);
    vector_destroy(&x);
    matrix_destroy(a);
    MPI_Finalize();
    return 0;
}
