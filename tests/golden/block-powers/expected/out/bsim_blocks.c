/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rounds with 2^i < n", "k"};
static const char *const params1[] = {"rounds with 3^i < k", "n", "k"};
static const char *const params2[] = {"rounds with n / 2^i > 1", "n", "k"};
static const char *const params3[] = {"rounds with 2^i < n", "k"};
static const char *const params4[] = {"rounds with 2^i < n"};
static const char *const params5[] = {"n", "k"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 63, 63, 2, params0, "an equality with a number that a loop multiplies or divides (a.c:14)", "at_power (a.c:63)"},
    {"main.2", "a.c", 65, 65, 3, params1, "an equality with a number that a loop multiplies or divides (a.c:22)", "behind_powers (a.c:65)"},
    {"main.3", "a.c", 67, 67, 3, params2, "an equality with a number that a loop multiplies or divides (a.c:32)", "in_halves (a.c:67)"},
    {"main.4", "a.c", 69, 69, 2, params3, "an equality with a number that a loop multiplies or divides (a.c:37)", "hand_powers (a.c:69)"},
    {"main.5", "a.c", 71, 71, 1, params4, NULL, "third_power (a.c:71)"},
    {"main.6", "a.c", 73, 73, 2, params5, NULL, "at_step (a.c:73)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_count_info bsim_counts[] = {
    {0, 0, "taken a.c:14"},
    {1, 1, "taken a.c:22"},
    {1, 2, "taken a.c:26"},
    {2, 3, "taken a.c:32"},
    {3, 4, "taken a.c:37"},
};
const int bsim_ncounts = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 7, "a.c", 60},
    {"MPI_Barrier", "a.c", 9, "a.c", 62},
    {"MPI_Barrier", "a.c", 10, "a.c", 64},
    {"MPI_Barrier", "a.c", 10, "a.c", 66},
    {"MPI_Barrier", "a.c", 12, "a.c", 68},
    {"MPI_Barrier", "a.c", 14, "a.c", 70},
    {"MPI_Barrier", "a.c", 16, "a.c", 72},
    {"MPI_Finalize", "a.c", 20, "a.c", 74},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
