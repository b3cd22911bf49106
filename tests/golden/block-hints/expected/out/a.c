#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

typedef struct {
    int n[3];
    unsigned wide : 4;
    struct {
        int many;
    };
} field;

struct list {
    struct list *next;
};

BSIM_PRIVATE static int level, depth[2][3];

/* Where the list ends is not known in front of the block. */
static double total(const field *f) {
    BSIM_Add_time(BSIM_cost(0, (long)BSIM_G(depth)[1][BSIM_G(level) % 3] / 2, f->many, f->n[0])); /* total.1: a.c:26-27 */
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

int main(int argc, char **argv) {
    field f = {{argc > 1 ? atoi(argv[1]) : 9, 4, 5}, 3, {7}};
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(1, f.n[0])); /* main.1: a.c:46-51 */
    total(&f);
    BSIM_Add_time(BSIM_cost(2, f.n[0])); /* main.2: a.c:53 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3)); /* main.3: a.c:56-59 */
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4)); /* main.4: a.c:62-66 */
    MPI_Finalize();
    return 0;
}
