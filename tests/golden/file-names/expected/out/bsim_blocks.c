/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 105, 106, 0, NULL, NULL, "main (a.c:105-106)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 72, "a.c", 92},
    {"MPI_Comm_rank", "a.c", 73, "a.c", 93},
    {"MPI_Barrier", "a.c", 87, "a.c", 110},
    {"MPI_Bcast", "a.c", 90, "a.c", 113},
    {"MPI_Bcast", "a.c", 92, "a.c", 115},
    {"MPI_Bcast", "a.c", 93, "a.c", 116},
    {"MPI_Bcast", "a.c", 95, "a.c", 118},
    {"MPI_Bcast", "a.c", 96, "a.c", 119},
    {"MPI_Finalize", "a.c", 97, "a.c", 120},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 9;
const int bsim_skeleton = 1;
const char *const bsim_left_options[] = {"#2", "-o", NULL};
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 95, "code that stays"},
};
const int bsim_nuntimed = 1;
