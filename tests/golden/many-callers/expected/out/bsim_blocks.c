/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 56, 56, 1, params0, NULL, "table (a.c:56)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 32, "a.c", 36},
    {"MPI_Init", "a.c", 39, "a.c", 54},
    {"MPI_Barrier", "a.c", 41, "a.c", 58},
    {"MPI_Finalize", "a.c", 44, "a.c", 60},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
