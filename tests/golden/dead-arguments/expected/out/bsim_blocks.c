/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"f.nx", "f.ny"};

const bsim_block_info bsim_blocks[] = {
    {"halo.1", "a.c", 21, 22, 1, params0, NULL, "halo (a.c:21-22)"},
    {"main.1", "a.c", 36, 37, 2, params1, NULL, "main (a.c:36-37)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Sendrecv", "a.c", 13, "a.c", 23},
    {"MPI_Init", "a.c", 21, "a.c", 31},
    {"MPI_Comm_rank", "a.c", 22, "a.c", 32},
    {"MPI_Finalize", "a.c", 26, "a.c", 42},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
