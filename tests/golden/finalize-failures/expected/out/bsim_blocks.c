/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"check.1", "a.c", 17, 18, 0, NULL, NULL, "check (a.c:17-18)"},
    {"main.1", "a.c", 71, 72, 0, NULL, NULL, "main (a.c:71-72)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Finalize", "a.c", 8, "a.c", 9},
    {"MPI_Allreduce", "a.c", 15, "a.c", 19},
    {"MPI_Barrier", "a.c", 40, "a.c", 50},
    {"MPI_Init", "a.c", 50, "a.c", 60},
    {"MPI_Comm_rank", "a.c", 51, "a.c", 61},
    {"MPI_Finalize", "a.c", 53, "a.c", 64},
    {"MPI_Finalize", "a.c", 63, "a.c", 75},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
