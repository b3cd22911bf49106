/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"words.1", "a.c", 76, 76, 0, NULL, NULL, "fill (a.c:76)"},
    {"members.1", "a.c", 102, 102, 0, NULL, NULL, "add (a.c:102)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 48, "a.c", 49},
    {"MPI_Init", "a.c", 120, "a.c", 119},
    {"MPI_Finalize", "a.c", 124, "a.c", 123},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
