/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"array_new.1", "a.c", 42, 42, 1, params0},
    {"main.1", "a.c", 60, 62, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 46, "a.c", 57},
    {"MPI_Comm_size", "a.c", 47, "a.c", 58},
    {"MPI_Bcast", "a.c", 52, "a.c", 65},
    {"MPI_Finalize", "a.c", 54, "a.c", 70},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
