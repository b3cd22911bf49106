/* launcher.h - what a host of a run says to mpiexec itself, past MPICH: lines of PMI-1, the protocol of process
 * managers, over the socket that PMI_FD names.
 *
 * MPI_Finalize of MPICH 4.0 closes the connections of UCX, and then waits for the others in a call that answers nobody.
 * UCX closes a TCP connection when the other side has answered that all has come. A process that is asked for this
 * while it still waits for something else answers, and goes on. When it closes its own side later, the first process
 * may wait for the others already, and never answers. So hosts meet at the launcher, say that they end, and end without
 * MPI_Finalize. */
#ifndef BSIM_LAUNCHER_H
#define BSIM_LAUNCHER_H

#include <stdbool.h>

/* To be called first. Whether the launcher can be spoken to. */
bool bsim_launcher_find(void);
/* From now on the launcher ends the whole run if this process ends without bsim_launcher_end, or without MPI_Finalize.
 * It has no eye on a process that has said nothing yet. */
void bsim_launcher_greet(void);
/* Returns when all processes of the run have called it, or the launcher is gone. Calls `meanwhile`, if there is one,
 * again and again. False: the launcher does not know this, or limit_s seconds have passed (0: there is no limit). */
bool bsim_launcher_meet(void (*meanwhile)(void), int limit_s);
/* This process ends well: the launcher does not end the others when it is gone. */
void bsim_launcher_end(void);

#endif
