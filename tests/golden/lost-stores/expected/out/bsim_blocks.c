/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 25, 26, 0, NULL, "a pointer that a loop follows (a.c:25)", "main (a.c:25-26)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:25"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 10, "a.c", 14},
    {"MPI_Bcast", "a.c", 12, "a.c", 27},
    {"MPI_Finalize", "a.c", 13, "a.c", 28},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
