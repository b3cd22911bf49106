/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"mine"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 12, 13, 1, params0, NULL, "main (a.c:12-13)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 7},
    {"MPI_Comm_rank", "a.c", 10, "a.c", 10},
    {"MPI_Allreduce", "a.c", 12, "a.c", 14},
    {"MPI_Finalize", "a.c", 14, "a.c", 15},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
