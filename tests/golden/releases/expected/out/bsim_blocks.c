/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "main.c", 29, 35, 0, NULL, NULL, "main (main.c:29-35)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "main.c", 25, "main.c", 27},
    {"MPI_Comm_size", "main.c", 26, "main.c", 28},
    {"MPI_Bcast", "main.c", 33, "main.c", 41},
    {"MPI_Finalize", "main.c", 36, "main.c", 46},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
