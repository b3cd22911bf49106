/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"n"};
static const char *const params8[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 134, 134, 1, params0, NULL, "main (a.c:134)"},
    {"main.2", "a.c", 136, 136, 1, params1, NULL, "by_number (a.c:136)"},
    {"main.3", "a.c", 137, 137, 1, params2, NULL, "by_truth (a.c:137)"},
    {"main.4", "a.c", 138, 138, 1, params3, NULL, "by_pointer (a.c:138)"},
    {"main.5", "a.c", 139, 139, 1, params4, NULL, "by_first (a.c:139)"},
    {"main.6", "a.c", 140, 140, 1, params5, "a value that has no name in front of the block (a.c:73)", "again (a.c:140)"},
    {"main.7", "a.c", 141, 141, 1, params6, "state == 0, whose value takes elements of arrays in the loop at a.c:25 (a.c:141)", "elsewhere (a.c:141)"},
    {"main.8", "a.c", 142, 142, 1, params7, "a value that has no name in front of the block (a.c:99)", "sometimes (a.c:142)"},
    {"main.9", "a.c", 143, 143, 1, params8, "a value that has no name in front of the block (a.c:113)", "counted (a.c:143)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 9;

const bsim_count_info bsim_counts[] = {
    {5, 0, "taken a.c:73"},
    {6, 1, "state == 0"},
    {7, 2, "taken a.c:99"},
    {8, 3, "taken a.c:113"},
};
const int bsim_ncounts = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 9, "a.c", 124},
    {"MPI_Init", "a.c", 15, "a.c", 131},
    {"MPI_Finalize", "a.c", 36, "a.c", 148},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
