/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"p->n"};

const bsim_block_info bsim_blocks[] = {
    {"pair_create.1", "a.c", 35, 36, 0, NULL, NULL, "pair_create (a.c:35-36)"},
    {"pair_create.2", "a.c", 41, 42, 1, params1, NULL, "pair_create (a.c:41-42)"},
    {"main.1", "a.c", 50, 50, 0, NULL, "a value that has no name in front of the block (a.c:21)", "pair_energy (a.c:50)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {2, 0, "rounds a.c:21"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Comm_rank", "a.c", 22, "a.c", 29},
    {"MPI_Bcast", "a.c", 27, "a.c", 38},
    {"MPI_Bcast", "a.c", 28, "a.c", 39},
    {"MPI_Bcast", "a.c", 30, "a.c", 43},
    {"MPI_Init", "a.c", 35, "a.c", 48},
    {"MPI_Finalize", "a.c", 38, "a.c", 51},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
