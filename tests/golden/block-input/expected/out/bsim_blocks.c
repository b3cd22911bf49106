/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"steps", "size"};
static const char *const params1[] = {"size"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 42, 42, 2, params0, NULL, "sum (a.c:42)"},
    {"main.2", "a.c", 45, 50, 1, params1, NULL, "main (a.c:45-50)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Abort", "a.c", 11, "a.c", 11},
    {"MPI_Init", "a.c", 25, "a.c", 34},
    {"MPI_Allreduce", "a.c", 33, "a.c", 43},
    {"MPI_Barrier", "a.c", 37, "a.c", 53},
    {"MPI_Finalize", "a.c", 38, "a.c", 55},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
