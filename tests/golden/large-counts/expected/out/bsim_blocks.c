/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"size"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 20, 23, 1, params0, NULL, "main (a.c:20-23)"},
    {"main.2", "a.c", 24, 25, 1, params1, NULL, "main (a.c:24-25)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 8},
    {"MPI_Comm_rank", "a.c", 10, "a.c", 9},
    {"MPI_Comm_size", "a.c", 11, "a.c", 10},
    {"MPI_Bcast_c", "a.c", 16, "a.c", 15},
    {"MPI_Bcast", "a.c", 18, "a.c", 17},
    {"MPI_Allgatherv_c", "a.c", 26, "a.c", 26},
    {"MPI_Sendrecv_replace_c", "a.c", 27, "a.c", 27},
    {"MPI_Finalize", "a.c", 31, "a.c", 32},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
