#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>


static void *get_aligned(size_t bytes)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, bytes) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return p;
}

static void *get_pinned(size_t bytes)
{
    void *p;
    MPI_Alloc_mem((MPI_Aint)bytes, MPI_INFO_NULL, &p);
    return p;
}

static size_t used;

static void *get_counted(size_t bytes, const char *file, int line)
{
    size_t *p = malloc(bytes + 2 * sizeof *p);
    if (p == NULL) {
        fprintf(stderr, "%s:%d: no memory\n", file, line);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    p[0] = bytes;
    used += bytes;
    return p + 2;
}
#define COUNTED(bytes) get_counted(bytes, __FILE__, __LINE__)

static void *get_by_hand(size_t bytes)
{
    char *raw = malloc(bytes + 64 + sizeof(void *));
    char *p = (char *)(((uintptr_t)raw + 63 + sizeof(void *)) & ~(uintptr_t)63);
    ((void **)p)[-1] = raw;
    return p;
}

int main(int argc, char **argv)
{
    int rank, size, n = 1000;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *first = get_aligned(n * sizeof *first), *second = get_pinned(n * sizeof *second);
    int *third = COUNTED(n * sizeof *third), *fourth = get_by_hand(n * sizeof *fourth);
    double *a = get_aligned(n * sizeof *a), *b = get_pinned(n * sizeof *b);
    double *c = COUNTED(n * sizeof *c), *d = get_by_hand(n * sizeof *d);
    for (int i = 0; i < n; i++) {
        first[i] = i;
        second[i] = 2 * i;
        third[i] = 3 * i;
        fourth[i] = 4 * i;
    }
    for (int i = 0; i < n; i++) {
        a[i] = 0.5 * i;
        b[i] = a[i] + 1;
        c[i] = b[i] * 2;
        d[i] = c[i] - a[i];
    }
    MPI_Bcast(a, first[3 + size], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(b, second[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(c, third[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(d, fourth[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g %g %g %g\n", a[1], b[1], c[1], d[1]);
    MPI_Finalize();
    return 0;
}
