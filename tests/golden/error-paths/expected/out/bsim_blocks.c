/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"check.1", "a.c", 16, 17, 0, NULL, NULL, "check (a.c:16-17)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Abort", "a.c", 10, "a.c", 10},
    {"MPI_Finalize", "a.c", 24, "a.c", 23},
    {"MPI_Init", "a.c", 32, "a.c", 32},
    {"MPI_Abort", "a.c", 42, "a.c", 47},
    {"MPI_Bcast", "a.c", 44, "a.c", 49},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
