/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 23, 23, 0, NULL, NULL, "work (a.c:23)"},
    {"main.2", "a.c", 31, 31, 0, NULL, NULL, "work (a.c:31)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 14, "a.c", 20},
    {"MPI_Wtime", "a.c", 15, "a.c", 21},
    {"MPI_Wtime", "a.c", 16, "a.c", 22},
    {"MPI_Bcast", "a.c", 17, "a.c", 26},
    {"MPI_Barrier", "a.c", 22, "a.c", 28},
    {"MPI_Bcast", "a.c", 25, "a.c", 32},
    {"MPI_Barrier", "a.c", 28, "a.c", 34},
    {"MPI_Finalize", "a.c", 29, "a.c", 35},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
