/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 19, "a.c", 18},
    {"MPI_Bcast", "a.c", 22, "a.c", 21},
    {"MPI_Bcast", "a.c", 23, "a.c", 22},
    {"MPI_Finalize", "a.c", 24, "a.c", 23},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
