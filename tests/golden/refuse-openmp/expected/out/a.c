#include <mpi.h>
#include <lmpi/lmpi.h>
static int omp_get_thread_num(void) { return 0; }

#define REGION _Pragma("omp parallel num_threads(2)")

/* By whichever thread calls. */
static void tell(int to, int tag) {
    LMPI_Send(NULL, 1, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
}

/* By one, whoever calls. */
static void tell_once(int to) {
#pragma omp master
    tell(to, 5);
#pragma omp barrier
}

int main(int argc, char **argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel
    {
        int tid = omp_get_thread_num();
        tell(MPI_PROC_NULL, tid); /* refused */
        tell_once(MPI_PROC_NULL);
        tell(MPI_PROC_NULL, 1);
         /* refused */
        if (!omp_get_thread_num() && size > 0)
            MPI_Barrier(MPI_COMM_WORLD);
#pragma omp critical
        MPI_Barrier(MPI_COMM_SELF); /* refused */
#pragma omp for
        for (int i = 0; i < 4; i++)
            tell(MPI_PROC_NULL, i);
    }
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        tell(MPI_PROC_NULL, i);
    REGION {
        MPI_Barrier(MPI_COMM_SELF); /* refused */
    }
    MPI_Finalize();
    return 0;
}
