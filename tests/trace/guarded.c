/* guarded.c - trace: ranks=1,2,3 args=1 2 3
 *
 * A block's parameter is behind a pointer that the removed code tests for null. */
#include <mpi.h>
#include <stdlib.h>

typedef struct {
    int n;
    double *data;
} parms;

static double work(parms *p) {
    double sum = 0;
    if (p != NULL)
        for (int i = 0; i < p->n; i++)
            sum += 2.0 * p->data[i];
    return sum;
}

int main(int argc, char **argv) {
    parms *p = NULL;
    MPI_Init(&argc, &argv);
    work(p);
    if (argc > 1) {
        p = malloc(sizeof *p);
        p->n = argc;
        p->data = calloc((size_t)argc, sizeof(double));
        MPI_Bcast(&p->n, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (p->n > 3)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    work(p);
    MPI_Finalize();
    return 0;
}
