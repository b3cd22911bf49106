/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"length"};
static const char *const params1[] = {"k", "p->count", "wanted"};
static const char *const params2[] = {"k", "length", "wanted"};
static const char *const params3[] = {"k", "wanted"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 51, 54, 1, params0, NULL, "main (a.c:51-54)"},
    {"main.2", "a.c", 57, 57, 3, params1, "list[k], whose value takes memory allocated at a.c:50 (a.c:57)", "behind_pointer (a.c:57)"},
    {"main.3", "a.c", 59, 59, 3, params2, "wanted > 0 && k < length ? list[k] : 0, whose value takes memory allocated at a.c:50 (a.c:59)", "in_front (a.c:59)"},
    {"main.4", "a.c", 61, 61, 2, params3, "list[k], whose value takes memory allocated at a.c:50 (a.c:61)", "two_lists (a.c:61)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_count_info bsim_counts[] = {
    {1, 0, "list[k]"},
    {2, 1, "wanted > 0 && k < length ? list[k] : 0"},
    {3, 2, "wanted > 0 ? counts[wanted] : 0"},
    {3, 3, "list[k]"},
};
const int bsim_ncounts = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 46},
    {"MPI_Bcast", "a.c", 16, "a.c", 55},
    {"MPI_Bcast", "a.c", 17, "a.c", 56},
    {"MPI_Barrier", "a.c", 18, "a.c", 58},
    {"MPI_Barrier", "a.c", 20, "a.c", 60},
    {"MPI_Barrier", "a.c", 22, "a.c", 62},
    {"MPI_Finalize", "a.c", 24, "a.c", 63},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
