/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"rounds of 100 with i < n + 1"};
static const char *const params2[] = {"rounds of 100 with i < n"};
static const char *const params3[] = {"m", "n"};
static const char *const params4[] = {"m"};
static const char *const params5[] = {"m"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 61, 61, 1, params0, NULL, "skips (a.c:61)"},
    {"main.2", "a.c", 63, 63, 1, params1, NULL, "up_to (a.c:63)"},
    {"main.3", "a.c", 65, 65, 1, params2, NULL, "above (a.c:65)"},
    {"main.4", "a.c", 67, 67, 2, params3, NULL, "below_the_diagonal (a.c:67)"},
    {"main.5", "a.c", 69, 69, 1, params4, NULL, "one (a.c:69)"},
    {"main.6", "a.c", 71, 71, 1, params5, NULL, "data (a.c:71)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 60},
    {"MPI_Barrier", "a.c", 10, "a.c", 62},
    {"MPI_Barrier", "a.c", 12, "a.c", 64},
    {"MPI_Barrier", "a.c", 12, "a.c", 66},
    {"MPI_Barrier", "a.c", 14, "a.c", 68},
    {"MPI_Barrier", "a.c", 18, "a.c", 70},
    {"MPI_Finalize", "a.c", 20, "a.c", 72},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
