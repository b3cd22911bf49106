/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 42, 47, 0, NULL, NULL, "main (a.c:42-47)"},
    {"main.2", "a.c", 59, 60, 0, NULL, NULL, "main (a.c:59-60)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 8, "a.c", 32},
    {"MPI_Init", "a.c", 16, "a.c", 41},
    {"MPI_Barrier", "a.c", 19, "a.c", 58},
    {"MPI_Bcast", "a.c", 21, "a.c", 65},
    {"MPI_Barrier", "a.c", 27, "a.c", 88},
    {"MPI_Finalize", "a.c", 29, "a.c", 93},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
