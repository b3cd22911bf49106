#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>


static void *get_aligned(size_t bytes)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, bytes) != 0) { }
    return p;
}

static void *get_pinned(size_t bytes)
{
    void *p;
    MPI_Alloc_mem((MPI_Aint)bytes, MPI_INFO_NULL, &p);
    return p;
}

static void *get_counted(size_t bytes, const char *file, int line)
{
    size_t *p = malloc(bytes + 2 * sizeof *p);
    p[0] = bytes;
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
    int size, n = 1000;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *first = get_aligned(n * sizeof *first), *second = get_pinned(n * sizeof *second);
    int *third = COUNTED(n * sizeof *third), *fourth = get_by_hand(n * sizeof *fourth);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:56-61 */
    for (int i = 0; i < n; i++) {
        first[i] = i;
        second[i] = 2 * i;
        third[i] = 3 * i;
        fourth[i] = 4 * i;
    }
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:62-67 */
    LMPI_Bcast(NULL, first[3 + size], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, second[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, third[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, fourth[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
