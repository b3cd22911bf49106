/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "marked";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "marked.c", 9, 10, 0, NULL, NULL, "main (marked.c:9-10)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "marked.c", 7, "marked.c", 7},
    {"MPI_Bcast", "marked.c", 10, "marked.c", 11},
    {"MPI_Finalize", "marked.c", 12, "marked.c", 13},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
