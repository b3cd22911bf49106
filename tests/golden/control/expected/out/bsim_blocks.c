/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rank == 0", "rank == 1"};
static const char *const params1[] = {"kind(rank) == 1", "kind(rank) == 2", "kind(rank) == 3"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 47, 53, 2, params0, "a floating-point number (a.c:33)", "work (a.c:47-53)"},
    {"main.2", "a.c", 70, 80, 3, params1, "a floating-point number (a.c:33)", "work (a.c:70-80)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:24"},
    {0, 1, "taken a.c:31"},
    {0, 2, "rounds a.c:33"},
    {1, 0, "rounds a.c:24"},
    {1, 1, "taken a.c:31"},
    {1, 2, "rounds a.c:33"},
};
const int bsim_ncounts = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 25, "a.c", 44},
    {"MPI_Comm_rank", "a.c", 26, "a.c", 45},
    {"MPI_Comm_size", "a.c", 27, "a.c", 46},
    {"MPI_Send", "a.c", 36, "a.c", 62},
    {"MPI_Recv", "a.c", 38, "a.c", 64},
    {"MPI_Barrier", "a.c", 43, "a.c", 84},
    {"MPI_Barrier", "a.c", 52, "a.c", 95},
    {"MPI_Finalize", "a.c", 55, "a.c", 99},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
