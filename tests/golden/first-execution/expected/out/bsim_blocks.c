/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 17, 17, 1, params0, NULL, "relax (a.c:17)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 14},
    {"MPI_Comm_rank", "a.c", 9, "a.c", 15},
    {"MPI_Barrier", "a.c", 11, "a.c", 18},
    {"MPI_Barrier", "a.c", 14, "a.c", 20},
    {"MPI_Finalize", "a.c", 15, "a.c", 21},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
