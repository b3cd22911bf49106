/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params2[] = {"k - 1 >= 0", "k - 1 < 4", "k >= 1 && k < 5 ? g.at[k - 1] : 0"};
static const char *const params3[] = {"use == 1", "k >= 0 && k < 4 ? g.at[k] : 0"};
static const char *const params4[] = {"k > 0", "k < 5", "k >= 0 && k < 5 ? table[k] : 0"};
static const char *const params5[] = {"k < 4", "k >= 0 && k < 4 ? g.at[k] : 0"};
static const char *const params6[] = {"k >= 0", "k < 4", "k >= 0 && k < 4 && g.next[k] >= 0 && g.next[k] < 4 ? g.at[g.next[k]] : 0"};
static const char *const params7[] = {"levels[rest].rows", "levels[rest].rest"};
static const char *const params8[] = {"k >= 0", "k < 3", "((long)((double)rest * (k >= 0 && k < 3 ? scales[k] : 0)))"};
static const char *const params9[] = {"k >= 0", "k < 4"};
static const char *const params10[] = {"use == 1", "l ? l->rows : 0"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 80, 81, 0, NULL, NULL, "main (a.c:80-81)"},
    {"main.2", "a.c", 82, 83, 0, NULL, NULL, "main (a.c:82-83)"},
    {"main.3", "a.c", 84, 84, 3, params2, NULL, "both (a.c:84)"},
    {"main.4", "a.c", 86, 86, 2, params3, NULL, "by_other (a.c:86)"},
    {"main.5", "a.c", 88, 88, 3, params4, NULL, "of_table (a.c:88)"},
    {"main.6", "a.c", 90, 90, 2, params5, NULL, "unsigned_index (a.c:90)"},
    {"main.7", "a.c", 92, 92, 3, params6, NULL, "twice (a.c:92)"},
    {"main.8", "a.c", 94, 94, 2, params7, NULL, "members (a.c:94)"},
    {"main.9", "a.c", 96, 96, 3, params8, NULL, "floating (a.c:96)"},
    {"main.10", "a.c", 98, 98, 2, params9, "many && k >= 0 && k < 4 ? many[k] : 0, whose value takes elements of arrays in the loop at a.c:81 (a.c:98)", "of_pointer (a.c:98)"},
    {"main.11", "a.c", 100, 100, 2, params10, NULL, "behind (a.c:100)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 11;

const bsim_count_info bsim_counts[] = {
    {9, 0, "many && k >= 0 && k < 4 ? many[k] : 0"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 18, "a.c", 75},
    {"MPI_Barrier", "a.c", 27, "a.c", 85},
    {"MPI_Barrier", "a.c", 27, "a.c", 87},
    {"MPI_Barrier", "a.c", 29, "a.c", 89},
    {"MPI_Barrier", "a.c", 31, "a.c", 91},
    {"MPI_Barrier", "a.c", 35, "a.c", 93},
    {"MPI_Barrier", "a.c", 35, "a.c", 95},
    {"MPI_Barrier", "a.c", 35, "a.c", 97},
    {"MPI_Barrier", "a.c", 39, "a.c", 99},
    {"MPI_Barrier", "a.c", 43, "a.c", 101},
    {"MPI_Finalize", "a.c", 43, "a.c", 103},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;
