/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"rank >= first", "n", "bytes"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 18, 21, 3, params0, NULL, "sum (a.c:18-21)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 16},
    {"MPI_Comm_rank", "a.c", 10, "a.c", 17},
    {"MPI_Send", "a.c", 13, "a.c", 23},
    {"MPI_Recv", "a.c", 15, "a.c", 25},
    {"MPI_Finalize", "a.c", 16, "a.c", 28},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
