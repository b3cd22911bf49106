/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"size"};
static const char *const params1[] = {"size"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 61, 61, 1, params0, NULL, "vector (a.c:61)"},
    {"main.2", "a.c", 63, 64, 1, params1, NULL, "main (a.c:63-64)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Abort", "a.c", 14, "a.c", 17},
    {"MPI_Init", "a.c", 34, "a.c", 53},
    {"MPI_Comm_size", "a.c", 35, "a.c", 54},
    {"MPI_Finalize", "a.c", 37, "a.c", 56},
    {"MPI_Allreduce", "a.c", 45, "a.c", 65},
    {"MPI_Finalize", "a.c", 47, "a.c", 69},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
