/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n", "size"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 26, 26, 2, params0, NULL, "main (a.c:26)"},
    {"main.2", "a.c", 30, 30, 1, params1, NULL, "work (a.c:30)"},
    {"main.3", "a.c", 34, 34, 1, params2, NULL, "work (a.c:34)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 20},
    {"MPI_Comm_rank", "a.c", 12, "a.c", 21},
    {"MPI_Comm_size", "a.c", 13, "a.c", 22},
    {"MPI_Ibcast", "a.c", 15, "a.c", 24},
    {"MPI_Wait", "a.c", 16, "a.c", 25},
    {"MPI_Iallreduce", "a.c", 21, "a.c", 31},
    {"MPI_Iallgather", "a.c", 23, "a.c", 32},
    {"MPI_Iallreduce", "a.c", 24, "a.c", 33},
    {"MPI_Wait", "a.c", 25, "a.c", 35},
    {"MPI_Waitall", "a.c", 27, "a.c", 36},
    {"MPI_Ibarrier", "a.c", 32, "a.c", 42},
    {"MPI_Wait", "a.c", 33, "a.c", 43},
    {"MPI_Finalize", "a.c", 34, "a.c", 48},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 13;
const int bsim_skeleton = 1;
