/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "large";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "large.c", 50, 51, 0, NULL, NULL, "main (large.c:50-51)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "large.c", 11, "large.c", 10},
    {"MPI_Init", "large.c", 17, "large.c", 17},
    {"MPI_Comm_rank", "large.c", 18, "large.c", 18},
    {"MPI_Abort", "large.c", 23, "large.c", 23},
    {"MPI_Abort", "large.c", 27, "large.c", 27},
    {"MPI_Abort", "large.c", 33, "large.c", 33},
    {"MPI_Abort", "large.c", 36, "large.c", 36},
    {"MPI_Abort", "large.c", 40, "large.c", 40},
    {"MPI_Abort", "large.c", 46, "large.c", 46},
    {"MPI_Finalize", "large.c", 50, "large.c", 52},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"large.c", 32, "code that stays"},
    {"large.c", 35, "code that stays"},
};
const int bsim_nuntimed = 2;
