/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"j.width"};
static const char *const params1[] = {"width"};

const bsim_block_info bsim_blocks[] = {
    {"worker.1", "a.c", 30, 30, 1, params0, NULL, "compute (a.c:30)"},
    {"master.1", "a.c", 47, 48, 1, params1, NULL, "master (a.c:47-48)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Recv", "a.c", 19, "a.c", 26},
    {"MPI_Send", "a.c", 23, "a.c", 31},
    {"MPI_Send", "a.c", 34, "a.c", 41},
    {"MPI_Recv", "a.c", 39, "a.c", 46},
    {"MPI_Send", "a.c", 42, "a.c", 50},
    {"MPI_Init", "a.c", 51, "a.c", 59},
    {"MPI_Comm_rank", "a.c", 52, "a.c", 60},
    {"MPI_Comm_size", "a.c", 53, "a.c", 61},
    {"MPI_Finalize", "a.c", 59, "a.c", 67},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 9;
const int bsim_skeleton = 1;
