/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"mode == 3"};
static const char *const params2[] = {"mode == 1", "mode == 2"};
static const char *const params3[] = {"n > 17 && mode != 2"};
static const char *const params4[] = {"mode != 0"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"m"};
static const char *const params8[] = {"n"};
static const char *const params9[] = {"n"};
static const char *const params10[] = {"mode > 4", "n"};
static const char *const params11[] = {"n"};
static const char *const params12[] = {"n"};
static const char *const params13[] = {"left >= 0", "left >= 0 && left < 8 ? counts[left] : 0"};
static const char *const params14[] = {"n"};
static const char *const params15[] = {"mode == 3"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 136, 137, 0, NULL, NULL, "main (a.c:136-137)"},
    {"main.2", "a.c", 139, 139, 1, params1, NULL, "by_if (a.c:139)"},
    {"main.3", "a.c", 141, 141, 2, params2, NULL, "by_switch (a.c:141)"},
    {"main.4", "a.c", 143, 143, 1, params3, NULL, "by_flag (a.c:143)"},
    {"main.5", "a.c", 145, 145, 1, params4, NULL, "by_result (a.c:145)"},
    {"main.6", "a.c", 147, 147, 0, NULL, "a floating-point number (a.c:60)", "until (a.c:147)"},
    {"main.7", "a.c", 149, 149, 1, params6, "a floating-point number (a.c:68)", "select_large (a.c:149)"},
    {"main.8", "a.c", 151, 151, 1, params7, NULL, "shorten (a.c:151)"},
    {"main.9", "a.c", 153, 153, 1, params8, NULL, "wedge (a.c:153)"},
    {"main.10", "a.c", 155, 155, 1, params9, "which of 2 functions is called through a pointer (a.c:94)", "by_pointer (a.c:155)"},
    {"main.11", "a.c", 157, 157, 2, params10, "a floating-point number (a.c:98)", "in_macro (a.c:157)"},
    {"main.12", "a.c", 159, 159, 1, params11, NULL, "local_table (a.c:159)"},
    {"main.13", "a.c", 161, 161, 1, params12, "a floating-point number (a.c:115)", "histogram (a.c:161)"},
    {"main.14", "a.c", 163, 163, 2, params13, NULL, "neighbour (a.c:163)"},
    {"main.15", "a.c", 165, 165, 1, params14, "a floating-point number (a.c:165)", "main (a.c:165)"},
    {"main.16", "a.c", 167, 167, 1, params15, NULL, "with_test (a.c:167)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 16;

const bsim_count_info bsim_counts[] = {
    {5, 0, "rounds a.c:58"},
    {6, 1, "rounds a.c:70"},
    {9, 2, "rounds a.c:21"},
    {12, 2, "rounds a.c:21"},
};
const int bsim_ncounts = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 10, "a.c", 133},
    {"MPI_Barrier", "a.c", 16, "a.c", 140},
    {"MPI_Barrier", "a.c", 18, "a.c", 142},
    {"MPI_Barrier", "a.c", 18, "a.c", 144},
    {"MPI_Barrier", "a.c", 20, "a.c", 146},
    {"MPI_Barrier", "a.c", 22, "a.c", 148},
    {"MPI_Barrier", "a.c", 26, "a.c", 150},
    {"MPI_Barrier", "a.c", 28, "a.c", 152},
    {"MPI_Barrier", "a.c", 30, "a.c", 154},
    {"MPI_Barrier", "a.c", 32, "a.c", 156},
    {"MPI_Barrier", "a.c", 34, "a.c", 158},
    {"MPI_Barrier", "a.c", 36, "a.c", 160},
    {"MPI_Barrier", "a.c", 38, "a.c", 162},
    {"MPI_Barrier", "a.c", 40, "a.c", 164},
    {"MPI_Barrier", "a.c", 40, "a.c", 166},
    {"MPI_Barrier", "a.c", 44, "a.c", 168},
    {"MPI_Finalize", "a.c", 44, "a.c", 169},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 17;
const int bsim_skeleton = 1;
