/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 28, 29, 1, params0, NULL, "main (a.c:28-29)"},
    {"main.2", "a.c", 31, 35, 1, params1, "a floating-point number (a.c:19)", "walk (a.c:31-35)"},
    {"main.3", "a.c", 37, 38, 1, params2, "data that decide on a branch (a.c:38)", "main (a.c:37-38)"},
    {"main.4", "a.c", 40, 41, 1, params3, "a floating-point number (a.c:40)", "main (a.c:40-41)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:19"},
    {1, 1, "taken a.c:32"},
    {2, 2, "taken a.c:38"},
    {3, 3, "rounds a.c:40"},
};
const int bsim_ncounts = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 26},
    {"MPI_Barrier", "a.c", 12, "a.c", 36},
    {"MPI_Barrier", "a.c", 14, "a.c", 39},
    {"MPI_Barrier", "a.c", 16, "a.c", 42},
    {"MPI_Finalize", "a.c", 18, "a.c", 45},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
