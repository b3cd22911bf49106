/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "src/grid.c", 14, "src/grid.c", 14},
    {"MPI_Init", "src/main.c", 10, "src/main.c", 10},
    {"MPI_Finalize", "src/main.c", 18, "src/main.c", 18},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
