/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"mode == 3"};
static const char *const params1[] = {"mode"};
static const char *const params2[] = {"mode", "n"};
static const char *const params3[] = {"mode"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"m"};
static const char *const params7[] = {"n"};
static const char *const params8[] = {"n"};
static const char *const params9[] = {"mode == 3"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 102, 102, 1, params0, NULL, "by_if (a.c:102)"},
    {"main.2", "a.c", 104, 104, 1, params1, NULL, "by_switch (a.c:104)"},
    {"main.3", "a.c", 106, 106, 2, params2, NULL, "by_flag (a.c:106)"},
    {"main.4", "a.c", 108, 108, 1, params3, NULL, "by_result (a.c:108)"},
    {"main.5", "a.c", 110, 110, 0, NULL, "a floating-point number (a.c:54)", "until (a.c:110)"},
    {"main.6", "a.c", 112, 112, 1, params5, "a floating-point number (a.c:62)", "select_large (a.c:112)"},
    {"main.7", "a.c", 114, 114, 1, params6, NULL, "shorten (a.c:114)"},
    {"main.8", "a.c", 116, 116, 1, params7, NULL, "wedge (a.c:116)"},
    {"main.9", "a.c", 118, 118, 1, params8, "which of 2 functions is called through a pointer (a.c:88)", "by_pointer (a.c:118)"},
    {"main.10", "a.c", 120, 120, 1, params9, NULL, "with_test (a.c:120)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 10;

const bsim_count_info bsim_counts[] = {
    {4, 0, "rounds a.c:52"},
    {5, 1, "rounds a.c:64"},
    {8, 2, "rounds a.c:15"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 98},
    {"MPI_Barrier", "a.c", 12, "a.c", 103},
    {"MPI_Barrier", "a.c", 14, "a.c", 105},
    {"MPI_Barrier", "a.c", 16, "a.c", 107},
    {"MPI_Barrier", "a.c", 16, "a.c", 109},
    {"MPI_Barrier", "a.c", 20, "a.c", 111},
    {"MPI_Barrier", "a.c", 22, "a.c", 113},
    {"MPI_Barrier", "a.c", 24, "a.c", 115},
    {"MPI_Barrier", "a.c", 26, "a.c", 117},
    {"MPI_Barrier", "a.c", 28, "a.c", 119},
    {"MPI_Barrier", "a.c", 30, "a.c", 121},
    {"MPI_Finalize", "a.c", 30, "a.c", 122},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 12;
const int bsim_skeleton = 1;
