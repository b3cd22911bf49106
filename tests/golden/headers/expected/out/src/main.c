#include "grid.h"
#include "config.h"
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv)
{
    struct grid g;

    MPI_Init(&argc, &argv);
    grid_setup(&g, argc > 1 ? atoi(argv[1]) : DEFAULT_SIZE);
    for (int i = 0; i < g.steps; i++) {
        BSIM_Add_time(BSIM_cost(1, g.n)); /* main.1: src/main.c:13 */
        grid_exchange(&g);
    }
    BSIM_Add_time(BSIM_cost(2, g.n)); /* main.2: src/main.c:16 */
    MPI_Finalize();
    return 0;
}
