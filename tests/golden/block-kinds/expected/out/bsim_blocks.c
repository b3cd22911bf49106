/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"points"};
static const char *const params3[] = {"points"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 35, 35, 1, params0, NULL, "main (a.c:35)"},
    {"main.2", "a.c", 37, 37, 1, params1, NULL, "stream (a.c:37)"},
    {"main.3", "a.c", 39, 39, 1, params2, NULL, "polynomial (a.c:39)"},
    {"main.4", "a.c", 41, 41, 1, params3, "data that end a loop (a.c:23)", "settle (a.c:41)"},
    {"main.5", "a.c", 43, 44, 0, NULL, NULL, "main (a.c:43-44)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;
const char *const bsim_block_kinds[] = {NULL, "memory", "compute", "data", "constant"};

const bsim_count_info bsim_counts[] = {
    {3, 0, "rounds a.c:23"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 10, "a.c", 32},
    {"MPI_Barrier", "a.c", 12, "a.c", 36},
    {"MPI_Barrier", "a.c", 13, "a.c", 38},
    {"MPI_Barrier", "a.c", 15, "a.c", 40},
    {"MPI_Barrier", "a.c", 17, "a.c", 42},
    {"MPI_Barrier", "a.c", 20, "a.c", 45},
    {"MPI_Finalize", "a.c", 21, "a.c", 50},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
