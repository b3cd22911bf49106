/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 28, "a.c", 27},
    {"MPI_Comm_rank", "a.c", 29, "a.c", 28},
    {"MPI_Barrier", "a.c", 36, "a.c", 35},
    {"MPI_Barrier", "a.c", 37, "a.c", 38},
    {"MPI_Bcast", "a.c", 37, "a.c", 38},
    {"MPI_Bcast", "a.c", 38, "a.c", 39},
    {"MPI_Barrier", "a.c", 42, "a.c", 46},
    {"MPI_Finalize", "a.c", 43, "a.c", 47},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
