/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"here[k]->n"};
static const char *const params1[] = {"heap->many"};
static const char *const params2[] = {"heap->many"};
static const char *const params3[] = {"heap->many"};
static const char *const params4[] = {"both[0]->n", "both[1]->n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 35, 35, 1, params0, NULL, "main (a.c:35)"},
    {"main.2", "a.c", 40, 40, 1, params1, "a value in memory that has no name in front of the block (a.c:21)", "sum_of (a.c:40)"},
    {"main.3", "a.c", 42, 42, 1, params2, "a value in memory that has no name in front of the block (a.c:21)", "sum_of (a.c:42)"},
    {"main.4", "a.c", 44, 44, 1, params3, "a value in memory that has no name in front of the block (a.c:21)", "sum_of (a.c:44)"},
    {"main.5", "a.c", 46, 48, 2, params4, NULL, "main (a.c:46-48)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:21"},
    {2, 0, "rounds a.c:21"},
    {3, 0, "rounds a.c:21"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 17, "a.c", 29},
    {"MPI_Barrier", "a.c", 27, "a.c", 41},
    {"MPI_Barrier", "a.c", 29, "a.c", 43},
    {"MPI_Barrier", "a.c", 31, "a.c", 45},
    {"MPI_Reduce", "a.c", 34, "a.c", 49},
    {"MPI_Finalize", "a.c", 35, "a.c", 51},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
