/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"b->cells->own"};
static const char *const params2[] = {"mine->own"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 41, 41, 1, params0, NULL, "kick (a.c:41)"},
    {"main.2", "a.c", 43, 43, 0, NULL, "a value in memory that has no name in front of the block (a.c:27)", "sweep (a.c:43)"},
    {"main.3", "a.c", 46, 47, 1, params2, NULL, "main (a.c:46-47)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:27"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 19, "a.c", 36},
    {"MPI_Bcast", "a.c", 22, "a.c", 39},
    {"MPI_Barrier", "a.c", 24, "a.c", 42},
    {"MPI_Barrier", "a.c", 26, "a.c", 44},
    {"MPI_Barrier", "a.c", 30, "a.c", 48},
    {"MPI_Finalize", "a.c", 32, "a.c", 50},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
