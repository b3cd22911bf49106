/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 28, 29, 0, NULL, NULL, "push (a.c:28-29)"},
    {"main.2", "a.c", 32, 33, 0, NULL, NULL, "main (a.c:32-33)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 27, "a.c", 27},
    {"MPI_Bcast", "a.c", 32, "a.c", 31},
    {"MPI_Allreduce", "a.c", 34, "a.c", 34},
    {"MPI_Finalize", "a.c", 35, "a.c", 36},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
