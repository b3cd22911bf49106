/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"m->pair.n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 37, 38, 1, params0, NULL, "main (a.c:37-38)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 20, "a.c", 19},
    {"MPI_Init", "a.c", 28, "a.c", 27},
    {"MPI_Comm_rank", "a.c", 29, "a.c", 28},
    {"MPI_Bcast", "a.c", 36, "a.c", 40},
    {"MPI_Finalize", "a.c", 38, "a.c", 43},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
