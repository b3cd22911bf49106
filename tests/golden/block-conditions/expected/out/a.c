/* An element is read on two conditions. The second one reads behind a pointer on the first one. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct part {
    int count;
};

static int is_index(int k) {
    return k >= 0 && k < 1000;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int k = atoi(argv[1]), wanted = atoi(argv[2]), length = atoi(argv[3]);
    struct part *p = malloc(sizeof *p);
    p->count = length;
    BSIM_Add_time(BSIM_cost(0, length)); /* main.1: a.c:78-81 */
    LMPI_Bcast(NULL, length, MPI_INT, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, length, MPI_INT, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, k, p->count, wanted)); /* main.2: a.c:84 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, k, length, wanted)); /* main.3: a.c:86 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, k, wanted)); /* main.4: a.c:88 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, k >= 0 && k < 1000)); /* main.5: a.c:90 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, is_index(k))); /* main.6: a.c:92 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, k < length, k)); /* main.7: a.c:94-95 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
