/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 43, 46, 1, params0, "a floating-point number (a.c:10)", "shrink (a.c:43-46)"},
    {"main.2", "a.c", 48, 50, 1, params1, "data that decide on a branch (a.c:22)", "forces (a.c:48-50)"},
    {"main.3", "a.c", 52, 56, 1, params2, "data that end a loop (a.c:52)", "main (a.c:52-56)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:10"},
    {1, 1, "taken a.c:22"},
    {1, 2, "passed a.c:26"},
    {2, 3, "rounds a.c:52"},
};
const int bsim_ncounts = 4;
__thread long bsim_counters[4];

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 41, "a.c", 39},
    {"MPI_Barrier", "a.c", 50, "a.c", 47},
    {"MPI_Barrier", "a.c", 56, "a.c", 51},
    {"MPI_Barrier", "a.c", 65, "a.c", 57},
    {"MPI_Finalize", "a.c", 71, "a.c", 62},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_timed = BSIM_TIMED;
