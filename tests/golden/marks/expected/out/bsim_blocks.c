/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 35, 35, 1, params0, NULL, "compute (a.c:35)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 12, "a.c", 20},
    {"MPI_Comm_rank", "a.c", 13, "a.c", 21},
    {"MPI_Comm_size", "a.c", 14, "a.c", 22},
    {"MPI_Comm_split", "a.c", 15, "a.c", 23},
    {"MPI_Send", "a.c", 19, "a.c", 27},
    {"MPI_Recv", "a.c", 21, "a.c", 29},
    {"MPI_Sendrecv", "a.c", 24, "a.c", 32},
    {"MPI_Send", "a.c", 27, "a.c", 37},
    {"MPI_Recv", "a.c", 32, "a.c", 40},
    {"MPI_Allreduce", "a.c", 33, "a.c", 42},
    {"MPI_Allreduce", "a.c", 36, "a.c", 45},
    {"MPI_Bcast", "a.c", 37, "a.c", 46},
    {"MPI_Allreduce", "a.c", 38, "a.c", 47},
    {"MPI_Comm_free", "a.c", 39, "a.c", 48},
    {"MPI_Finalize", "a.c", 40, "a.c", 49},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 15;
const int bsim_skeleton = 1;
