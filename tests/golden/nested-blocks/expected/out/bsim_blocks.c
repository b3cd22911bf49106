/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params2[] = {"depth"};
static const char *const params3[] = {"c"};

const bsim_block_info bsim_blocks[] = {
    {"step.1", "a.c", 26, 27, 0, NULL, NULL, "step (a.c:26-27)"},
    {"step.2", "a.c", 29, 29, 0, NULL, NULL, "more (a.c:29)"},
    {"main.1", "a.c", 39, 40, 1, params2, "the depth of a recursion (a.c:12)", "half (a.c:39-40)"},
    {"main.2", "a.c", 49, 49, 1, params3, NULL, "main (a.c:49)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 39, "a.c", 36},
    {"MPI_Barrier", "a.c", 49, "a.c", 45},
    {"MPI_Bcast", "a.c", 53, "a.c", 50},
    {"MPI_Finalize", "a.c", 55, "a.c", 52},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
