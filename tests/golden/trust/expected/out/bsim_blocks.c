/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rank == 0", "n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 20, 21, 2, params0, NULL, "work (a.c:20-21)"},
    {"main.2", "a.c", 23, 24, 1, params1, NULL, "main (a.c:23-24)"},
    {"main.3", "a.c", 26, 27, 0, NULL, "the result of strcspn() (a.c:26)", "main (a.c:26-27)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {2, 0, "rounds a.c:26"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 18},
    {"MPI_Comm_rank", "a.c", 12, "a.c", 19},
    {"MPI_Barrier", "a.c", 13, "a.c", 22},
    {"MPI_Barrier", "a.c", 15, "a.c", 25},
    {"MPI_Barrier", "a.c", 18, "a.c", 28},
    {"MPI_Finalize", "a.c", 19, "a.c", 30},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
