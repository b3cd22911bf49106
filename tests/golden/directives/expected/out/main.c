#include "all.h"
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

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

#define TAG 1

int work(int n);

int main(int argc, char **argv)
{
    int count = LIMIT + AREA, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count += weight[green];
    count += COUNT(last) + TWICE(argc) + STEP;
#if defined(__GNUC__) && defined(WIDE)
    count *= 2;
#elif defined(__GNUC__) && defined(NARROW)
    count *= OTHER;
#endif
    BSIM_Add_time(BSIM_cost(0, count)); /* main.1: main.c:42-43 */
    LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(&count, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(&count, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    LMPI_Bcast(NULL, work(count), MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
