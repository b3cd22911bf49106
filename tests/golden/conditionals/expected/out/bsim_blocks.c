/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 37, 42, 0, NULL},
    {"main.2", "a.c", 54, 55, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 19, "a.c", 36},
    {"MPI_Barrier", "a.c", 28, "a.c", 53},
    {"MPI_Bcast", "a.c", 32, "a.c", 60},
    {"MPI_Finalize", "a.c", 33, "a.c", 67},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
