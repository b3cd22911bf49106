/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"m", "n"};
static const char *const params1[] = {"n", "m"};
static const char *const params2[] = {"n", "m"};
static const char *const params3[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 19, 20, 2, params0, NULL, "main (a.c:19-20)"},
    {"main.2", "a.c", 24, 24, 2, params1, NULL, "main (a.c:24)"},
    {"main.3", "a.c", 26, 26, 2, params2, NULL, "main (a.c:26)"},
    {"main.4", "a.c", 31, 32, 1, params3, NULL, "main (a.c:31-32)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 10, "a.c", 9},
    {"MPI_Comm_rank", "a.c", 11, "a.c", 10},
    {"MPI_Comm_size", "a.c", 12, "a.c", 11},
    {"MPI_Pack_size", "a.c", 15, "a.c", 14},
    {"MPI_Pack", "a.c", 19, "a.c", 18},
    {"MPI_Pack", "a.c", 20, "a.c", 20},
    {"MPI_Sendrecv_replace", "a.c", 23, "a.c", 21},
    {"MPI_Barrier", "a.c", 26, "a.c", 25},
    {"MPI_Barrier", "a.c", 28, "a.c", 27},
    {"MPI_Reduce_local", "a.c", 31, "a.c", 30},
    {"MPI_Reduce_local", "a.c", 32, "a.c", 32},
    {"MPI_Send", "a.c", 35, "a.c", 33},
    {"MPI_Finalize", "a.c", 36, "a.c", 34},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 13;
const int bsim_skeleton = 1;
