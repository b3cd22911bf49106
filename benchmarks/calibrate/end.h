/* end.h - the end of a program that bsim calibrate runs on several hosts. */
#ifndef BSIM_CALIBRATE_END_H
#define BSIM_CALIBRATE_END_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined MPICH_VERSION && !defined SIMULATED
#include "bsim/base/launcher.h"

static void go_on(void) {
    int found;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

/* MPI_Finalize may wait for ever there (launcher.h). */
_Noreturn static void end_mpi(void) {
    fflush(NULL);
    if (bsim_launcher_find() && bsim_launcher_meet(go_on, 0) && bsim_launcher_meet(NULL, 0))
        bsim_launcher_end();
    else
        MPI_Finalize();
    exit(0);
}
#else
_Noreturn static void end_mpi(void) {
    MPI_Finalize();
    exit(0);
}
#endif

#endif
