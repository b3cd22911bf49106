/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 21, 21, 0, NULL, "what pthread_create() does, of which nothing is known (a.c:21)", "main (a.c:21)"},
    {"main.2", "a.c", 22, 22, 0, NULL, "what pthread_join() does, of which nothing is known (a.c:22)", "main (a.c:22)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 19, "a.c", 19},
    {"MPI_Barrier", "a.c", 26, "a.c", 24},
    {"MPI_Finalize", "a.c", 27, "a.c", 25},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
