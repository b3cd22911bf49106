/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 32, 32, 0, NULL, NULL, "work (a.c:32)"},
    {"main.2", "a.c", 37, 37, 0, NULL, NULL, "work (a.c:37)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 12, "a.c", 18},
    {"MPI_Init", "a.c", 18, "a.c", 24},
    {"MPI_Finalize", "a.c", 31, "a.c", 38},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
