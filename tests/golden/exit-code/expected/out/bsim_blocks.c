/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 8, "a.c", 8},
    {"MPI_Init", "a.c", 22, "a.c", 24},
    {"MPI_Comm_size", "a.c", 23, "a.c", 25},
    {"MPI_Finalize", "a.c", 25, "a.c", 27},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
