/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"exchange.1", "a.c", 22, 22, 1, params0, NULL, "exchange (a.c:22)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 21, "a.c", 29},
    {"MPI_Sendrecv", "a.c", 25, "a.c", 33},
    {"MPI_Barrier", "a.c", 38, "a.c", 52},
    {"MPI_Init", "a.c", 47, "a.c", 61},
    {"MPI_Comm_rank", "a.c", 48, "a.c", 62},
    {"MPI_Barrier", "a.c", 52, "a.c", 66},
    {"MPI_Finalize", "a.c", 54, "a.c", 68},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
