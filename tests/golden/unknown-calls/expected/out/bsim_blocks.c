/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 22, 22, 0, NULL, "what library_plan() does, of which nothing is known (a.c:22)", "main (a.c:22)"},
    {"main.2", "a.c", 23, 23, 0, NULL, "what library_run() does, of which nothing is known (a.c:23)", "main (a.c:23)"},
    {"main.3", "a.c", 24, 25, 0, NULL, NULL, "main (a.c:24-25)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 20, "a.c", 21},
    {"MPI_Bcast", "a.c", 26, "a.c", 26},
    {"MPI_Bcast", "a.c", 27, "a.c", 27},
    {"MPI_Barrier", "a.c", 29, "a.c", 29},
    {"MPI_Finalize", "a.c", 30, "a.c", 30},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 28, "code that stays"},
};
const int bsim_nuntimed = 1;
