/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"argc <= 3", "argc"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 33, 33, 2, params0, NULL, "weigh (a.c:33)"},
    {"main.2", "a.c", 34, 36, 0, NULL, NULL, "main (a.c:34-36)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 33, "a.c", 32},
    {"MPI_Bcast", "a.c", 37, "a.c", 37},
    {"MPI_Finalize", "a.c", 38, "a.c", 38},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
