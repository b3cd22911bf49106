/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 37, "a.c", 36},
    {"MPI_Barrier", "a.c", 54, "a.c", 53},
    {"MPI_Bcast", "a.c", 61, "a.c", 60},
    {"MPI_Finalize", "a.c", 68, "a.c", 67},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
