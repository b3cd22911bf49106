/* Distances of pointers, lengths of texts, and values behind a pointer that may be null. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <bsim/bsim.h>

struct range {
    double *begin, *end;
    int *many;
};

BSIM_PRIVATE static double work[1000];
BSIM_PRIVATE static char name[100] = "jacobi";

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 12, k = argc > 2 ? atoi(argv[2]) : 5;
    double *begin = BSIM_G(work) + k, *end = begin + n;
    struct range range = {begin, end, k > 4 ? &n : NULL};
    BSIM_Add_time(BSIM_cost(0, end - begin)); /* main.1: a.c:116-118 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, end - begin)); /* main.2: a.c:120 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, end - begin)); /* main.3: a.c:122 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, end - begin)); /* main.4: a.c:124 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:126 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, range.end - range.begin)); /* main.6: a.c:128 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:130 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, end - begin, end - BSIM_G(work))); /* main.8: a.c:132 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, end - begin)); /* main.9: a.c:134 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9)); /* main.10: a.c:136 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, 2 * ((long)strlen(BSIM_G(name))) + 1)); /* main.11: a.c:138 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, (range.many ? (range.many ? *range.many : 0) : 5))); /* main.12: a.c:140 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12, (range.many ? (range.many ? *range.many : 0) : 5))); /* main.13: a.c:142 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, 2 * n, n)); /* main.14: a.c:144 */
    MPI_Barrier(MPI_COMM_WORLD);
    const struct range *maybe = k > 3 ? &range : NULL;
    BSIM_Add_time(BSIM_cost(14, maybe != 0, ((maybe ? maybe->many : 0) != 0), 2 * n, n)); /* main.15: a.c:147 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(15, k)); /* main.16: a.c:149 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(16)); /* main.17: a.c:151 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(17, n)); /* main.18: a.c:153 */
    MPI_Finalize();
    return 0;
}
