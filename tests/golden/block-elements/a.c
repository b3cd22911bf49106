/* Pointers in short arrays, of which only as many are set as the program has parts. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
    int n;
    double *x;
};

struct parts {
    int many;
    struct part *of[4];
};

static struct part *at_file_scope[4];

static double sum_of(struct part **parts, int many) {
    double sum = 0;
    for (int k = 0; k < many; k++)
        for (int i = 0; i < parts[k]->n; i++)
            sum += parts[k]->x[i];
    return sum;
}

int main(int argc, char **argv) {
    struct part *here[4], *both[2];
    double sum = 0, all;
    MPI_Init(&argc, &argv);
    struct parts *heap = malloc(sizeof *heap);
    heap->many = argc > 1 ? atoi(argv[1]) : 1;
    for (int k = 0; k < heap->many; k++) {
        here[k] = malloc(sizeof *here[k]);
        here[k]->n = 10 + k;
        here[k]->x = calloc((size_t)here[k]->n, sizeof(double));
        heap->of[k] = at_file_scope[k] = here[k];
    }
    both[0] = here[0];
    both[1] = here[heap->many - 1];
    sum += sum_of(here, heap->many);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += sum_of(heap->of, heap->many);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += sum_of(at_file_scope, heap->many);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < both[k]->n; i++)
            sum += both[k]->x[i];
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
