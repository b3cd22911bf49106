/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"compute.1", "a.c", 8, 9, 1, params0, NULL, "compute (a.c:8-9)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 14, "a.c", 14},
    {"MPI_Init", "a.c", 34, "a.c", 40},
    {"MPI_Op_create", "a.c", 37, "a.c", 43},
    {"MPI_Allreduce", "a.c", 38, "a.c", 44},
    {"MPI_Op_free", "a.c", 39, "a.c", 45},
    {"MPI_Finalize", "a.c", 40, "a.c", 46},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
