/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rows"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"to - from"};

const bsim_block_info bsim_blocks[] = {
    {"plan@a.c.1", "a.c", 10, 11, 1, params0, NULL, "plan (a.c:10-11)"},
    {"main.1", "a.c", 18, 18, 1, params1, NULL, "main (a.c:18)"},
    {"plan@plan/b.c.1", "plan/b.c", 5, 6, 1, params2, NULL, "plan (b.c:5-6)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;
const unsigned bsim_block_rounds[] = {0, 0, 0x1};

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 12, "a.c", 12},
    {"MPI_Init", "a.c", 18, "a.c", 20},
    {"MPI_Bcast", "a.c", 23, "a.c", 23},
    {"MPI_Finalize", "a.c", 24, "a.c", 25},
    {"MPI_Barrier", "plan/b.c", 6, "plan/b.c", 7},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
