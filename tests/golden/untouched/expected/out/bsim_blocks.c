/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 16, 17, 1, params0, NULL, "main (a.c:16-17)"},
    {"main.2", "a.c", 27, 28, 1, params1, NULL, "main (a.c:27-28)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 8},
    {"MPI_Comm_rank", "a.c", 10, "a.c", 9},
    {"MPI_Bcast", "a.c", 15, "a.c", 18},
    {"MPI_Iallgather", "a.c", 17, "a.c", 20},
    {"MPI_Wait", "a.c", 18, "a.c", 21},
    {"MPI_Sendrecv", "a.c", 19, "a.c", 22},
    {"MPI_Irecv", "a.c", 20, "a.c", 24},
    {"MPI_Send", "a.c", 21, "a.c", 25},
    {"MPI_Waitall", "a.c", 22, "a.c", 26},
    {"MPI_Finalize", "a.c", 25, "a.c", 32},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
