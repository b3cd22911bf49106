#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

typedef struct array {
    int n;
    int *counts;
    double *values;
} array;

static void *xmalloc(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    return p;
}

static int *ints(int n)
{
    int *p = xmalloc(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i;
    return p;
}

static array *array_new(int n)
{
    array *a = xmalloc(sizeof *a);
    a->n = n;
    BSIM_Add_time(BSIM_cost(0, n)); /* array_new.1: a.c:41 */
    a->counts = ints(n);
    BSIM_Add_time(BSIM_cost(1, n)); /* array_new.2: a.c:42 */
    return a;
}

static void array_free(array *a)
{
    free(a->counts);
    free(a);
}

int main(int argc, char **argv)
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(2)); /* main.1: a.c:59 */
    array *live = array_new(20);
    BSIM_Add_time(BSIM_cost(3)); /* main.2: a.c:60-62 */
    BSIM_Add_time(BSIM_cost(4, live->n)); /* main.3: a.c:63-64 */
    for (int i = 0; i < live->n; i++)
        live->counts[i] += size;
    LMPI_Bcast(NULL, live->counts[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    array_free(live);
    MPI_Finalize();
    return 0;
}
