/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 34, "a.c", 33},
    {"MPI_Barrier", "a.c", 41, "a.c", 40},
    {"MPI_Barrier", "a.c", 44, "a.c", 43},
    {"MPI_Barrier", "a.c", 52, "a.c", 51},
    {"MPI_Finalize", "a.c", 54, "a.c", 53},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
