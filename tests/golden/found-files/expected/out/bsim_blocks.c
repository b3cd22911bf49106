/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 11, "a.c", 10},
    {"MPI_Init", "a.c", 16, "a.c", 15},
    {"MPI_Send", "a.c", 41, "a.c", 41},
    {"MPI_Finalize", "a.c", 42, "a.c", 42},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
