/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 28, 34, 1, params0, NULL, "main (a.c:28-34)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Abort", "a.c", 25, "a.c", 27},
    {"MPI_Init", "a.c", 25, "a.c", 27},
    {"MPI_Bcast", "a.c", 27, "a.c", 38},
    {"MPI_Wtime", "a.c", 28, "a.c", 39},
    {"MPI_Wtime", "a.c", 28, "a.c", 45},
    {"MPI_Abort", "a.c", 30, "a.c", 41},
    {"MPI_Allreduce", "a.c", 30, "a.c", 41},
    {"MPI_Sendrecv_replace", "a.c", 35, "a.c", 46},
    {"MPI_Abort", "a.c", 36, "a.c", 48},
    {"MPI_Finalize", "a.c", 36, "a.c", 48},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
