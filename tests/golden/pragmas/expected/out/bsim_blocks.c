/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"argc < 5"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 33, 37, 1, params0, NULL, "main (a.c:33-37)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 22, "a.c", 32},
    {"MPI_Bcast", "a.c", 24, "a.c", 38},
    {"MPI_Bcast", "a.c", 25, "a.c", 39},
    {"MPI_Finalize", "a.c", 26, "a.c", 40},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
