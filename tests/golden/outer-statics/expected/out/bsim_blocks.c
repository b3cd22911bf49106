/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rank"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 9, 10, 1, params0, NULL, "main (a.c:9-10)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 7, "a.c", 7},
    {"MPI_Comm_rank", "a.c", 8, "a.c", 8},
    {"MPI_Barrier", "a.c", 9, "a.c", 11},
    {"MPI_Send", "a.c", 13, "a.c", 12},
    {"MPI_Finalize", "a.c", 14, "a.c", 14},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
