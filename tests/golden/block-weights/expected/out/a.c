#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

typedef struct node {
    int count;
    struct node *child[2];
} node;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100, on = argc > 2, order = argc > 3 ? 2 : 1;
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:50-51 */
    node tree = {n, {NULL, NULL}};
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:53-56 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:58-60 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, n)); /* main.4: a.c:62-66 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:68-73 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:75-77 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:79-81 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, n)); /* main.8: a.c:83-90 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, order == 2, n)); /* main.9: a.c:92-94 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, on != 0, n)); /* main.10: a.c:96-98 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, n)); /* main.11: a.c:100-102 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, n, order)); /* main.12: a.c:104-105 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12, n)); /* main.13: a.c:107-112 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, tree.count)); /* main.14: a.c:114 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, n)); /* main.15: a.c:116 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
