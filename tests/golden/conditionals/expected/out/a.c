#include <mpi.h>
#include <stdio.h>
#ifdef USE_MATH
#include <math.h>
#endif
#include <bsim/bsim.h>
#include <lmpi/lmpi.h>

#ifdef BIG
#define N 1000
#else
#define N 10
#endif

static int all(int *count) {
    MPI_Allreduce(MPI_IN_PLACE, count, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return 0;
}

int main(int argc, char **argv)
{
    int count = N;

    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:42-47 */
#ifdef HALF
    count = count / 2;
#else
    count = count - 1;
#endif
#define LOCAL_TAG 17
#if defined(BARRIER)
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:59-60 */
#elif defined(NOTHING)
#endif
    LMPI_Bcast(NULL, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#ifdef CHECKED
    ignored =
#else
    
#endif
all(&count);
    all(&count);
#ifdef CHECKED
              + 1
#endif
        ;
#define PARALLEL 1
#if PARALLEL
    if (count > 3)
        MPI_Barrier(MPI_COMM_WORLD);
#endif

    MPI_Finalize();
    return 0;
}
