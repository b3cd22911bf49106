/* An element is read on two conditions. The second one reads behind a pointer on the first one. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct part {
    int count;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int k = atoi(argv[1]), wanted = atoi(argv[2]), length = atoi(argv[3]);
    struct part *p = malloc(sizeof *p);
    p->count = length;
    BSIM_Add_time(BSIM_cost(0, length)); /* main.1: a.c:51-54 */
    LMPI_Bcast(NULL, length, MPI_INT, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, length, MPI_INT, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, k, p->count, wanted)); /* main.2: a.c:57 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, k, length, wanted)); /* main.3: a.c:59 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, k, wanted)); /* main.4: a.c:61 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
