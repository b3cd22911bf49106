/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"at[k]"};
static const char *const params1[] = {"at[k]"};
static const char *const params2[] = {"at[k]"};
static const char *const params3[] = {"at[k]"};
static const char *const params4[] = {"at[k]"};
static const char *const params5[] = {"(n > 3 ? n : 3)", "m"};
static const char *const params6[] = {"(n > m ? n : m)", "(k < l ? k : l)"};
static const char *const params7[] = {"(n > 3 ? n : 3)", "m"};
static const char *const params8[] = {"k > 2", "n > m", "(n > m ? n : m)", "k"};
static const char *const params9[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"set_behind.1", "a.c", 44, 45, 1, params0, NULL, "set_behind (a.c:44-45)"},
    {"counted_up.1", "a.c", 50, 50, 1, params1, NULL, "scale (a.c:50)"},
    {"another_one.1", "a.c", 55, 55, 1, params2, NULL, "scale (a.c:55)"},
    {"by_call.1", "a.c", 64, 64, 1, params3, NULL, "scale (a.c:64)"},
    {"in_each_round.1", "a.c", 70, 70, 1, params4, NULL, "scale (a.c:70)"},
    {"main.1", "a.c", 89, 89, 2, params5, NULL, "rows_and_columns (a.c:89)"},
    {"main.2", "a.c", 91, 91, 2, params6, NULL, "two_choices (a.c:91)"},
    {"main.3", "a.c", 93, 93, 2, params7, NULL, "with_while (a.c:93)"},
    {"main.4", "a.c", 95, 95, 4, params8, NULL, "three_deep (a.c:95)"},
    {"main.5", "a.c", 107, 107, 1, params9, NULL, "filled (a.c:107)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 10;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 39, "a.c", 85},
    {"MPI_Barrier", "a.c", 43, "a.c", 90},
    {"MPI_Barrier", "a.c", 45, "a.c", 92},
    {"MPI_Barrier", "a.c", 47, "a.c", 94},
    {"MPI_Barrier", "a.c", 49, "a.c", 96},
    {"MPI_Barrier", "a.c", 52, "a.c", 98},
    {"MPI_Barrier", "a.c", 54, "a.c", 100},
    {"MPI_Barrier", "a.c", 56, "a.c", 102},
    {"MPI_Barrier", "a.c", 58, "a.c", 104},
    {"MPI_Barrier", "a.c", 60, "a.c", 106},
    {"MPI_Barrier", "a.c", 61, "a.c", 108},
    {"MPI_Finalize", "a.c", 64, "a.c", 110},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 12;
const int bsim_skeleton = 1;
