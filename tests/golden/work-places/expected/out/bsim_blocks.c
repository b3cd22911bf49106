/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rows <= height - first", "height - first", "rows", "width"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 29, 29, 4, params0, "a floating-point number (a.c:11)", "strip (a.c:29)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;
const unsigned bsim_block_rounds[] = {0x2};

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:11"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 22},
    {"MPI_Comm_rank", "a.c", 10, "a.c", 25},
    {"MPI_Comm_size", "a.c", 11, "a.c", 26},
    {"MPI_Barrier", "a.c", 14, "a.c", 30},
    {"MPI_Finalize", "a.c", 14, "a.c", 32},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
