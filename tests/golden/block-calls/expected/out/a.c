#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

typedef struct {
    int n[3];
    int used;
} grid;

struct part {
    int first, last;
};

BSIM_PRIVATE static int total, size;

/* Which rank has how many: nothing is changed, but it divides. */
static int local_n(int rank)
{
    if (rank < BSIM_G(total) % BSIM_G(size))
        return BSIM_G(total) / BSIM_G(size) + 1;
    return BSIM_G(total) / BSIM_G(size);
}

static int width(const grid *g, int d) { return g->used ? g->n[d] : 1; }

int main(int argc, char **argv)
{
    int rank;
    grid g = {{9, 4, 5}, 1};
    struct part p = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &BSIM_G(size));
    BSIM_G(total) = argc > 1 ? atoi(argv[1]) : 100;
    g.n[1] = BSIM_G(total) / 7;
    p.last = 2 * BSIM_G(total);
    BSIM_Add_time(BSIM_cost(0, local_n(rank), BSIM_G(total))); /* main.1: a.c:67-71 */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int d = 0; d < 3; d++) {
        BSIM_Add_time(BSIM_cost(1, width(&g, d))); /* main.2: a.c:74-75 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    BSIM_Add_time(BSIM_cost(2, p.last - p.first)); /* main.3: a.c:78-79 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, (BSIM_G(total) > 1000 ? 1000 : BSIM_G(total)) - 1)); /* main.4: a.c:81 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, (BSIM_G(size) != 0 ? (long)BSIM_G(total) / BSIM_G(size) : 0), (BSIM_G(size) != 0 ? (long)BSIM_G(total) % BSIM_G(size) : 0), rank)); /* main.5: a.c:84-86 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, rank % 2 != 0, BSIM_G(total))); /* main.6: a.c:89-90 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, rank)); /* main.7: a.c:92-93 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, g.n[2], g.used)); /* main.8: a.c:96-99 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
