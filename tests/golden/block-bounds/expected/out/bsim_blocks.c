/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"b.n[0]", "b.n[1]", "b.n[2]"};
static const char *const params2[] = {"hi[0] - lo[0]", "hi[1] - lo[1]", "hi[2] - lo[2]"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 32, 32, 3, params0, NULL, "main (a.c:32)"},
    {"main.2", "a.c", 35, 38, 0, NULL, NULL, "main (a.c:35-38)"},
    {"main.3", "a.c", 39, 39, 3, params2, NULL, "smooth (a.c:39)"},
    {"main.4", "a.c", 42, 45, 0, NULL, NULL, "main (a.c:42-45)"},
    {"main.5", "a.c", 47, 47, 0, NULL, "sum, whose value takes elements of arrays in the loop at a.c:45 (a.c:47)", "spread (a.c:47)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;
const unsigned bsim_block_rounds[] = {0, 0, 0x7, 0, 0};

const bsim_count_info bsim_counts[] = {
    {4, 0, "sum"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 12, "a.c", 29},
    {"MPI_Barrier", "a.c", 23, "a.c", 40},
    {"MPI_Barrier", "a.c", 27, "a.c", 46},
    {"MPI_Allreduce", "a.c", 28, "a.c", 48},
    {"MPI_Finalize", "a.c", 30, "a.c", 50},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
const char *const bsim_left_options[] = {"#4", NULL};
