/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"many"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"2 * n", "n"};

const bsim_block_info bsim_blocks[] = {
    {"pass.1", "a.c", 21, 22, 1, params0, NULL, "pass (a.c:21-22)"},
    {"main.1", "a.c", 32, 32, 1, params1, NULL, "main (a.c:32)"},
    {"main.2", "a.c", 38, 38, 2, params2, NULL, "at_end (a.c:38)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 18, "a.c", 27},
    {"MPI_Bcast", "a.c", 21, "a.c", 31},
    {"MPI_Barrier", "a.c", 23, "a.c", 34},
    {"MPI_Bcast", "a.c", 25, "a.c", 36},
    {"MPI_Finalize", "a.c", 26, "a.c", 37},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
