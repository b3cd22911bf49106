/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "main.c", 31, "main.c", 31},
    {"MPI_Abort", "main.c", 34, "main.c", 35},
    {"MPI_Abort", "main.c", 36, "main.c", 38},
    {"MPI_Barrier", "main.c", 44, "main.c", 48},
    {"MPI_Finalize", "main.c", 45, "main.c", 49},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
