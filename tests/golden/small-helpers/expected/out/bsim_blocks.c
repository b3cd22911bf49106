/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";

static const char *const params0[] = {"argc"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "main.c", 70, 70, 1, params0, NULL, "place (main.c:70)"},
    {"main.2", "main.c", 71, 75, 0, NULL, "the length of a list, which the block may not go through (main.c:52)", "trace (main.c:71-75)"},
    {"main.3", "main.c", 77, 78, 0, NULL, NULL, "main (main.c:77-78)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds main.c:52"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "main.c", 46, "main.c", 69},
    {"MPI_Allreduce", "main.c", 50, "main.c", 76},
    {"MPI_Finalize", "main.c", 52, "main.c", 80},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
