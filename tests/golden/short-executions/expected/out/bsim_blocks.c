/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 10, 11, 0, NULL, NULL, "main (a.c:10-11)"},
    {"main.2", "a.c", 14, 15, 1, params1, NULL, "main (a.c:14-15)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 7, "a.c", 8},
    {"MPI_Barrier", "a.c", 10, "a.c", 12},
    {"MPI_Barrier", "a.c", 13, "a.c", 16},
    {"MPI_Finalize", "a.c", 15, "a.c", 18},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
