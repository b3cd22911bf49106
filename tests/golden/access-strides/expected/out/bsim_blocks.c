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
static const char *const params7[] = {"side"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 79, 80, 2, params0, NULL, "main (a.c:79-80)"},
    {"main.2", "a.c", 82, 82, 2, params1, NULL, "by_index (a.c:82)"},
    {"main.3", "a.c", 84, 84, 2, params2, NULL, "by_pointer (a.c:84)"},
    {"main.4", "a.c", 86, 86, 2, params3, NULL, "by_counter (a.c:86)"},
    {"main.5", "a.c", 88, 88, 3, params4, NULL, "columns (a.c:88)"},
    {"main.6", "a.c", 90, 90, 2, params5, NULL, "rows (a.c:90)"},
    {"main.7", "a.c", 92, 92, 1, params6, NULL, "by_list (a.c:92)"},
    {"main.8", "a.c", 95, 98, 1, params7, NULL, "follows (a.c:95-98)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 8;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 14, "a.c", 76},
    {"MPI_Barrier", "a.c", 20, "a.c", 83},
    {"MPI_Barrier", "a.c", 22, "a.c", 85},
    {"MPI_Barrier", "a.c", 24, "a.c", 87},
    {"MPI_Barrier", "a.c", 26, "a.c", 89},
    {"MPI_Barrier", "a.c", 26, "a.c", 91},
    {"MPI_Barrier", "a.c", 30, "a.c", 93},
    {"MPI_Allreduce", "a.c", 34, "a.c", 99},
    {"MPI_Finalize", "a.c", 35, "a.c", 100},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 9;
const int bsim_skeleton = 1;
