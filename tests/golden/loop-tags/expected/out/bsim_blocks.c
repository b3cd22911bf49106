/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 38, 39, 0, NULL, NULL, "main (a.c:38-39)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Sendrecv", "a.c", 11, "a.c", 11},
    {"MPI_Init", "a.c", 32, "a.c", 33},
    {"MPI_Comm_rank", "a.c", 33, "a.c", 34},
    {"MPI_Comm_size", "a.c", 34, "a.c", 35},
    {"MPI_Finalize", "a.c", 39, "a.c", 44},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
