/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "src/a.c", 7, "src/a.c", 7},
    {"MPI_Comm_rank", "src/a.c", 8, "src/a.c", 8},
    {"MPI_Barrier", "src/a.c", 11, "src/a.c", 11},
    {"MPI_Send", "src/a.c", 12, "src/a.c", 12},
    {"MPI_Finalize", "src/a.c", 13, "src/a.c", 13},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
