/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n", "list[at]"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 35, 35, 1, params0, NULL, "main (a.c:35)"},
    {"main.2", "a.c", 37, 40, 1, params1, NULL, "main (a.c:37-40)"},
    {"main.3", "a.c", 41, 41, 1, params2, "a value that has no name in front of the block (a.c:12)", "refined (a.c:41)"},
    {"main.4", "a.c", 44, 44, 2, params3, "*x, whose value takes memory allocated at a.c:35 (a.c:44)", "flagged (a.c:44)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_count_info bsim_counts[] = {
    {2, 0, "taken a.c:10"},
    {2, 1, "rounds a.c:12"},
    {3, 2, "taken a.c:23"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 31},
    {"MPI_Comm_size", "a.c", 10, "a.c", 33},
    {"MPI_Allreduce", "a.c", 17, "a.c", 42},
    {"MPI_Reduce", "a.c", 20, "a.c", 45},
    {"MPI_Finalize", "a.c", 22, "a.c", 48},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
