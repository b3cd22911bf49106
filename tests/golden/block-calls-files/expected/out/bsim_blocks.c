/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"(long)part_begin(rank + 1, size, n) - (long)part_begin(rank, size, n)"};
static const char *const params1[] = {"(long)part_begin(rank + 1, size, n) - (long)part_begin(rank, size, n)"};
static const char *const params2[] = {"at_least(n, 8)"};
static const char *const params3[] = {"helper(n, 3)"};
static const char *const params4[] = {"many"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 20, 21, 1, params0, NULL, "main (a.c:20-21)"},
    {"main.2", "a.c", 23, 24, 1, params1, NULL, "part_size (a.c:23-24)"},
    {"main.3", "a.c", 26, 27, 1, params2, NULL, "main (a.c:26-27)"},
    {"main.4", "a.c", 29, 30, 1, params3, NULL, "main (a.c:29-30)"},
    {"main.5", "a.c", 36, 37, 1, params4, NULL, "main (a.c:36-37)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;
const unsigned bsim_block_rounds[] = {0x1, 0x1, 0, 0, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 15, "a.c", 17},
    {"MPI_Comm_rank", "a.c", 16, "a.c", 18},
    {"MPI_Comm_size", "a.c", 17, "a.c", 19},
    {"MPI_Barrier", "a.c", 18, "a.c", 22},
    {"MPI_Barrier", "a.c", 20, "a.c", 25},
    {"MPI_Barrier", "a.c", 23, "a.c", 28},
    {"MPI_Barrier", "a.c", 25, "a.c", 31},
    {"MPI_Bcast", "a.c", 29, "a.c", 35},
    {"MPI_Bcast", "a.c", 31, "a.c", 38},
    {"MPI_Finalize", "a.c", 33, "a.c", 40},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
