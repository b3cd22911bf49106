/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"fill.1", "a.c", 24, 26, 1, params0, NULL, "fill (a.c:24-26)"},
    {"fill.2", "a.c", 27, 28, 1, params1, NULL, "fill (a.c:27-28)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 25, "a.c", 36},
    {"MPI_Barrier", "a.c", 28, "a.c", 39},
    {"MPI_Finalize", "a.c", 29, "a.c", 40},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
