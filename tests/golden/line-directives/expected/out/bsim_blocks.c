/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"rule.1", "a.c", 12, 15, 1, params0, NULL, "rule (a.c:12-15)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 19, "a.c", 30},
    {"MPI_Bcast", "a.c", 22, "a.c", 36},
    {"MPI_Barrier", "a.c", 23, "a.c", 38},
    {"MPI_Finalize", "a.c", 25, "a.c", 43},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
