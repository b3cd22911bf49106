/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 37, 45, 1, params0, NULL, "main (a.c:37-45)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Sendrecv_replace", "a.c", 19, "a.c", 25},
    {"MPI_Init", "a.c", 26, "a.c", 34},
    {"MPI_Finalize", "a.c", 35, "a.c", 54},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
