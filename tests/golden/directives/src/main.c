#include "all.h"
#include <mpi.h>
#include <stdio.h>

/* Read twice: no guard. */
#define ENTRY(name, value) name,
enum color {
#include "list.def"
};
#undef ENTRY
#define ENTRY(name, value) value,
static const int weight[] = {
#include "list.def"
};

/* Ends a definition of the command line. */
#undef STEP
#define STEP 7

#ifdef NO_EXTRA
#define TAG 1
#else
#define TAG 2
#endif

int work(int n);

int main(int argc, char **argv)
{
    int count = LIMIT + AREA, rank;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count += weight[green];
    count += COUNT(last) + TWICE(argc) + STEP;
#if defined(__GNUC__) && defined(WIDE)
    count *= 2;
#elif defined(__GNUC__) && defined(NARROW)
    count *= OTHER;
#endif
    for (int i = 0; i < count; i++)
        sum += SHIFT(i) + UNUSED;
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(&count, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(&count, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(argv[0], work(count), MPI_BYTE, 0, MPI_COMM_WORLD);
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
