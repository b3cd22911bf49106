/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"q"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"x", "n", "k"};
static const char *const params3[] = {"ring", "n", "k"};
static const char *const params4[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 11, 14, 1, params0, "the round in which a number that is multiplied and divided comes to its end (a.c:11)", "main (a.c:11-14)"},
    {"main.2", "a.c", 16, 20, 1, params1, "the round in which a number that is multiplied and divided comes to its end (a.c:16)", "main (a.c:16-20)"},
    {"main.3", "a.c", 23, 26, 3, params2, "the round in which a number that is multiplied and divided comes to its end (a.c:23)", "main (a.c:23-26)"},
    {"main.4", "a.c", 29, 32, 3, params3, NULL, "main (a.c:29-32)"},
    {"main.5", "a.c", 34, 35, 1, params4, NULL, "main (a.c:34-35)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:11"},
    {1, 1, "rounds a.c:16"},
    {2, 2, "rounds a.c:23"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 9},
    {"MPI_Barrier", "a.c", 11, "a.c", 15},
    {"MPI_Barrier", "a.c", 13, "a.c", 21},
    {"MPI_Barrier", "a.c", 16, "a.c", 27},
    {"MPI_Barrier", "a.c", 19, "a.c", 33},
    {"MPI_Finalize", "a.c", 21, "a.c", 36},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
