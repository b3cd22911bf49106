/* The message is one array of the structure, whatever its length. */
#include "roots.h"
#include <math.h>
#include <mpi.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static struct {
    int passed;
    int sent[64], received[64];
    double norm;
} data;

void member(int n) {
    BSIM_Add_time(BSIM_cost(7)); /* member.1: member.c:15-16 */
    for (int i = 0; i < 64; i++)
        BSIM_G(data).sent[i] = n;
    BSIM_Add_time(BSIM_cost(8)); /* member.2: member.c:17-18 */
    MPI_Alltoall(BSIM_G(data).sent, 1, MPI_INT, BSIM_G(data).received, 1, MPI_INT, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, BSIM_G(data).received[0], MPI_INT, 0, MPI_COMM_WORLD);
}
