/* Functions that are one text, included with other macros each time. */
#include <mpi.h>
#include <stdlib.h>

#define NAME one
#define DECLARE ;
#define START prob = rand() % 3;
#define SELECT prob += x;
#define COUNT
#include "scan.inc"
#undef COUNT
#undef SELECT
#undef START
#undef DECLARE
#undef NAME

#define NAME two
#define DECLARE \
        int most;
#define START \
        most = 0; \
        prob = 3;
#define SELECT \
            if (x > most) most = x; \
            prob += most;
#define COUNT sum++
#include "scan.inc"
#include <lmpi/lmpi.h>

int weigh(int n);

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, argc <= 3, argc)); /* main.1: a.c:33 */
    int n = one(argc) % 7 + two(argc) + weigh(argc) % 5;
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:34-36 */
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
