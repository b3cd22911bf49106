/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "good";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "good.c", 4, "good.c", 4},
    {"MPI_Finalize", "good.c", 5, "good.c", 5},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 2;
