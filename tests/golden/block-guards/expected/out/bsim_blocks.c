/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"3 * n"};
static const char *const params8[] = {"n"};
static const char *const params9[] = {"n"};
static const char *const params10[] = {"n"};
static const char *const params11[] = {"n"};
static const char *const params12[] = {"n"};
static const char *const params13[] = {"mode == 1", "n"};
static const char *const params14[] = {"mode == 1", "n > 7", "n"};
static const char *const params15[] = {"mode == 0", "mode == 1", "n"};
static const char *const params16[] = {"mode == 1", "n"};

const bsim_block_info bsim_blocks[] = {
    {"after_return.1", "a.c", 21, 21, 1, params0, NULL, "work (a.c:21)"},
    {"after_nested_return.1", "a.c", 30, 30, 1, params1, NULL, "work (a.c:30)"},
    {"returned.1", "a.c", 37, 37, 1, params2, NULL, "work (a.c:37)"},
    {"after_goto.1", "a.c", 43, 43, 1, params3, NULL, "work (a.c:43)"},
    {"after_macro.1", "a.c", 51, 51, 1, params4, NULL, "work (a.c:51)"},
    {"after_switch.1", "a.c", 61, 61, 1, params5, NULL, "work (a.c:61)"},
    {"two_ways.1", "a.c", 68, 68, 1, params6, NULL, "work (a.c:68)"},
    {"two_ways.2", "a.c", 71, 71, 1, params7, NULL, "work (a.c:71)"},
    {"after_data.1", "a.c", 79, 81, 1, params8, "data that decide on a branch (a.c:79)", "work (a.c:79-81)"},
    {"after_data_in_macro.1", "a.c", 87, 87, 1, params9, "what decides whether it runs (a.c:86)", "work (a.c:87)"},
    {"checked.1", "a.c", 139, 139, 1, params10, NULL, "work (a.c:139)"},
    {"main.1", "a.c", 145, 145, 1, params11, NULL, "main (a.c:145)"},
    {"main.2", "a.c", 150, 150, 1, params12, NULL, "work (a.c:150)"},
    {"main.3", "a.c", 162, 162, 2, params13, NULL, "braces (a.c:162)"},
    {"main.4", "a.c", 164, 164, 3, params14, NULL, "both_return (a.c:164)"},
    {"main.5", "a.c", 166, 166, 3, params15, NULL, "by_case (a.c:166)"},
    {"main.6", "a.c", 168, 168, 2, params16, NULL, "continued (a.c:168)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 17;

const bsim_count_info bsim_counts[] = {
    {8, 0, "passed a.c:79"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 12, "a.c", 18},
    {"MPI_Barrier", "a.c", 19, "a.c", 25},
    {"MPI_Barrier", "a.c", 26, "a.c", 34},
    {"MPI_Barrier", "a.c", 36, "a.c", 45},
    {"MPI_Barrier", "a.c", 42, "a.c", 49},
    {"MPI_Barrier", "a.c", 49, "a.c", 56},
    {"MPI_Barrier", "a.c", 58, "a.c", 65},
    {"MPI_Barrier", "a.c", 64, "a.c", 73},
    {"MPI_Barrier", "a.c", 71, "a.c", 78},
    {"MPI_Barrier", "a.c", 76, "a.c", 85},
    {"MPI_Abort", "a.c", 84, "a.c", 137},
    {"MPI_Init", "a.c", 90, "a.c", 143},
    {"MPI_Barrier", "a.c", 94, "a.c", 147},
    {"MPI_Barrier", "a.c", 108, "a.c", 161},
    {"MPI_Barrier", "a.c", 109, "a.c", 163},
    {"MPI_Barrier", "a.c", 111, "a.c", 165},
    {"MPI_Barrier", "a.c", 113, "a.c", 167},
    {"MPI_Barrier", "a.c", 115, "a.c", 169},
    {"MPI_Finalize", "a.c", 118, "a.c", 171},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 19;
const int bsim_skeleton = 1;
