/* walltime.c - libbsim-walltime.so: the run time of a program under a real MPI, for LD_PRELOAD.
 *
 * Writes one line to the file that BSIM_WALLTIME names: the seconds from the end of MPI_Init to the start of
 * MPI_Finalize, both measured at a barrier. This is the time that bsim predicts: predictions do not include the start
 * of MPI. Without BSIM_WALLTIME it does nothing. Must not know the simulator. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static double begin; /* seconds, MPI_Wtime */

static void start(void) {
    if (!getenv("BSIM_WALLTIME"))
        return;
    PMPI_Barrier(MPI_COMM_WORLD);
    begin = PMPI_Wtime();
}

int MPI_Init(int *argc, char ***argv) {
    int rc = PMPI_Init(argc, argv);
    if (rc == MPI_SUCCESS)
        start();
    return rc;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    int rc = PMPI_Init_thread(argc, argv, required, provided);
    if (rc == MPI_SUCCESS)
        start();
    return rc;
}

int MPI_Finalize(void) {
    const char *path = getenv("BSIM_WALLTIME");
    if (path) {
        int rank;
        PMPI_Barrier(MPI_COMM_WORLD);
        double seconds = PMPI_Wtime() - begin;
        PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        FILE *out = rank == 0 ? fopen(path, "w") : NULL;
        bool ok = rank != 0 || (out && fprintf(out, "%.9f\n", seconds) > 0);
        if (out)
            ok = fclose(out) == 0 && ok;
        if (!ok) {
            perror(path);
            PMPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    return PMPI_Finalize();
}
