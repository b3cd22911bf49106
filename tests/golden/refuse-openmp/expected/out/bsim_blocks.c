/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Send", "a.c", 9, "a.c", 13},
    {"MPI_Init", "a.c", 21, "a.c", 25},
    {"MPI_Comm_size", "a.c", 22, "a.c", 26},
    {"MPI_Barrier", "a.c", 31, "a.c", 37},
    {"MPI_Barrier", "a.c", 33, "a.c", 39},
    {"MPI_Barrier", "a.c", 42, "a.c", 48},
    {"MPI_Finalize", "a.c", 44, "a.c", 50},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
