/* Elements of short arrays that are compared with a constant: a block's parameter is what each comparison gives, and not the element, whose
 * value is the number of a rank. What is compared otherwise stays a number. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

typedef struct {
    int n[2], neighbour[2][2], level[3];
    double *x;
} field;

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    field f = {.n = {n, n + 3}, .level = {rank, n, 2}};
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:37-39 */
    for (int axis = 0; axis < 2; axis++)
        for (int side = 0; side < 2; side++)
            f.neighbour[axis][side] = axis || rank + 2 * side - 1 < 0 || rank + 2 * side - 1 >= size ? MPI_PROC_NULL : rank + 2 * side - 1;
    BSIM_Add_time(BSIM_cost(1, f.n[0], f.n[1])); /* main.2: a.c:40 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, f.neighbour[0][0] == -1, f.neighbour[0][1] == -1, f.neighbour[1][0] != -1, f.neighbour[1][1] != -1, f.n[1], f.n[0])); /* main.3: a.c:42 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, f.level[0], f.level[1], f.level[2], f.n[0])); /* main.4: a.c:44 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
