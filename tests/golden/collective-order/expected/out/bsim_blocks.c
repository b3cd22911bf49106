/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 33, 34, 1, params0, NULL, "main (a.c:33-34)"},
    {"main.2", "a.c", 39, 40, 1, params1, NULL, "main (a.c:39-40)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 11, "a.c", 10},
    {"MPI_Bcast", "a.c", 13, "a.c", 12},
    {"MPI_Bcast", "a.c", 18, "a.c", 17},
    {"MPI_Bcast", "a.c", 20, "a.c", 20},
    {"MPI_Init", "a.c", 28, "a.c", 29},
    {"MPI_Comm_rank", "a.c", 29, "a.c", 30},
    {"MPI_Reduce", "a.c", 37, "a.c", 41},
    {"MPI_Bcast", "a.c", 42, "a.c", 48},
    {"MPI_Bcast", "a.c", 43, "a.c", 50},
    {"MPI_Bcast", "a.c", 45, "a.c", 52},
    {"MPI_Bcast", "a.c", 46, "a.c", 53},
    {"MPI_Barrier", "a.c", 49, "a.c", 56},
    {"MPI_Finalize", "a.c", 50, "a.c", 58},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 13;
const int bsim_skeleton = 1;
