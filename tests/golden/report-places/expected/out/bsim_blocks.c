/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"left"};
static const char *const params4[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"count.1", "a.c", 28, 29, 1, params0, NULL, "count (a.c:28-29)"},
    {"main.1", "a.c", 39, 41, 1, params1, NULL, "main (a.c:39-41)"},
    {"main.2", "a.c", 50, 50, 1, params2, NULL, "count (a.c:50)"},
    {"main.3", "a.c", 52, 53, 1, params3, NULL, "main (a.c:52-53)"},
    {"main.4", "a.c", 56, 57, 1, params4, NULL, "main (a.c:56-57)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 15, "a.c", 35},
    {"MPI_Comm_rank", "a.c", 16, "a.c", 36},
    {"MPI_Comm_size", "a.c", 17, "a.c", 37},
    {"MPI_Barrier", "a.c", 21, "a.c", 43},
    {"MPI_Send", "a.c", 23, "a.c", 45},
    {"MPI_Recv", "a.c", 25, "a.c", 47},
    {"MPI_Barrier", "a.c", 27, "a.c", 49},
    {"MPI_Bcast", "a.c", 31, "a.c", 54},
    {"MPI_Bcast", "a.c", 34, "a.c", 58},
    {"MPI_Finalize", "a.c", 36, "a.c", 60},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;

const bsim_hint_info bsim_hints[] = {
    {"main:dot", "a.c", 41, 1, 0, NULL, NULL, 0, 0, NULL},
    {"main:left", "a.c", 50, 2, 0, NULL, NULL, 0, 0, NULL},
    {"main:left", "a.c", 55, 3, 0, NULL, NULL, 0, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 3;
