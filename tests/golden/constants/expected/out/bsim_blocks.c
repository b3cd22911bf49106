/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 82, 90, 0, NULL, NULL, "main (a.c:82-90)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 8, "a.c", 10},
    {"MPI_Init", "a.c", 55, "a.c", 72},
    {"MPI_Finalize", "a.c", 67, "a.c", 104},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
