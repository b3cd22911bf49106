/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n", "apart"};
static const char *const params1[] = {"n", "stride"};
static const char *const params2[] = {"n", "apart"};
static const char *const params3[] = {"stride", "n"};
static const char *const params4[] = {"m.columns", "m.rows", "m.apart"};
static const char *const params5[] = {"m.rows", "m.columns"};
static const char *const params6[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 70, 71, 2, params0, NULL, "main (a.c:70-71)"},
    {"main.2", "a.c", 73, 73, 2, params1, NULL, "by_index (a.c:73)"},
    {"main.3", "a.c", 75, 75, 2, params2, NULL, "by_pointer (a.c:75)"},
    {"main.4", "a.c", 77, 77, 2, params3, NULL, "by_counter (a.c:77)"},
    {"main.5", "a.c", 79, 79, 3, params4, NULL, "columns (a.c:79)"},
    {"main.6", "a.c", 81, 81, 2, params5, NULL, "rows (a.c:81)"},
    {"main.7", "a.c", 83, 83, 1, params6, NULL, "by_list (a.c:83)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 14, "a.c", 67},
    {"MPI_Barrier", "a.c", 20, "a.c", 74},
    {"MPI_Barrier", "a.c", 22, "a.c", 76},
    {"MPI_Barrier", "a.c", 24, "a.c", 78},
    {"MPI_Barrier", "a.c", 26, "a.c", 80},
    {"MPI_Barrier", "a.c", 26, "a.c", 82},
    {"MPI_Allreduce", "a.c", 30, "a.c", 84},
    {"MPI_Finalize", "a.c", 32, "a.c", 85},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
