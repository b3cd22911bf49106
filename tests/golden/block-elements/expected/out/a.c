/* Pointers in short arrays, of which only as many are set as the program has parts. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct part {
    int n;
};

struct parts {
    int many;
};

int main(int argc, char **argv) {
    struct part *here[4], *both[2];
    MPI_Init(&argc, &argv);
    struct parts *heap = malloc(sizeof *heap);
    heap->many = argc > 1 ? atoi(argv[1]) : 1;
    for (int k = 0; k < heap->many; k++) {
        here[k] = malloc(sizeof *here[k]);
        here[k]->n = 10 + k;
        BSIM_Add_time(BSIM_cost(0, here[k]->n)); /* main.1: a.c:35 */
    }
    both[0] = here[0];
    both[1] = here[heap->many - 1];
    BSIM_Add_time(BSIM_cost(1, heap->many)); /* main.2: a.c:40 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, heap->many)); /* main.3: a.c:42 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, heap->many)); /* main.4: a.c:44 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, both[0]->n, both[1]->n)); /* main.5: a.c:46-48 */
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
