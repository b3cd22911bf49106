/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"tolerance", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 9, 9, 1, params0, NULL, "main (a.c:9)"},
    {"main.2", "a.c", 12, 16, 2, params1, "a floating-point number (a.c:12)", "main (a.c:12-16)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:12"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 7},
    {"MPI_Allreduce", "a.c", 14, "a.c", 17},
    {"MPI_Finalize", "a.c", 16, "a.c", 19},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
