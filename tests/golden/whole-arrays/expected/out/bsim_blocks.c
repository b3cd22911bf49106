/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "main.c", 53, 59, 0, NULL, NULL, "main (main.c:53-59)"},
    {"main.2", "main.c", 63, 63, 0, NULL, NULL, "set (main.c:63)"},
    {"main.3", "main.c", 64, 64, 0, NULL, NULL, "leap (main.c:64)"},
    {"main.4", "main.c", 65, 66, 0, NULL, NULL, "draw (main.c:65-66)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "main.c", 48, "main.c", 50},
    {"MPI_Comm_size", "main.c", 49, "main.c", 52},
    {"MPI_Bcast", "main.c", 61, "main.c", 67},
    {"MPI_Reduce", "main.c", 62, "main.c", 68},
    {"MPI_Finalize", "main.c", 63, "main.c", 70},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
