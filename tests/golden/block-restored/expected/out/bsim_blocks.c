/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};
static const char *const params5[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 23, 23, 1, params0, NULL, "main (a.c:23)"},
    {"main.2", "a.c", 28, 29, 1, params1, NULL, "main (a.c:28-29)"},
    {"main.3", "a.c", 34, 34, 1, params2, NULL, "main (a.c:34)"},
    {"main.4", "a.c", 36, 36, 1, params3, NULL, "main (a.c:36)"},
    {"main.5", "a.c", 37, 37, 1, params4, NULL, "fill (a.c:37)"},
    {"main.6", "a.c", 39, 39, 1, params5, NULL, "fill (a.c:39)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 21},
    {"MPI_Barrier", "a.c", 11, "a.c", 27},
    {"MPI_Barrier", "a.c", 13, "a.c", 31},
    {"MPI_Barrier", "a.c", 15, "a.c", 33},
    {"MPI_Barrier", "a.c", 16, "a.c", 36},
    {"MPI_Barrier", "a.c", 17, "a.c", 36},
    {"MPI_Barrier", "a.c", 18, "a.c", 38},
    {"MPI_Finalize", "a.c", 20, "a.c", 40},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
