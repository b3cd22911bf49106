/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"g.n[0]", "g.n[1]", "g.n[2]"};
static const char *const params1[] = {"g.n[0]", "g.n[1]", "g.n[2]", "g.n[d]", "d"};
static const char *const params2[] = {"levels[l].nx", "levels[l].ny"};
static const char *const params3[] = {"levels[l].ny", "levels[l].nx", "widths[l - 1]"};
static const char *const params5[] = {"g.n[0]"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 66, 66, 3, params0, NULL, "main (a.c:66)"},
    {"main.2", "a.c", 70, 70, 5, params1, NULL, "pack (a.c:70)"},
    {"main.3", "a.c", 75, 75, 2, params2, NULL, "main (a.c:75)"},
    {"main.4", "a.c", 78, 78, 3, params3, NULL, "smooth (a.c:78)"},
    {"main.5", "a.c", 81, 81, 0, NULL, "a floating-point number (a.c:47)", "settle (a.c:81)"},
    {"main.6", "a.c", 83, 83, 1, params5, "the depth of a recursion (a.c:57)", "depth (a.c:83)"},
    {"main.7", "a.c", 85, 86, 0, NULL, "the result of strcspn() (a.c:85)", "main (a.c:85-86)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_count_info bsim_counts[] = {
    {4, 0, "rounds a.c:47"},
    {6, 1, "rounds a.c:85"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 23, "a.c", 64},
    {"MPI_Bcast", "a.c", 28, "a.c", 71},
    {"MPI_Bcast", "a.c", 36, "a.c", 79},
    {"MPI_Barrier", "a.c", 39, "a.c", 82},
    {"MPI_Barrier", "a.c", 41, "a.c", 84},
    {"MPI_Barrier", "a.c", 44, "a.c", 87},
    {"MPI_Finalize", "a.c", 45, "a.c", 89},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
