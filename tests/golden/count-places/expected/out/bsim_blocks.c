/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"step != 1", "step"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 46, 50, 1, params0, NULL, "main (a.c:46-50)"},
    {"main.2", "a.c", 53, 55, 2, params1, "a floating-point number (a.c:55)", "main (a.c:53-55)"},
    {"main.3", "a.c", 57, 58, 1, params2, "a floating-point number (a.c:19)", "into (a.c:57-58)"},
    {"main.4", "a.c", 60, 60, 1, params3, "a floating-point number (a.c:60)", "main (a.c:60)"},
    {"main.5", "a.c", 62, 62, 0, NULL, "the length of a list, whose value takes memory that the skeleton does not keep (list.h:12)", "list_sum (a.c:62)"},
    {"main.6", "a.c", 64, 65, 0, NULL, "many, whose value takes elements of arrays in the loop at a.c:50 (a.c:64)", "main (a.c:64-65)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:54"},
    {1, 1, "rounds a.c:55"},
    {2, 2, "rounds a.c:8"},
    {2, 3, "passed a.c:17"},
    {2, 4, "rounds a.c:19"},
    {3, 5, "rounds a.c:60"},
    {3, 6, "taken a.c:60"},
    {4, 7, "rounds list.h:12"},
    {5, 8, "many"},
};
const int bsim_ncounts = 9;
__thread long bsim_counters[9];

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 46, "a.c", 43},
    {"MPI_Barrier", "a.c", 57, "a.c", 52},
    {"MPI_Barrier", "a.c", 64, "a.c", 56},
    {"MPI_Barrier", "a.c", 69, "a.c", 59},
    {"MPI_Barrier", "a.c", 75, "a.c", 61},
    {"MPI_Barrier", "a.c", 78, "a.c", 63},
    {"MPI_Barrier", "a.c", 84, "a.c", 66},
    {"MPI_Finalize", "a.c", 89, "a.c", 70},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_timed = BSIM_TIMED;
