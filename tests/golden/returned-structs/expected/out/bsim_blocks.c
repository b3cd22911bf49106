/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"shade.1", "a.c", 19, 20, 1, params0, NULL, "shade (a.c:19-20)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 18, "a.c", 21},
    {"MPI_Init", "a.c", 41, "a.c", 46},
    {"MPI_Bcast", "a.c", 45, "a.c", 51},
    {"MPI_Finalize", "a.c", 46, "a.c", 52},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
