/* Compound literals outside of functions are static data without a name: each rank has its own. */
#include <mpi.h>
#include <stdio.h>
#include <bsim/bsim.h>

struct list {
    int n;
    int *items;
};

BSIM_PRIVATE static __typeof__(int[]) bsim_literal_1 = {4, 5, 6}; BSIM_PRIVATE static __typeof__(int) bsim_literal_2 = {1}; BSIM_PRIVATE static int *first = bsim_literal_1, *second = &bsim_literal_2;
BSIM_PRIVATE static __typeof__(int[2]) bsim_literal_3 = {7, 8}; BSIM_PRIVATE static __typeof__(int) bsim_literal_4 = {9}; BSIM_PRIVATE static struct list lists[2] = {{2, bsim_literal_3}, {1, &bsim_literal_4}};
BSIM_PRIVATE static __typeof__(int[]) bsim_literal_5 = {30, 31}; BSIM_PRIVATE static __typeof__(struct list) bsim_literal_6 = {sizeof((int[]){1, 2}) / sizeof(int), bsim_literal_5}; BSIM_PRIVATE static const struct list *nested = &bsim_literal_6;
BSIM_PRIVATE static const int *fixed = (const int[]){1, 2};

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_G(first)[0] += rank;
    *BSIM_G(second) += rank;
    BSIM_G(lists)[0].items[1] += 10 * rank;
    *BSIM_G(lists)[1].items += rank;
    BSIM_G(nested)->items[1] += 100 * rank;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %d %d %d %d %d %d %d\n", rank, BSIM_G(first)[0], *BSIM_G(second), BSIM_G(lists)[0].items[1], *BSIM_G(lists)[1].items, BSIM_G(nested)->n,
           BSIM_G(nested)->items[1], BSIM_G(fixed)[1]);
    MPI_Finalize();
    return 0;
}
