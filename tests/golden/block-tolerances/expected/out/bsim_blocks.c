/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"s.n", "s.dt", "s.end"};
static const char *const params1[] = {"s.n", "s.tolerance"};
static const char *const params2[] = {"s.n", "s.part"};
static const char *const params3[] = {"s.n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 56, 57, 3, params0, NULL, "integrate (a.c:56-57)"},
    {"main.2", "a.c", 59, 59, 2, params1, "a floating-point number (a.c:25)", "bisect (a.c:59)"},
    {"main.3", "a.c", 61, 61, 2, params2, NULL, "some (a.c:61)"},
    {"main.4", "a.c", 63, 63, 1, params3, "a floating-point number (a.c:44)", "substeps (a.c:63)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:16"},
    {1, 1, "rounds a.c:25"},
    {2, 2, "taken a.c:38"},
    {3, 3, "rounds a.c:44"},
};
const int bsim_ncounts = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 15, "a.c", 52},
    {"MPI_Barrier", "a.c", 20, "a.c", 58},
    {"MPI_Barrier", "a.c", 21, "a.c", 60},
    {"MPI_Barrier", "a.c", 23, "a.c", 62},
    {"MPI_Allreduce", "a.c", 25, "a.c", 64},
    {"MPI_Finalize", "a.c", 28, "a.c", 67},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
