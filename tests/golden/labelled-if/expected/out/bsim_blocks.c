/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"m"};
static const char *const params1[] = {"kind == 1", "n == 3", "m"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 25, 26, 1, params0, NULL, "main (a.c:25-26)"},
    {"main.2", "a.c", 31, 31, 3, params1, NULL, "steps (a.c:31)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 6, "a.c", 19},
    {"MPI_Barrier", "a.c", 8, "a.c", 21},
    {"MPI_Allreduce", "a.c", 16, "a.c", 30},
    {"MPI_Allreduce", "a.c", 17, "a.c", 32},
    {"MPI_Finalize", "a.c", 19, "a.c", 33},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
