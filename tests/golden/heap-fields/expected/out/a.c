/* A block on the heap that a structure and its first member are laid over, and a part of which is sent. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

struct base {
    int kind;
    char name[128];
    double (*energy)(struct base *);
};
struct pair {
    struct base base;
    int n;
    double cutoff, *table;
};

static struct base *pair_create(void) {
    struct pair *p = calloc(1, sizeof *p);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        p->n = 100;
        BSIM_Add_time(BSIM_cost(0)); /* pair_create.1: a.c:35-36 */
    }
    MPI_Bcast(&p->n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, p->n)); /* pair_create.2: a.c:41-42 */
    LMPI_Bcast(NULL, p->n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return 0;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    pair_create();
    BSIM_Add_time(BSIM_cost(2)); /* main.1: a.c:50 */
    MPI_Finalize();
    return 0;
}
