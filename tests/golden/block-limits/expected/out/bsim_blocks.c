/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n", "s.width", "s.layers"};
static const char *const params2[] = {"n", "s.limit"};
static const char *const params3[] = {"n", "s.limit"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 67, 68, 1, params0, NULL, "main (a.c:67-68)"},
    {"main.2", "a.c", 70, 71, 3, params1, "data that end a loop (a.c:23)", "cross (a.c:70-71)"},
    {"main.3", "a.c", 73, 73, 2, params2, "data that decide on a branch (a.c:33)", "above (a.c:73)"},
    {"main.4", "a.c", 75, 75, 2, params3, "data that end a loop (a.c:41)", "first (a.c:75)"},
    {"main.5", "a.c", 77, 77, 1, params4, "data that decide on a branch (a.c:53)", "some (a.c:77)"},
    {"main.6", "a.c", 79, 79, 1, params5, "data that end a loop (a.c:41)", "first (a.c:79)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:23"},
    {2, 1, "taken a.c:33"},
    {3, 2, "rounds a.c:41"},
    {4, 3, "taken a.c:53"},
    {5, 2, "rounds a.c:41"},
};
const int bsim_ncounts = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 16, "a.c", 64},
    {"MPI_Barrier", "a.c", 22, "a.c", 72},
    {"MPI_Barrier", "a.c", 23, "a.c", 74},
    {"MPI_Barrier", "a.c", 25, "a.c", 76},
    {"MPI_Barrier", "a.c", 27, "a.c", 78},
    {"MPI_Barrier", "a.c", 30, "a.c", 80},
    {"MPI_Reduce", "a.c", 32, "a.c", 83},
    {"MPI_Finalize", "a.c", 33, "a.c", 85},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
