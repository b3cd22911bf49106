/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"length"};
static const char *const params1[] = {"k", "p->count", "wanted"};
static const char *const params2[] = {"k", "length", "wanted"};
static const char *const params3[] = {"k", "wanted"};
static const char *const params4[] = {"k >= 0 && k < 1000"};
static const char *const params5[] = {"is_index(k)"};
static const char *const params6[] = {"k < length", "k"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 78, 81, 1, params0, NULL, "main (a.c:78-81)"},
    {"main.2", "a.c", 84, 84, 3, params1, "a value that has no name in front of the block (a.c:20)", "behind_pointer (a.c:84)"},
    {"main.3", "a.c", 86, 86, 3, params2, "wanted > 0 && k < length ? list[k] : 0, whose value takes memory allocated at a.c:77 (a.c:86)", "in_front (a.c:86)"},
    {"main.4", "a.c", 88, 88, 2, params3, "a value that has no name in front of the block (a.c:38)", "two_lists (a.c:88)"},
    {"main.5", "a.c", 90, 90, 1, params4, "a value that has no name in front of the block (a.c:54)", "by_flag (a.c:90)"},
    {"main.6", "a.c", 92, 92, 1, params5, "a value that has no name in front of the block (a.c:61)", "by_call (a.c:92)"},
    {"main.7", "a.c", 94, 95, 2, params6, "a floating-point number (a.c:67)", "by_data (a.c:94-95)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:12"},
    {2, 1, "wanted > 0 && k < length ? list[k] : 0"},
    {3, 2, "wanted > 0 ? counts[wanted] : 0"},
    {3, 0, "rounds a.c:12"},
    {4, 0, "rounds a.c:12"},
    {5, 0, "rounds a.c:12"},
    {6, 0, "rounds a.c:12"},
};
const int bsim_ncounts = 7;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 15, "a.c", 73},
    {"MPI_Bcast", "a.c", 20, "a.c", 82},
    {"MPI_Bcast", "a.c", 21, "a.c", 83},
    {"MPI_Barrier", "a.c", 22, "a.c", 85},
    {"MPI_Barrier", "a.c", 24, "a.c", 87},
    {"MPI_Barrier", "a.c", 26, "a.c", 89},
    {"MPI_Barrier", "a.c", 28, "a.c", 91},
    {"MPI_Barrier", "a.c", 30, "a.c", 93},
    {"MPI_Barrier", "a.c", 32, "a.c", 96},
    {"MPI_Finalize", "a.c", 34, "a.c", 97},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
