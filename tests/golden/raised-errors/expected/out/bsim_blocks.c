/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 20, 20, 1, params0, NULL, "sum (a.c:20)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 15},
    {"MPI_Comm_set_errhandler", "a.c", 11, "a.c", 17},
    {"MPI_Comm_call_errhandler", "a.c", 13, "a.c", 19},
    {"MPI_Barrier", "a.c", 14, "a.c", 21},
    {"MPI_Finalize", "a.c", 16, "a.c", 22},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
