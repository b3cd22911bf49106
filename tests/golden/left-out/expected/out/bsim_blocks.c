/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";


const bsim_block_info bsim_blocks[] = {
    {"exchange.1", "lib/exchange.c", 12, 12, 0, NULL, NULL, "helper (exchange.c:12)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "lib/exchange.c", 6, "lib/exchange.c", 13},
    {"MPI_Init", "main.c", 5, "main.c", 5},
    {"MPI_Finalize", "main.c", 7, "main.c", 7},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
