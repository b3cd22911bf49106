/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rank == 0", "n"};
static const char *const params1[] = {"step == 1", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 35, 39, 2, params0, NULL, "relax (a.c:35-39)"},
    {"main.2", "a.c", 41, 47, 2, params1, "data that end a loop (a.c:21)", "relax (a.c:41-47)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:21"},
};
const int bsim_ncounts = 1;
__thread long bsim_counters[1];

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 34, "a.c", 32},
    {"MPI_Comm_rank", "a.c", 35, "a.c", 33},
    {"MPI_Bcast", "a.c", 43, "a.c", 40},
    {"MPI_Barrier", "a.c", 53, "a.c", 48},
    {"MPI_Finalize", "a.c", 57, "a.c", 51},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_timed = BSIM_TIMED;
