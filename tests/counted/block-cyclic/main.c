#include "lu.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    Matrix m;
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100, nb = argc > 2 ? atoi(argv[2]) : 8;
    matrix_init(&m, n, nb, MPI_COMM_WORLD);
    int *piv = malloc(nb * sizeof *piv);
    double *panel = malloc((size_t)n * nb * sizeof *panel);
    for (int k = 0; k < n; k += nb) {
        int w = k + nb <= n ? nb : n - k, root = owner(&m, k);
        if (m.rank == root) {
            panel_factor(&m, k, w, piv);
            panel_pack(&m, k, w, panel);
        }
        MPI_Bcast(piv, w, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Bcast(panel, (n - k) * w, MPI_DOUBLE, root, MPI_COMM_WORLD);
        rows_swap(&m, k, w, piv);
        update(&m, k, w, panel);
    }
    double log_det = 0, sum;
    for (int c = 0; c < m.cols; c++)
        log_det += log(fabs(m.a[c][global_col(&m, c)]));
    MPI_Reduce(&log_det, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!m.rank)
        printf("log |det| = %.9f\n", sum);
    free(piv);
    free(panel);
    matrix_free(&m);
    MPI_Finalize();
    return 0;
}
