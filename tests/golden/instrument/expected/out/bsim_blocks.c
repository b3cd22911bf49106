/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rank == 0", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 35, 39, 2, params0, NULL, "relax (a.c:35-39)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 33, "a.c", 32},
    {"MPI_Comm_rank", "a.c", 34, "a.c", 33},
    {"MPI_Bcast", "a.c", 42, "a.c", 40},
    {"MPI_Barrier", "a.c", 51, "a.c", 48},
    {"MPI_Finalize", "a.c", 54, "a.c", 51},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
