/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"m", "n"};
static const char *const params2[] = {"n", "m"};
static const char *const params3[] = {"n", "m"};
static const char *const params4[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 19, 20, 2, params0, NULL, "main (a.c:19-20)"},
    {"main.2", "a.c", 25, 25, 0, NULL, "the size of a datatype, which has no name in front of the block (a.c:25)", "main (a.c:25)"},
    {"main.3", "a.c", 29, 29, 2, params2, NULL, "main (a.c:29)"},
    {"main.4", "a.c", 31, 31, 2, params3, NULL, "main (a.c:31)"},
    {"main.5", "a.c", 36, 37, 1, params4, NULL, "main (a.c:36-37)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 10, "a.c", 9},
    {"MPI_Comm_rank", "a.c", 11, "a.c", 10},
    {"MPI_Comm_size", "a.c", 12, "a.c", 11},
    {"MPI_Pack_size", "a.c", 15, "a.c", 14},
    {"MPI_Pack", "a.c", 19, "a.c", 18},
    {"MPI_Pack", "a.c", 20, "a.c", 20},
    {"MPI_Type_vector", "a.c", 25, "a.c", 23},
    {"MPI_Type_commit", "a.c", 26, "a.c", 24},
    {"MPI_Pack", "a.c", 27, "a.c", 25},
    {"MPI_Sendrecv_replace", "a.c", 29, "a.c", 26},
    {"MPI_Barrier", "a.c", 32, "a.c", 30},
    {"MPI_Barrier", "a.c", 34, "a.c", 32},
    {"MPI_Reduce_local", "a.c", 37, "a.c", 35},
    {"MPI_Reduce_local", "a.c", 38, "a.c", 37},
    {"MPI_Send", "a.c", 41, "a.c", 38},
    {"MPI_Finalize", "a.c", 42, "a.c", 39},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 16;
const int bsim_skeleton = 1;
