/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 22, 23, 0, NULL, NULL, "main (a.c:22-23)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 17, "a.c", 18},
    {"MPI_Allreduce", "a.c", 24, "a.c", 26},
    {"MPI_Bcast", "a.c", 26, "a.c", 28},
    {"MPI_Finalize", "a.c", 27, "a.c", 29},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
