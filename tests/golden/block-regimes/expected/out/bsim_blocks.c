/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n - first"};
static const char *const params1[] = {"n <= most", "n", "most"};
static const char *const params2[] = {"indirect != 0", "n"};
static const char *const params3[] = {"scaled != 0", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 48, 48, 1, params0, NULL, "behind (a.c:48)"},
    {"main.2", "a.c", 50, 50, 3, params1, NULL, "both (a.c:50)"},
    {"main.3", "a.c", 52, 52, 2, params2, NULL, "total (a.c:52)"},
    {"main.4", "a.c", 54, 54, 2, params3, NULL, "divide (a.c:54)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;
const unsigned bsim_block_rounds[] = {0x1, 0, 0, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 10, "a.c", 44},
    {"MPI_Barrier", "a.c", 14, "a.c", 49},
    {"MPI_Barrier", "a.c", 16, "a.c", 51},
    {"MPI_Barrier", "a.c", 18, "a.c", 53},
    {"MPI_Barrier", "a.c", 18, "a.c", 55},
    {"MPI_Finalize", "a.c", 20, "a.c", 56},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
