/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "main.c", 51, 52, 0, NULL, NULL, "matrix (main.c:51-52)"},
    {"main.2", "main.c", 54, 54, 0, NULL, NULL, "set (main.c:54)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "main.c", 36, "main.c", 49},
    {"MPI_Comm_size", "main.c", 37, "main.c", 50},
    {"MPI_Bcast", "main.c", 40, "main.c", 57},
    {"MPI_Bcast", "main.c", 45, "main.c", 58},
    {"MPI_Finalize", "main.c", 46, "main.c", 60},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
