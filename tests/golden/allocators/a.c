#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct array {
    int n;
    int *counts;
    double *values;
} array;

static void *xmalloc(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (p == NULL) {
        fprintf(stderr, "no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

static int *ints(int n)
{
    int *p = xmalloc(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i;
    return p;
}

static int allocate(double **out, int n)
{
    *out = xmalloc(n * sizeof **out);
    for (int i = 0; i < n; i++)
        (*out)[i] = 0;
    return 0;
}

static array *array_new(int n)
{
    array *a = xmalloc(sizeof *a);
    a->n = n;
    a->counts = ints(n);
    allocate(&a->values, n);
    return a;
}

static void array_free(array *a)
{
    free(a->counts);
    free(a->values);
    free(a);
}

int main(int argc, char **argv)
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    array *live = array_new(20), *dead = array_new(1000);
    int *order = ints(500);
    for (int i = 0; i < 1000; i++)
        dead->values[i] = order[i % 500] * 0.5;
    for (int i = 0; i < live->n; i++)
        live->counts[i] += size;
    MPI_Bcast(dead->values, live->counts[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g\n", dead->values[7]);
    array_free(live);
    array_free(dead);
    free(order);
    MPI_Finalize();
    return 0;
}
