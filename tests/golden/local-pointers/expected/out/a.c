#include <mpi.h>
#include <bsim/bsim.h>

struct cells {
    int own;
    double v[100];
};

struct box {
    double energy;
    struct cells *cells;
};

int main(int argc, char **argv)
{
    struct cells two[2];
    struct box box = {0, two}, *b = &box;

    MPI_Init(&argc, &argv);
    two[0].own = 40 + argc;
    two[1].own = 60 + argc;
    MPI_Bcast(&two[0].own, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int n = 0; n < two[0].own; n++) {
        BSIM_Add_time(BSIM_cost(0, b->cells->own)); /* main.1: a.c:41 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:43 */
        MPI_Barrier(MPI_COMM_WORLD);
        struct cells *mine = b->cells;
        BSIM_Add_time(BSIM_cost(2, mine->own)); /* main.3: a.c:46-47 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
