/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 37, 38, 0, NULL, NULL, "main (a.c:37-38)"},
    {"main.2", "a.c", 40, 40, 0, NULL, "a floating-point number (a.c:8)", "settle (a.c:40)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:8"},
    {1, 1, "rounds a.c:10"},
    {1, 2, "rounds a.c:12"},
    {1, 3, "rounds a.c:14"},
    {1, 4, "rounds a.c:16"},
    {1, 5, "rounds a.c:18"},
};
const int bsim_ncounts = 6;
__thread long bsim_counters[6];

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 43, "a.c", 36},
    {"MPI_Barrier", "a.c", 47, "a.c", 39},
    {"MPI_Barrier", "a.c", 49, "a.c", 41},
    {"MPI_Finalize", "a.c", 54, "a.c", 43},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_timed = BSIM_TIMED;
