/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 14, "a.c", 14},
    {"MPI_Init", "a.c", 40, "a.c", 40},
    {"MPI_Allreduce", "a.c", 44, "a.c", 44},
    {"MPI_Finalize", "a.c", 46, "a.c", 46},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
