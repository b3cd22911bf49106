/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";

static const char *const params0[] = {"g->n", "n"};
static const char *const params1[] = {"g.n"};
static const char *const params2[] = {"g.n"};

const bsim_block_info bsim_blocks[] = {
    {"grid_setup.1", "src/grid.c", 8, 9, 2, params0, NULL, "grid_each (grid.c:8-9)"},
    {"main.1", "src/main.c", 13, 13, 1, params1, NULL, "grid_smooth (main.c:13)"},
    {"main.2", "src/main.c", 16, 16, 1, params2, NULL, "stats_print (main.c:16)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "src/grid.c", 14, "src/grid.c", 14},
    {"MPI_Init", "src/main.c", 10, "src/main.c", 10},
    {"MPI_Finalize", "src/main.c", 16, "src/main.c", 18},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
