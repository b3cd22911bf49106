/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"-scale == -scale", "-scale == -((-1.0) / scale)", "scale == scale", "scale == -((-1.0) / -scale)", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 24, 27, 1, params0, NULL, "main (a.c:24-27)"},
    {"main.2", "a.c", 29, 32, 5, params1, NULL, "add (a.c:29-32)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 22},
    {"MPI_Bcast", "a.c", 16, "a.c", 37},
    {"MPI_Finalize", "a.c", 17, "a.c", 38},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
