/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 17, 18, 0, NULL, NULL, "main (a.c:17-18)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 13, "a.c", 12},
    {"MPI_Comm_rank", "a.c", 14, "a.c", 13},
    {"MPI_Comm_size", "a.c", 15, "a.c", 14},
    {"MPI_Bcast", "a.c", 16, "a.c", 15},
    {"MPI_Send", "a.c", 20, "a.c", 20},
    {"MPI_Recv", "a.c", 22, "a.c", 22},
    {"MPI_Allreduce", "a.c", 23, "a.c", 23},
    {"MPI_Barrier", "a.c", 25, "a.c", 25},
    {"MPI_Finalize", "a.c", 26, "a.c", 26},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 9;
const int bsim_skeleton = 1;
