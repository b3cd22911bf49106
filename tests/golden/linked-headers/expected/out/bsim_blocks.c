/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "project";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "src/main.c", 10, 11, 0, NULL, NULL, "main (main.c:10-11)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "src/main.c", 9, "src/main.c", 9},
    {"MPI_Barrier", "src/main.c", 12, "src/main.c", 13},
    {"MPI_Finalize", "src/main.c", 13, "src/main.c", 14},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
