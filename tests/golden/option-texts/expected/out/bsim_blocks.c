/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"mode != 0", "n", "parts"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"argc > 5", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 72, 77, 1, params0, NULL, "main (a.c:72-77)"},
    {"main.2", "a.c", 78, 79, 1, params1, "the result of strlen() (a.c:79)", "main (a.c:78-79)"},
    {"main.3", "a.c", 80, 85, 1, params2, NULL, "main (a.c:80-85)"},
    {"main.4", "a.c", 86, 93, 3, params3, NULL, "main (a.c:86-93)"},
    {"main.5", "a.c", 94, 95, 1, params4, NULL, "flux (a.c:94-95)"},
    {"main.6", "a.c", 97, 101, 2, params5, "data that end a loop (a.c:97)", "main (a.c:97-101)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_count_info bsim_counts[] = {
    {5, 0, "rounds a.c:97"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 55, "a.c", 54},
    {"MPI_Bcast", "a.c", 110, "a.c", 103},
    {"MPI_Barrier", "a.c", 112, "a.c", 105},
    {"MPI_Finalize", "a.c", 113, "a.c", 106},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
