/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"norm.1", "a.c", 14, 15, 1, params0, NULL, "norm (a.c:14-15)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 9, "a.c", 16},
    {"MPI_Init", "a.c", 15, "a.c", 27},
    {"MPI_Barrier", "a.c", 16, "a.c", 28},
    {"MPI_Barrier", "a.c", 18, "a.c", 30},
    {"MPI_Finalize", "a.c", 19, "a.c", 34},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
