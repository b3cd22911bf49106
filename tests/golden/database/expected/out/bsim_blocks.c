/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "project";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Sendrecv_replace", "src/fast/kernel.c", 11, "src/fast/kernel.c", 10},
    {"MPI_Init", "src/main.c", 7, "src/main.c", 7},
    {"MPI_Finalize", "src/main.c", 10, "src/main.c", 10},
    {"MPI_Bcast", "src/util.c", 7, "src/util.c", 6},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
