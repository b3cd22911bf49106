#include "grid.h"
#include "stats.h"
#include "config.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct grid g;

    MPI_Init(&argc, &argv);
    grid_setup(&g, argc > 1 ? atoi(argv[1]) : DEFAULT_SIZE);
    for (int i = 0; i < g.steps; i++) {
        grid_smooth(&g);
        grid_exchange(&g);
    }
    stats_print(&g);
    grid_free(&g);
    MPI_Finalize();
    return 0;
}
