/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"argc"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 31, 31, 1, params0, "a value in memory that has no name in front of the block (a.c:31)", "scale (a.c:31)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:19"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 12, "a.c", 14},
    {"MPI_Init", "a.c", 16, "a.c", 26},
    {"MPI_Barrier", "a.c", 20, "a.c", 32},
    {"MPI_Finalize", "a.c", 22, "a.c", 33},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
const int bsim_read_arguments[] = {1, -1};
